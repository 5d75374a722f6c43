/**
 * Tickets of three kinds, and the query and the answer's name that come out of them (PROTOCOL.md P3).
 */
import { Refused } from "./errors.js";
import { concat, fromBase64url, hash, ID_BYTES, labelled, toInteger } from "./encoding.js";
import { blind, drawBlinding, finish, SALT_BYTES } from "./blind.js";

/** @typedef {import("./manifest.js").Study} Study */
/** @typedef {import("./randomize.js").Source} Source */

export const TICKET_BYTES = { blind: 289, open: 48, named: 32 };
export const MODULUS_BYTES = 256;
export const ANSWER_ID_BYTES = 16;
const NONCE_BYTES = 32;

/**
 * What a device draws for a blind ticket and keeps to itself until the ticket is finished.
 * @typedef {object} Secrets
 * @property {Uint8Array} nonce
 * @property {Uint8Array} salt
 * @property {bigint} r
 */

/**
 * The 32 bytes that a study's id spells.
 * @param {string} id
 * @returns {Uint8Array}
 */
export function idBytes(id) {
  return fromBase64url("study", id, ID_BYTES);
}

/**
 * The modulus of the key with this index; refuses one that the study does not have.
 * @param {Study} study
 * @param {number} index
 * @returns {bigint}
 */
export function modulusOf(study, index) {
  const key = study.keys[index];
  if (key === undefined) throw new Refused("link", `must name a key of the study, 0..${study.keys.length - 1}`);
  return toInteger(fromBase64url("keys", key, MODULUS_BYTES));
}

/**
 * Nonce, salt and r, drawn in this order.
 * @param {bigint} n
 * @param {Source} read
 * @returns {Secrets}
 */
export function drawSecrets(n, read) {
  const nonce = read(NONCE_BYTES);
  const salt = read(SALT_BYTES);
  return { nonce, salt, r: drawBlinding(n, read) };
}

/**
 * What the device asks the server to sign.
 * @param {bigint} n
 * @param {string} id
 * @param {Secrets} secrets
 * @returns {Promise<Uint8Array>}
 */
export function blindedMessage(n, id, { nonce, salt, r }) {
  return blind(n, messageOf(id, nonce), salt, r);
}

/**
 * The ticket, its signature verified.
 * @param {bigint} n
 * @param {string} id
 * @param {number} key
 * @param {Secrets} secrets
 * @param {Uint8Array} signed
 * @returns {Promise<Uint8Array>}
 */
export async function finishBlind(n, id, key, { nonce, r }, signed) {
  return concat(Uint8Array.of(key), nonce, await finish(n, messageOf(id, nonce), r, signed));
}

/**
 * What a blind ticket's signature is of.
 * @param {string} id
 * @param {Uint8Array} nonce
 * @returns {Uint8Array}
 */
export function messageOf(id, nonce) {
  return labelled("ticket", idBytes(id), nonce);
}

/**
 * All that a server stores of an invitation.
 * @param {Uint8Array} invitation
 * @returns {Promise<Uint8Array>}
 */
export function invitationHash(invitation) {
  return hash("SHA-256", labelled("invitation", invitation));
}

/**
 * The name of a ticket's answer.
 * @param {Uint8Array} ticket
 * @returns {Promise<Uint8Array>}
 */
export async function answerId(ticket) {
  return (await hash("SHA-256", labelled("answer", ticket))).subarray(0, ANSWER_ID_BYTES);
}

/**
 * The ticket's query: uniform to one part in 2^200, and nobody's choice.
 * @param {{pool: number, countShare: [number, number]}} scheme
 * @param {string} id
 * @param {Uint8Array} ticket
 * @returns {Promise<number>}
 */
export async function queryOf({ pool, countShare: [num, den] }, id, ticket) {
  const digest = await hash("SHA-512", labelled("query", idBytes(id), ticket));
  const kind = toInteger(digest.subarray(32)) % BigInt(den) < BigInt(num) ? 1 : 0;
  return kind * pool + Number(toInteger(digest.subarray(0, 32)) % BigInt(pool));
}
