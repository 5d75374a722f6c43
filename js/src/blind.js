/**
 * The device's half of a blind signature: RSABSSA-SHA384-PSS-Deterministic (RFC 9474), in big integers.
 *
 * The server signs without seeing what; nobody can tie the finished signature to the request.
 */
import { Refused } from "./errors.js";
import { bitLength, concat, fromInteger, hash, subtle, toBase64url, toInteger } from "./encoding.js";
import { greatestCommonDivisor } from "./decimal.js";
import { below } from "./randomize.js";

export const SALT_BYTES = 48;

const EXPONENT = 65537n;
const HASH_BYTES = 48;
const TRAILER = Uint8Array.of(0xbc);

/**
 * A uniform invertible number in 1..n-1.
 * @param {bigint} n
 * @param {import("./randomize.js").Source} read
 * @returns {bigint}
 */
export function drawBlinding(n, read) {
  for (;;) {
    const r = 1n + below(n - 1n, read);
    if (greatestCommonDivisor(r, n) === 1n) return r;
  }
}

/**
 * The request: the encoded message times r^65537, a uniform number to whoever does not know r.
 * @param {bigint} n
 * @param {Uint8Array} message
 * @param {Uint8Array} salt
 * @param {bigint} r
 * @returns {Promise<Uint8Array>}
 */
export async function blind(n, message, salt, r) {
  const encoded = toInteger(await encodePss(message, salt, bitLength(n) - 1));
  if (greatestCommonDivisor(encoded, n) !== 1n || greatestCommonDivisor(r, n) !== 1n) {
    throw new Refused("blinding", "must be a number that is invertible modulo the key");
  }
  return fromInteger((encoded * power(r, EXPONENT, n)) % n, sizeOf(n));
}

/**
 * The signature of the message, from what the server made of the request; refuses a wrong one.
 * @param {bigint} n
 * @param {Uint8Array} message
 * @param {bigint} r
 * @param {Uint8Array} signed
 * @param {number} [saltBytes]
 * @returns {Promise<Uint8Array>}
 */
export async function finish(n, message, r, signed, saltBytes = SALT_BYTES) {
  const number = toInteger(signed);
  if (signed.length !== sizeOf(n) || number >= n) {
    throw new Refused("signature", "must be a number below the key; the server signed wrongly");
  }
  const signature = fromInteger((number * inverse(r, n)) % n, sizeOf(n));
  if (!(await isSignature(n, message, signature, saltBytes))) {
    throw new Refused("signature", "must be one by the study's key; the server signed wrongly");
  }
  return signature;
}

/**
 * Whether the key with this modulus signed the message: asked of WebCrypto, which shares no code with us.
 * @param {bigint} n
 * @param {Uint8Array} message
 * @param {Uint8Array} signature
 * @param {number} [saltBytes]
 * @returns {Promise<boolean>}
 */
export async function isSignature(n, message, signature, saltBytes = SALT_BYTES) {
  const jwk = { kty: "RSA", n: toBase64url(fromInteger(n, sizeOf(n))), e: "AQAB" };
  const key = await subtle().importKey("jwk", jwk, { name: "RSA-PSS", hash: "SHA-384" }, false, ["verify"]);
  const scheme = { name: "RSA-PSS", saltLength: saltBytes };
  return subtle().verify(scheme, key, concat(signature), concat(message));
}

/**
 * EMSA-PSS with SHA-384 and MGF1 (RFC 8017, 9.1).
 * @param {Uint8Array} message
 * @param {Uint8Array} salt
 * @param {number} bits
 * @returns {Promise<Uint8Array>}
 */
export async function encodePss(message, salt, bits) {
  const size = Math.ceil(bits / 8);
  const digest = await hash("SHA-384", concat(new Uint8Array(8), await hash("SHA-384", message), salt));
  const padding = new Uint8Array(size - HASH_BYTES - 2 - salt.length);
  const block = concat(padding, Uint8Array.of(1), salt);
  const mask = await maskOf(digest, block.length);
  const masked = block.map((byte, at) => byte ^ (mask[at] ?? 0));
  masked[0] = (masked[0] ?? 0) & (0xff >> (8 * size - bits));
  return concat(masked, digest, TRAILER);
}

/**
 * MGF1.
 * @param {Uint8Array} seed
 * @param {number} size
 * @returns {Promise<Uint8Array>}
 */
async function maskOf(seed, size) {
  const count = Math.ceil(size / HASH_BYTES);
  const blocks = Array.from({ length: count }, (_, at) => hash("SHA-384", concat(seed, fromInteger(BigInt(at), 4))));
  return concat(...(await Promise.all(blocks))).subarray(0, size);
}

/**
 * @param {bigint} n
 * @returns {number} how many bytes a number modulo n takes
 */
function sizeOf(n) {
  return Math.ceil(bitLength(n) / 8);
}

/**
 * @param {bigint} base
 * @param {bigint} exponent
 * @param {bigint} n
 * @returns {bigint}
 */
function power(base, exponent, n) {
  let result = 1n;
  for (; exponent; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % n;
    base = (base * base) % n;
  }
  return result;
}

/**
 * @param {bigint} number invertible modulo n
 * @param {bigint} n
 * @returns {bigint}
 */
function inverse(number, n) {
  let [low, high] = [n, number % n];
  let [before, now] = [0n, 1n];
  while (high) {
    const whole = low / high;
    [low, high] = [high, low - whole * high];
    [before, now] = [now, before - whole * now];
  }
  return ((before % n) + n) % n;
}
