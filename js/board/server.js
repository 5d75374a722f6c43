/**
 * What the board asks of its own server. The cookie says who asks; no key is kept here.
 */

/** @typedef {{status: number, body: string, etag: string | null, retryAfter: number}} Reply */

const TIMEOUT_MILLISECONDS = 30_000;

/** Nobody replied, or not in time. */
export class NoReply extends Error {}

/**
 * @param {string} path
 * @param {{method?: string, members?: unknown, etag?: string | null}} [how]
 * @returns {Promise<Reply>}
 */
export async function ask(path, { method = "GET", members, etag } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (members !== undefined) headers["content-type"] = "application/json";
  if (etag) headers["if-none-match"] = etag;
  try {
    const response = await fetch(path, {
      method,
      headers,
      ...(members === undefined ? {} : { body: JSON.stringify(members) }),
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const retryAfter = Number(response.headers.get("retry-after")) || 0;
    return { status: response.status, body: await response.text(), etag: response.headers.get("etag"), retryAfter };
  } catch {
    throw new NoReply();
  }
}

/**
 * Which problem a reply tells, by its name; "" where it is none of ours.
 * @param {Reply} reply
 * @returns {string}
 */
export function problemOf({ status, body }) {
  if (status < 400) return "";
  try {
    return String(JSON.parse(body).type ?? "").replace(/^urn:tacit:error:/, "");
  } catch {
    return "";
  }
}

/**
 * The study of the page's address; null: the list of all.
 * @param {string} path
 * @returns {string | null}
 */
export function studyOf(path) {
  return /^\/board\/([A-Za-z0-9_-]{43})\/?$/.exec(path)?.[1] ?? null;
}

/**
 * What stands behind the # for one login, and is to be taken away at once.
 * @param {string} fragment
 * @returns {string | null}
 */
export function codeOf(fragment) {
  return /^#k=(once_[A-Za-z0-9_-]{22})$/.exec(fragment)?.[1] ?? null;
}
