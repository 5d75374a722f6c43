/**
 * What travels: each body in one exact spelling, each reply read strictly (PROTOCOL.md P3, P4).
 */
import { Refused } from "./errors.js";
import { isObject } from "./canonical.js";
import { fromBase64url, fromUtf8, toBase64url } from "./encoding.js";
import { ANSWER_ID_BYTES, MODULUS_BYTES, TICKET_BYTES } from "./ticket.js";

const MOST_BYTES = 4096;

/**
 * @param {Uint8Array} blinded
 * @param {string} invitation
 * @param {number} key
 * @returns {string} the body that asks for a blind ticket
 */
export function blindRequest(blinded, invitation, key) {
  return JSON.stringify({ blinded: toBase64url(blinded), invitation, key });
}

/**
 * @param {string} invitation
 * @returns {string} the body that asks for a named ticket
 */
export function namedRequest(invitation) {
  return JSON.stringify({ invitation });
}

/**
 * @returns {string} the body that asks for an open ticket
 */
export function openRequest() {
  return "{}";
}

/**
 * @param {number} column
 * @param {Uint8Array} ticket
 * @returns {string} the body of an answer: of one length for all columns
 */
export function answerBody(column, ticket) {
  return JSON.stringify({ column: String(column).padStart(6, "0"), ticket: toBase64url(ticket) });
}

/**
 * @param {Uint8Array} ticket
 * @returns {string} the body that takes an answer back
 */
export function withdrawalBody(ticket) {
  return JSON.stringify({ ticket: toBase64url(ticket) });
}

/**
 * @param {Uint8Array} body
 * @returns {Uint8Array} what the server signed, not yet verified
 */
export function readSignatureReply(body) {
  return fromBase64url("signature", memberOf(body, "signature"), MODULUS_BYTES);
}

/**
 * @param {Uint8Array} body
 * @param {"open" | "named"} kind
 * @returns {Uint8Array}
 */
export function readTicketReply(body, kind) {
  return fromBase64url("ticket", memberOf(body, "ticket"), TICKET_BYTES[kind]);
}

/**
 * @param {Uint8Array} body
 * @returns {Uint8Array} which answer the server says it has stored
 */
export function readAnswerReply(body) {
  return fromBase64url("answer", memberOf(body, "answer"), ANSWER_ID_BYTES);
}

/**
 * @param {Uint8Array} body
 * @param {string} name
 * @returns {unknown} the member of an object that has no other, and has it once
 */
function memberOf(body, name) {
  if (body.length > MOST_BYTES) throw new Refused("body", `must have at most ${MOST_BYTES} bytes`);
  let text;
  let value;
  try {
    text = fromUtf8(body);
    value = JSON.parse(text);
  } catch {
    throw new Refused("body", "must be JSON");
  }
  // Four quotation marks are one name and one text: no other member, and none given twice.
  if (!isObject(value) || text.split('"').length !== 5 || typeof value[name] !== "string") {
    throw new Refused("body", `must be an object with the member ${name} and no other`);
  }
  return value[name];
}
