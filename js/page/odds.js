/**
 * The promise as a person can weigh it: chances and guesses, from the integers that will be used.
 */
import { compare, fraction } from "../src/decimal.js";
import { promisedRatio } from "../src/promise.js";
import { columnOf } from "../src/scheme.js";

/** @typedef {import("../src/manifest.js").Study} Study */
/** @typedef {import("../src/scheme.js").Scheme} Scheme */
/** @typedef {{low: number, high: number}} Between shares of 1, rounded against us */

const FINE = 1000;
const COARSE = 100;

/**
 * @param {Study} study
 * @returns {number} how often an answer is the column of the own card
 */
export function ownShare({ scheme }) {
  return scheme.keep / scheme.total;
}

/**
 * How far one answer moves a guess about the group, and how far about the value: the same unless the promise is about
 * groups only.
 * @param {Study} study
 * @returns {{group: number, value: number}} odds as factors
 */
export function factorsOf({ scheme, manifest }) {
  const { keep, opposite, other } = scheme;
  const privacy = /** @type {{promise: string}} */ (manifest.privacy);
  const group = promisedRatio(scheme, privacy.promise) ?? fraction(1n, 0n);
  const pair = fraction(BigInt(keep), BigInt(Math.min(opposite, other)));
  const value = compare(pair, group) > 0 ? pair : group;
  return { group: numberOf(group), value: numberOf(value) };
}

/** @param {import("../src/decimal.js").Fraction} ratio */
function numberOf({ top, bottom }) {
  return Number(top) / Number(bottom);
}

/**
 * What a guess can become by one answer, at most and at least.
 * @param {number} guess a share of 1
 * @param {number} factor
 * @returns {Between}
 */
export function moved(guess, factor) {
  const rest = 1 - guess;
  return between(guess / (guess + rest * factor), (guess * factor) / (guess * factor + rest));
}

/**
 * The chance that a card's answer is this column.
 * @param {Scheme} scheme
 * @param {number} query
 * @param {number} item
 * @param {number} level
 * @param {number} column
 * @returns {number}
 */
export function chanceOf(scheme, query, item, level, column) {
  const { keep, opposite, other, total } = scheme;
  if (columnOf(scheme, query, item, level) === column) return keep / total;
  const isOpposite = opposite !== other && columnOf(scheme, query, item, 1 - level) === column;
  return (isOpposite ? opposite : other) / total;
}

/**
 * The chances with which people of a group send this column, whatever their value: one pair per group of the study,
 * declining last.
 * @param {Study} study
 * @param {number} query
 * @param {number} column
 * @returns {Between[]}
 */
export function chancesByGroup({ scheme, groups, question, isHistogram }, query, column) {
  const options = isHistogram ? question.options.length : 1;
  const { items, levels } = scheme.rows;
  const all = groups.labels.length + (groups.decline ? 1 : 0);
  return Array.from({ length: all }, (_, group) => {
    const first = group * options;
    const chances = [];
    for (let item = first; item < Math.min(first + options, items); item += 1) {
      for (let level = 0; level < levels; level += 1) chances.push(chanceOf(scheme, query, item, level, column));
    }
    return between(Math.min(...chances), Math.max(...chances));
  });
}

/**
 * What holds for all of them.
 * @param {Between[]} all
 * @returns {Between}
 */
export function together(all) {
  return { low: Math.min(...all.map(({ low }) => low)), high: Math.max(...all.map(({ high }) => high)) };
}

/**
 * Rounded outward: whole hundredths, and tenths of them near nothing and near certainty.
 * @param {number} low
 * @param {number} high
 * @returns {Between}
 */
function between(low, high) {
  if (low === high) return { low, high };
  const [below, above] = [low, high].map((share) => (share < 0.01 || share > 0.99 ? FINE : COARSE));
  return {
    low: Math.floor(low * (below ?? FINE) + 1e-9) / (below ?? FINE),
    high: Math.ceil(high * (above ?? FINE) - 1e-9) / (above ?? FINE),
  };
}
