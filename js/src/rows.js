/**
 * Rows: a public rule that puts every card of every item into a column, query by query (SCHEME.md A).
 */
import { Refused } from "./errors.js";

export const MOST_COLUMNS = 999_999;
const MOST_DEALT = 64;

/**
 * @typedef {object} Rows
 * @property {string} name
 * @property {number} items
 * @property {number} levels
 * @property {number} columns
 * @property {number} pool how many queries of one kind there are
 * @property {(r: number, item: number, level: number) => number} column of a card in a value question
 * @property {(r: number, item: number) => number} countColumn of all cards of an item in a count question
 */

/** @type {{[name: string]: (items: number, levels: number, columns: number) => Rows}} */
export const ROWS = { direct, dealt, hashed };

/**
 * The rows of this name; refuses what they cannot have.
 * @param {string} name one of ROWS
 * @param {number} items
 * @param {number} levels
 * @param {number} columns
 * @returns {Rows}
 */
export function rowsOf(name, items, levels, columns) {
  if (items < 2) throw new Refused("scheme.items", `must be at least 2; got ${items}`);
  if (levels < 1) throw new Refused("scheme.levels", `must be at least 1; got ${levels}`);
  const fewest = Math.max(2, levels);
  if (columns < fewest || columns > MOST_COLUMNS) {
    throw new Refused("scheme.columns", `must lie within ${fewest}..${MOST_COLUMNS}; got ${columns}`);
  }
  const make = ROWS[name];
  if (!make) throw new Refused("scheme.rows", `must be one of ${Object.keys(ROWS).join(", ")}`);
  return make(items, levels, columns);
}

/**
 * Every card has its own column, so there is nothing to ask.
 * @type {(items: number, levels: number, columns: number) => Rows}
 */
function direct(items, levels, columns) {
  if (columns !== items * levels) {
    throw new Refused("scheme.columns", `must be ${items * levels} for direct rows; got ${columns}`);
  }
  return {
    name: "direct",
    items,
    levels,
    columns,
    pool: 1,
    column: (_, item, level) => item * levels + level,
    countColumn: () => {
      throw new Refused("scheme.count_share", "must be 0 for direct rows: they have no count questions");
    },
  };
}

/**
 * Cards dealt evenly into columns by affine maps modulo a prime.
 * @type {(items: number, levels: number, columns: number) => Rows}
 */
function dealt(items, levels, columns) {
  if (items > MOST_DEALT) {
    throw new Refused("scheme.items", `must be at most ${MOST_DEALT} for dealt rows; got ${items}`);
  }
  if (levels > 2) throw new Refused("scheme.levels", `must be 1 or 2 for dealt rows; got ${levels}`);
  const prime = smallestPrimeFrom(items);
  if (columns > levels * prime) {
    throw new Refused("scheme.columns", `must be at most ${levels * prime} for these dealt rows; got ${columns}`);
  }
  const multipliers = Math.max(1, (prime - 1) / 2);
  const sides = levels === 1 ? 1 : 2 ** items.toString(2).length;
  const step = prime + (prime % columns === 0 ? 1 : 0);

  /** @type {(r: number, item: number) => number} */
  const rank = (r, item) => {
    const deal = Math.floor(r / sides);
    return ((Math.floor(deal / prime) + 1) * item + (deal % prime)) % prime;
  };
  return {
    name: "dealt",
    items,
    levels,
    columns,
    pool: multipliers * prime * sides,
    column: (r, item, level) => {
      const first = rank(r, item);
      if (levels === 1) return first % columns;
      const isHighFirst = !isOdd((item + 1) & (r % sides));
      return (isHighFirst === (level === 1) ? first : first + step) % columns;
    },
    countColumn: (r, item) => rank(r, item) % columns,
  };
}

/**
 * Clock arithmetic on digits, for any number of items and a prime number of columns.
 * @type {(items: number, levels: number, columns: number) => Rows}
 */
function hashed(items, levels, columns) {
  if (!isPrime(columns)) throw new Refused("scheme.columns", `must be prime for hashed rows; got ${columns}`);
  let pool = columns;
  while (pool < items) pool *= columns;

  /** @type {(r: number, item: number) => number} */
  const countColumn = (r, item) => {
    let sum = 0;
    while (r && item) {
      sum = (sum + (r % columns) * (item % columns)) % columns;
      r = Math.floor(r / columns);
      item = Math.floor(item / columns);
    }
    return sum;
  };
  return {
    name: "hashed",
    items,
    levels,
    columns,
    pool,
    column: (r, item, level) => (countColumn(r, item) + level) % columns,
    countColumn,
  };
}

/**
 * @param {number} mask
 * @returns {boolean} whether an odd number of its bits is set
 */
function isOdd(mask) {
  let odd = false;
  for (; mask; mask &= mask - 1) odd = !odd;
  return odd;
}

/**
 * @param {number} number
 * @returns {boolean}
 */
function isPrime(number) {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) {
    if (number % divisor === 0) return false;
  }
  return number > 1;
}

/**
 * @param {number} number
 * @returns {number}
 */
function smallestPrimeFrom(number) {
  while (!isPrime(number)) number += 1;
  return number;
}
