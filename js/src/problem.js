/**
 * Problem documents: every refusal of a server in one shape, and what a device then does (PROTOCOL.md P8).
 */
import { isObject } from "./canonical.js";
import { fromUtf8 } from "./encoding.js";

const PREFIX = "urn:tacit:error:";
const LONGEST_DETAIL = 500;

/** Each kind of refusal: its HTTP status, and the sentence that a person may read. @type {Map<string, [number, string]>} */
export const KINDS = new Map([
  ["malformed", [400, "The request has not the form that the protocol gives it."]],
  ["column-out-of-range", [400, "The study has no such column."]],
  ["unauthorised", [401, "This needs a key, and none that is known was given."]],
  ["forbidden", [403, "The key that was given does not allow this."]],
  ["ticket-invalid", [403, "This ticket is not one of this study."]],
  ["study-unknown", [404, "There is no such study here, or it is not yet open."]],
  ["invitation-unknown", [404, "This invitation is not known here; is there a slip in the link?"]],
  ["method-not-allowed", [405, "This address takes another method."]],
  ["request-timeout", [408, "The request took too long to arrive."]],
  ["invitation-used", [409, "This invitation has been used already, from another device or browser."]],
  ["answer-differs", [409, "Another answer is stored for this ticket, and it stays."]],
  ["study-frozen", [409, "An open study cannot be changed."]],
  ["study-closed", [410, "This study is closed; it takes no more answers."]],
  ["invitation-revoked", [410, "This invitation was taken back by those who sent it."]],
  ["withdrawn", [410, "The answer of this ticket was withdrawn, and no other can take its place."]],
  ["content-too-large", [413, "The request is larger than any that the protocol has."]],
  ["unsupported-media-type", [415, "The request must be application/json."]],
  ["too-many", [429, "Too many requests at once; it is tried again later."]],
  ["not-stored", [503, "The server could not acknowledge this; it is sent again later."]],
]);

/**
 * @typedef {object} Refusal
 * @property {string} name `http-STATUS` for what is no document of ours
 * @property {string} title
 * @property {string} detail
 */

/**
 * The refusal that a body tells.
 * @param {number} status
 * @param {Uint8Array} body
 * @returns {Refusal}
 */
export function readProblem(status, body) {
  const unnamed = { name: `http-${status}`, title: `The server said HTTP ${status}.`, detail: "" };
  let members;
  try {
    members = JSON.parse(fromUtf8(body));
  } catch {
    return unnamed;
  }
  if (!isObject(members) || members.status !== status) return unnamed;
  const { type, detail } = members;
  const name = typeof type === "string" && type.startsWith(PREFIX) ? type.slice(PREFIX.length) : "";
  const [due, title] = KINDS.get(name) ?? [0, ""];
  if (due !== status || typeof detail !== "string") return unnamed;
  return { name, title, detail: detail.slice(0, LONGEST_DETAIL) };
}

/**
 * What a device does about a status that is no success: send the same bytes again, or stop.
 * @param {number} status
 * @returns {"stop" | "retry"}
 */
export function actionOf(status) {
  return status === 408 || status === 429 || status >= 500 ? "retry" : "stop";
}
