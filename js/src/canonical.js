/**
 * Canonical JSON: RFC 8785, restricted to integers below 2^53 and ASCII member names (PROTOCOL.md P1).
 */
import { Refused } from "./errors.js";
import { areEqual, fromUtf8, toUtf8 } from "./encoding.js";

const DEEPEST = 32;

/** @typedef {null | boolean | number | string | Json[] | {[name: string]: Json}} Json */

/**
 * @param {unknown} value
 * @returns {value is {[name: string]: Json}}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The one canonical form of a JSON value.
 * @param {Json} value
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function encode(value) {
  return toUtf8(text(value, 0));
}

/**
 * The value of canonical bytes; refuses every other spelling of it.
 * @param {Uint8Array} received
 * @returns {Json}
 */
export function decode(received) {
  /** @type {Json} */
  let value;
  try {
    value = JSON.parse(fromUtf8(received));
  } catch {
    throw new Refused("manifest", "is not JSON in UTF-8");
  }
  if (!areEqual(encode(value), received)) {
    throw new Refused("manifest", "is not canonical: its bytes differ from RFC 8785's form of what they say");
  }
  return value;
}

/**
 * @param {Json} value
 * @param {number} depth
 * @returns {string}
 */
function text(value, depth) {
  if (depth > DEEPEST) throw new Refused("manifest", `nests deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) return `[${value.map((member) => text(member, depth + 1)).join()}]`;
  if (isObject(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((name) => `${nameText(name)}:${text(value[name] ?? null, depth + 1)}`).join()}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    throw new Refused("manifest", "holds a number that is not an integer below 2^53 in size");
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) {
    throw new Refused("manifest", "holds half a surrogate pair, which is not text");
  }
  return JSON.stringify(value);
}

/**
 * @param {string} name
 * @returns {string}
 */
function nameText(name) {
  if (!/^[\0-\x7f]*$/.test(name)) throw new Refused("manifest", "has a member name that is not ASCII");
  return JSON.stringify(name);
}
