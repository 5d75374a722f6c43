/**
 * Blind signatures by a library that nobody here wrote (@cloudflare/blindrsa-ts), for the keys of the vectors.
 */
import { RSABSSA } from "@cloudflare/blindrsa-ts";
import { fromInteger, toBase64url } from "../src/encoding.js";

const EXPONENT = 65537n;
const ALGORITHM = { name: "RSA-PSS", hash: "SHA-384" };

export const suite = RSABSSA.SHA384.PSS.Deterministic();

/** A key pair of WebCrypto from two primes in hex. */
export async function importKeys({ p: pHex, q: qHex }) {
  const [p, q] = [pHex, qHex].map((hex) => BigInt(`0x${hex}`));
  const d = inverse(EXPONENT, (p - 1n) * (q - 1n));
  const halves = { p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const open = { kty: "RSA", n: text(p * q, 256), e: "AQAB" };
  const secret = Object.fromEntries(Object.entries(halves).map(([name, number]) => [name, text(number, 128)]));
  return {
    publicKey: await crypto.subtle.importKey("jwk", open, ALGORITHM, true, ["verify"]),
    privateKey: await crypto.subtle.importKey("jwk", { ...open, ...secret, d: text(d, 256) }, ALGORITHM, true, ["sign"]),
  };
}

function text(number, size) {
  return toBase64url(fromInteger(number, size));
}

function inverse(number, n) {
  let [low, high, before, now] = [n, number % n, 0n, 1n];
  while (high) [low, high, before, now] = [high, low % high, now, before - (low / high) * now];
  return ((before % n) + n) % n;
}
