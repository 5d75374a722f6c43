/**
 * The only chance in an answer: exact integer draws from a source of random bytes that the caller gives.
 */
import { bitLength, toInteger } from "./encoding.js";
import { columnOf } from "./scheme.js";

/** @typedef {(size: number) => Uint8Array} Source */
/** @typedef {import("./scheme.js").Scheme} Scheme */

/**
 * The browser's own source, and the only one that a page may use.
 * @type {Source}
 */
export function systemSource(size) {
  return crypto.getRandomValues(new Uint8Array(size));
}

/**
 * A uniform integer in 0..width-1: read whole bytes, keep the low bits, repeat while too large.
 * @param {bigint} width
 * @param {Source} read
 * @returns {bigint}
 */
export function below(width, read) {
  const bits = bitLength(width - 1n);
  const size = Math.ceil(bits / 8);
  for (;;) {
    const drawn = BigInt.asUintN(bits, toInteger(read(size)));
    if (drawn < width) return drawn;
  }
}

/**
 * Up with chance rise/run, so that the mean is exact.
 * @param {number} level
 * @param {bigint} rise
 * @param {bigint} run
 * @param {Source} read
 * @returns {number}
 */
export function roundToLevel(level, rise, run, read) {
  return below(run, read) < rise ? level + 1 : level;
}

/**
 * The column that is sent: the own card's, or with the published odds another.
 * @param {Scheme} scheme
 * @param {number} query
 * @param {number} item
 * @param {number} level
 * @param {Source} read
 * @returns {number}
 */
export function randomize(scheme, query, item, level, read) {
  const columns = scheme.rows.columns;
  const own = columnOf(scheme, query, item, level);
  let drawn = below(BigInt(scheme.total), read) - BigInt(scheme.keep);
  if (drawn < 0n) return own;
  const other = BigInt(scheme.other);
  if (scheme.opposite === scheme.other) return (own + 1 + Number(drawn / other)) % columns;
  const opposite = columnOf(scheme, query, item, 1 - level);
  drawn -= BigInt(scheme.opposite);
  if (drawn < 0n) return opposite;
  const steps = 1 + Number(drawn / other);
  const isPast = steps >= (opposite - own + columns) % columns;
  return (own + steps + (isPast ? 1 : 0)) % columns;
}
