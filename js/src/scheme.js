/**
 * The scheme of a manifest: rows, odds and the share of count questions, checked as integers.
 */
import { Refused } from "./errors.js";
import { greatestCommonDivisor } from "./decimal.js";
import { isObject } from "./canonical.js";
import { ROWS, rowsOf } from "./rows.js";

/** @typedef {import("./rows.js").Rows} Rows */

/**
 * @typedef {object} Scheme
 * @property {Rows} rows
 * @property {number} keep weight of the own card's column
 * @property {number} opposite weight of the column of the own item's other card
 * @property {number} other weight of every remaining column
 * @property {number} total W, the sum of the weights
 * @property {[number, number]} countShare
 * @property {number} queries
 */

const INTEGERS = ["items", "columns", "levels", "keep", "opposite", "other", "pool"];
const MEMBERS = ["rows", ...INTEGERS, "count_share"];

/**
 * The scheme that a manifest publishes; refuses whatever its own integers do not bear out.
 * @param {unknown} members
 * @returns {Scheme}
 */
export function schemeOf(members) {
  if (!isObject(members) || typeof members.rows !== "string") {
    throw new Refused("scheme", "must be an object with rows and their integers");
  }
  for (const name of Object.keys(members)) {
    if (!MEMBERS.includes(name)) throw new Refused("scheme", "has an unknown member");
  }
  for (const name of MEMBERS) {
    if (!Object.hasOwn(members, name)) throw new Refused(`scheme.${name}`, "is missing");
  }
  for (const name of INTEGERS) {
    if (typeof members[name] !== "number") throw new Refused(`scheme.${name}`, "must be a whole number");
  }
  if (!Object.hasOwn(ROWS, members.rows)) {
    throw new Refused("scheme.rows", `must be one of ${Object.keys(ROWS).join(", ")}`);
  }
  const [items, columns, levels, keep, opposite, other, pool] = /** @type {[number, number, number, number, number,
    number, number]} */ (INTEGERS.map((name) => members[name]));
  const rows = rowsOf(members.rows, items, levels, columns);
  if (rows.pool !== pool) throw new Refused("scheme.pool", `must be ${rows.pool} for these rows; got ${pool}`);
  const weights = { keep, opposite, other };
  checkOdds(weights);
  const countShare = shareOf(members.count_share);
  const total = totalOf(rows, weights);
  checkTogether(rows, weights, countShare);
  return { rows, ...weights, total, countShare, queries: rows.pool * (countShare[0] > 0 ? 2 : 1) };
}

/**
 * The card's column under a query of either kind.
 * @param {Scheme} scheme
 * @param {number} query
 * @param {number} item
 * @param {number} level
 * @returns {number}
 */
export function columnOf({ rows }, query, item, level) {
  return query < rows.pool ? rows.column(query, item, level) : rows.countColumn(query - rows.pool, item);
}

/** @typedef {{keep: number, opposite: number, other: number}} Weights */

/** @param {Weights} weights */
function checkOdds({ keep, opposite, other }) {
  if (opposite < 0) throw new Refused("scheme.opposite", `must be at least 0; got ${opposite}`);
  if (other < 0) throw new Refused("scheme.other", `must be at least 0; got ${other}`);
  if (keep <= Math.max(other, opposite)) {
    throw new Refused("scheme.keep", `must be above other (${other}) and opposite (${opposite}); got ${keep}`);
  }
}

/**
 * @param {Rows} rows
 * @param {Weights} weights
 * @returns {number} W, below 2^53
 */
function totalOf({ levels, columns }, { keep, opposite, other }) {
  const [big, own] = [BigInt(other), BigInt(keep)];
  const total =
    levels === 2 ? own + BigInt(opposite) + BigInt(columns - 2) * big : own + BigInt(columns - 1) * big;
  if (total >= 1n << 53n) {
    throw new Refused("scheme.columns", `make the weights add to ${total}, which must be below 2^53`);
  }
  return Number(total);
}

/**
 * @param {Rows} rows
 * @param {Weights} weights
 * @param {[number, number]} countShare
 */
function checkTogether({ name, levels, columns }, { opposite, other }, [num, den]) {
  const isPlain = opposite === other;
  if (other < 1 && columns > 2) throw new Refused("scheme.other", `must be at least 1; got ${other}`);
  if (!isPlain && levels !== 2) {
    throw new Refused("scheme.opposite", `must equal other unless there are two levels; got ${opposite}`);
  }
  const canCount = name !== "direct" && levels > 1 && isPlain && other > 0;
  if (num < 0 || num >= den || (num > 0 && !canCount)) {
    throw new Refused("scheme.count_share", "must be at least 0, below 1, and 0 where nothing can be counted");
  }
}

/**
 * @param {unknown} pair
 * @returns {[number, number]} in lowest terms
 */
function shareOf(pair) {
  const [num, den] = Array.isArray(pair) && pair.length === 2 ? pair : [null, null];
  if (typeof num === "number" && typeof den === "number" && den > 0) {
    if (greatestCommonDivisor(BigInt(Math.abs(num)), BigInt(den)) === 1n) return [num, den];
  }
  throw new Refused("scheme.count_share", "must be [numerator, denominator] in lowest terms");
}
