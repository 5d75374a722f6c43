/**
 * The promise in numbers, from the integers that will be used: exact, since e^epsilon is compared, not rounded.
 */
import { compare, fraction, parseDecimal } from "./decimal.js";

/** @typedef {import("./decimal.js").Fraction} Fraction */
/** @typedef {import("./scheme.js").Scheme} Scheme */

const BITS = 256n;
const STEPS = 10_000;

/**
 * The worst odds between two people whom the promise protects from each other; null: without bound.
 * @param {Scheme} scheme
 * @param {string} promise
 * @returns {Fraction | null}
 */
export function promisedRatio(scheme, promise) {
  const { keep, opposite, other } = scheme;
  const smallest = Math.min(opposite, other);
  if (smallest < 1) return null;
  const known = fraction(BigInt(keep), BigInt(smallest));
  if (promise === "group and value" || opposite === other || scheme.rows.name !== "direct") return known;
  const between = fraction(BigInt(keep), BigInt(other));
  const within = fraction(BigInt(other), BigInt(opposite));
  return compare(between, within) > 0 ? between : within;
}

/**
 * Whether ratio <= e^epsilon. Equality is impossible: e^epsilon is irrational.
 * @param {Fraction} ratio
 * @param {Fraction} epsilon above 0
 * @returns {boolean}
 */
export function isAtMostExponential(ratio, epsilon) {
  return ratio.top << BITS <= ratio.bottom * scaledExponential(epsilon);
}

/**
 * e^epsilon in units of 2^-256, by its series.
 * @param {Fraction} epsilon
 * @returns {bigint}
 */
function scaledExponential({ top, bottom }) {
  let term = 1n << BITS;
  let sum = 0n;
  for (let n = 1n; term > 0n; n += 1n) {
    sum += term;
    term = (term * top) / (bottom * n);
  }
  return sum;
}

/**
 * What one answer costs: the smallest epsilon of four decimals that bounds the odds really used.
 * @param {Fraction} ratio
 * @returns {string}
 */
export function epsilonOf(ratio) {
  let steps = Math.max(0, Math.floor(Math.log(Number(ratio.top) / Number(ratio.bottom)) * STEPS) - 1);
  while (!isAtMostExponential(ratio, fraction(BigInt(steps), BigInt(STEPS)))) steps += 1;
  const decimals = String(steps % STEPS).padStart(4, "0").replace(/0+$/, "");
  return `${Math.floor(steps / STEPS)}${decimals && `.${decimals}`}`;
}

/**
 * The sum of two epsilons, as a plain decimal of at most four decimals.
 * @param {...string} epsilons
 * @returns {string}
 */
export function sumOf(...epsilons) {
  const steps = epsilons.reduce((sum, text) => {
    const { top, bottom } = parseDecimal(text) ?? { top: 0n, bottom: 1n };
    return sum + (top * BigInt(STEPS)) / bottom;
  }, 0n);
  const decimals = String(steps % BigInt(STEPS)).padStart(4, "0").replace(/0+$/, "");
  return `${steps / BigInt(STEPS)}${decimals && `.${decimals}`}`;
}
