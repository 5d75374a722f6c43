/**
 * Bytes as text and as numbers, and labelled hashes: one form each, every other one refused.
 */
import { Refused } from "./errors.js";

export const ID_BYTES = 32;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * WebCrypto, which browsers offer on https and localhost only.
 * @returns {SubtleCrypto}
 */
export function subtle() {
  const found = globalThis.crypto?.subtle;
  if (!found) {
    throw new Refused("crypto", "must be there to check what a server says; open this page by https://");
  }
  return found;
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} base64url without padding
 */
export function toBase64url(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const group = (first << 16) | (second << 8) | third;
    const signs = [18, 12, 6, 0].map((shift) => ALPHABET[(group >> shift) & 63]).join("");
    text += signs.slice(0, bytes.length - at + 1);
  }
  return text;
}

/**
 * Whether a text is the one base64url form, without padding, of so many bytes.
 * @param {unknown} text
 * @param {number} size
 * @returns {text is string}
 */
export function isBase64url(text, size) {
  if (typeof text !== "string" || text.length !== Math.ceil((size * 4) / 3)) return false;
  return /^[A-Za-z0-9_-]*$/.test(text) && toBase64url(decode(text)) === text;
}

/**
 * The bytes of the one form that so many bytes have; the text itself is never repeated.
 * @param {string} field
 * @param {unknown} text
 * @param {number} size
 * @returns {Uint8Array}
 */
export function fromBase64url(field, text, size) {
  if (!isBase64url(text, size)) throw new Refused(field, `must be ${size} bytes as base64url without padding`);
  return decode(text);
}

/**
 * @param {string} text of the alphabet only
 * @returns {Uint8Array}
 */
function decode(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let group = 0;
  let at = 0;
  for (const sign of text) {
    group = ((group << 6) | ALPHABET.indexOf(sign)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (group >> bits) & 0xff;
    }
  }
  return bytes;
}

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} text pairs of hexadecimal digits
 * @returns {Uint8Array}
 */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * @param {Uint8Array} bytes
 * @returns {bigint} big-endian
 */
export function toInteger(bytes) {
  return bytes.length ? BigInt(`0x${toHex(bytes)}`) : 0n;
}

/**
 * @param {bigint} number
 * @param {number} size
 * @returns {Uint8Array} big-endian, of that size
 */
export function fromInteger(number, size) {
  return fromHex(number.toString(16).padStart(2 * size, "0"));
}

/**
 * @param {bigint} number not negative
 * @returns {number} how many bits it has; none for 0
 */
export function bitLength(number) {
  return number === 0n ? 0 : number.toString(2).length;
}

/**
 * @param {...Uint8Array} parts
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 * @returns {boolean}
 */
export function areEqual(left, right) {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function toUtf8(text) {
  return concat(new TextEncoder().encode(text));
}

/**
 * The text of these bytes; a byte order mark is a character like any other.
 * @param {Uint8Array} bytes
 * @returns {string} throws a TypeError for what is not UTF-8
 */
export function fromUtf8(bytes) {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/**
 * @param {"SHA-256" | "SHA-384" | "SHA-512"} name
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function hash(name, bytes) {
  return new Uint8Array(await subtle().digest(name, concat(bytes)));
}

/**
 * The parts behind a label that says what they are for, and that ends in a zero byte.
 * @param {string} label
 * @param {...Uint8Array} parts
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function labelled(label, ...parts) {
  return concat(toUtf8(`tacit/1 ${label}\0`), ...parts);
}

/**
 * The name of a study: the hash of its manifest.
 * @param {Uint8Array} bytes
 * @returns {Promise<string>} 43 characters
 */
export async function digest(bytes) {
  return toBase64url(await hash("SHA-256", bytes));
}
