/**
 * How a study stands on its server: open or closed, what its researcher had to write to open it, where people go next.
 */
import { isObject } from "../src/canonical.js";
import { fromUtf8 } from "../src/encoding.js";
import { Refused } from "../src/errors.js";
import { sendUntilAnswered } from "../src/retry.js";

/** @typedef {{isOpen: boolean, override: string, redirect: string}} Standing */

const NEXT = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$))/;

/**
 * @param {import("../src/link.js").Link} link
 * @param {import("../src/visit.js").World} world
 * @returns {Promise<Standing>}
 */
export function standingOf({ server, study }, world) {
  const url = `${server}/v1/studies/${study}/state`;
  return sendUntilAnswered({ method: "GET", url }, world.send, readStanding, world);
}

/**
 * @param {Uint8Array} body
 * @returns {Standing}
 */
export function readStanding(body) {
  let given;
  try {
    given = JSON.parse(fromUtf8(body));
  } catch {
    throw new Refused("body", "must be JSON");
  }
  if (!isObject(given) || (given.state !== "open" && given.state !== "closed")) {
    throw new Refused("state", "must be open or closed");
  }
  const { state, override, redirect } = given;
  const isPlace = typeof redirect === "string" && NEXT.test(redirect);
  return {
    isOpen: state === "open",
    override: typeof override === "string" ? override : "",
    redirect: isPlace ? redirect : "",
  };
}
