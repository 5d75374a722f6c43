/**
 * Sending by `fetch`: no cookie, no referrer, no redirect. Everything that leaves passes here.
 */
import { NoResponse } from "./errors.js";

const TIMEOUT_MILLISECONDS = 30_000;

/** @type {import("./retry.js").Send} */
export async function overFetch({ method, url, body }) {
  try {
    const response = await fetch(url, {
      method,
      ...(body === undefined ? {} : { body, headers: { "content-type": "application/json" } }),
      credentials: "omit",
      referrerPolicy: "no-referrer",
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const received = new Uint8Array(await response.arrayBuffer());
    const retryAfter = response.headers.get("retry-after");
    return { status: response.status, body: received, ...(retryAfter === null ? {} : { retryAfter }) };
  } catch {
    throw new NoResponse("there is no connection to the server");
  }
}
