/**
 * Exact decimals as fractions of big integers, and where a value lies between two levels (SCHEME.md B).
 */
import { Refused } from "./errors.js";

/**
 * @typedef {object} Fraction
 * @property {bigint} top
 * @property {bigint} bottom above 0
 */

const NUMBER = /^[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?$/;
const PLAIN = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/;
const MOST_DIGITS = 30;
const FINEST = 1n << 53n;

/**
 * The number that a text spells, exactly; null for what is no short, finite decimal.
 * @param {string} text
 * @returns {Fraction | null}
 */
export function parseDecimal(text) {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return null;
  const [mantissa = "", exponentText = "0"] = trimmed.toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.replace(/^[+-]/, "").split(".");
  const digits = (whole + decimals).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (!significant) return { top: 0n, bottom: 1n };
  const exponent = Number(exponentText) - decimals.length + digits.length - significant.length;
  const size = significant.length;
  if (size > MOST_DIGITS || exponent < -MOST_DIGITS || size + exponent > MOST_DIGITS) return null;
  const number = BigInt(significant) * (mantissa.startsWith("-") ? -1n : 1n);
  return exponent < 0 ? fraction(number, 10n ** BigInt(-exponent)) : fraction(number * 10n ** BigInt(exponent), 1n);
}

/**
 * Whether a text is the one form that a manifest gives to a number.
 * @param {string} text
 * @returns {boolean}
 */
export function isPlain(text) {
  return PLAIN.test(text) && text !== "-0";
}

/**
 * A fraction in lowest terms.
 * @param {bigint} top
 * @param {bigint} bottom above 0
 * @returns {Fraction}
 */
export function fraction(top, bottom) {
  const shared = greatestCommonDivisor(top < 0n ? -top : top, bottom);
  return { top: top / shared, bottom: bottom / shared };
}

/**
 * @param {bigint} left not negative
 * @param {bigint} right not negative
 * @returns {bigint}
 */
export function greatestCommonDivisor(left, right) {
  while (right) [left, right] = [right, left % right];
  return left;
}

/**
 * @param {Fraction} left
 * @param {Fraction} right
 * @returns {number} below, at or above 0 as left is below, at or above right
 */
export function compare(left, right) {
  const difference = left.top * right.bottom - right.top * left.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * @param {Fraction} left
 * @param {Fraction} right
 * @returns {Fraction}
 */
export function add(left, right) {
  return fraction(left.top * right.bottom + right.top * left.bottom, left.bottom * right.bottom);
}

/**
 * @typedef {object} Place
 * @property {number} level
 * @property {bigint} rise
 * @property {bigint} run rise/run of the way up to the next level
 */

/**
 * Where a value within low..high lies between two levels.
 * @param {Fraction} value
 * @param {Fraction} low
 * @param {Fraction} high
 * @param {number} levels
 * @returns {Place}
 */
export function place(value, low, high, levels) {
  if (compare(value, low) < 0 || compare(value, high) > 0) throw new Refused("value", "must lie within the range");
  const above = add(value, { top: -low.top, bottom: low.bottom });
  const width = add(high, { top: -low.top, bottom: low.bottom });
  const steps = fraction(above.top * width.bottom * BigInt(levels - 1), above.bottom * width.top);
  const level = steps.top / steps.bottom;
  const rest = nearest({ top: steps.top - level * steps.bottom, bottom: steps.bottom });
  return { level: Number(level), rise: rest.top, run: rest.bottom };
}

/**
 * The nearest fraction whose bottom is at most 2^53 (of two equally near ones, that with the smaller bottom).
 * @param {Fraction} exact in lowest terms, not negative
 * @returns {Fraction}
 */
function nearest(exact) {
  if (exact.bottom <= FINEST) return exact;
  let [top0, bottom0, top1, bottom1] = [0n, 1n, 1n, 0n];
  let [n, d] = [exact.top, exact.bottom];
  for (;;) {
    const whole = n / d;
    const bottom2 = bottom0 + whole * bottom1;
    if (bottom2 > FINEST) break;
    [top0, bottom0, top1, bottom1] = [top1, bottom1, top0 + whole * top1, bottom2];
    [n, d] = [d, n - whole * d];
  }
  const times = (FINEST - bottom0) / bottom1;
  const other = { top: top0 + times * top1, bottom: bottom0 + times * bottom1 };
  return 2n * d * other.bottom <= exact.bottom ? { top: top1, bottom: bottom1 } : other;
}
