/**
 * The table of a query, with which anyone can follow by hand where each card lies.
 */
import { cardOf } from "../src/card.js";
import { columnOf } from "../src/scheme.js";

/** @typedef {import("../src/manifest.js").Study} Study */
/** @typedef {import("../src/card.js").Group} Group */
/** @typedef {import("../src/card.js").Value} Value */

/**
 * A card: its group (null: declined), what it stands for (a number, an option, or nothing), and where it lies.
 * `coin` is which side of a coin with so many sides a declined card shows.
 * @typedef {object} Row
 * @property {number} item
 * @property {number} level
 * @property {string | null} group
 * @property {string | number | null} answer
 * @property {number | null} coin
 * @property {number} column
 */

export const MOST_ROWS = 200;

/**
 * The first rows of the table, and how many there are.
 * @param {Study} study
 * @param {number} query
 * @returns {{rows: Row[], count: number}}
 */
export function tableOf(study, query) {
  const { items } = study.scheme.rows;
  const rows = [];
  for (let item = 0; item < items && rows.length < MOST_ROWS; item += 1) rows.push(...rowsOf(study, query, item));
  return { rows, count: items * shownLevels(study, query) };
}

/**
 * The rows that somebody's answer can begin from: one, or where chance rounds, several.
 * @param {Study} study
 * @param {number} query
 * @param {Group} group
 * @param {Value} value
 * @returns {Row[]}
 */
export function ownRows(study, query, group, value) {
  const card = cardOf(study, group, value);
  const { levels, pool } = study.scheme.rows;
  const isRounded = card.run !== 0n && card.rise !== 0n;
  const last = card.rise === null ? levels - 1 : card.level + (isRounded ? 1 : 0);
  const all = rowsOf(study, query, card.item);
  return query >= pool ? all : all.filter(({ level }) => level >= card.level && level <= last);
}

/**
 * @param {Study} study
 * @param {number} query
 * @param {number} item
 * @returns {Row[]}
 */
function rowsOf(study, query, item) {
  const shown = shownLevels(study, query);
  return Array.from({ length: shown }, (_, level) => {
    const column = columnOf(study.scheme, query, item, level);
    return { item, level, ...nameOf(study, item, level, shown), column };
  });
}

/**
 * @param {Study} study
 * @param {number} query
 * @returns {number} how many rows an item has: one where the query asks for the group only
 */
function shownLevels({ scheme }, query) {
  return query < scheme.rows.pool ? scheme.rows.levels : 1;
}

/**
 * @param {Study} study
 * @param {number} item
 * @param {number} level
 * @param {number} shown how many levels the table has
 * @returns {Pick<Row, "group" | "answer" | "coin">}
 */
function nameOf({ question, groups, isHistogram, scheme }, item, level, shown) {
  const options = isHistogram ? question.options.length : 1;
  const group = groups.labels[Math.floor(item / options)];
  if (group === undefined) return { group: null, answer: null, coin: shown > 1 ? level + 1 : null };
  if (isHistogram) return { group, answer: question.options[item % options] ?? "", coin: null };
  if (shown === 1) return { group, answer: null, coin: null };
  if (question.kind === "choice") return { group, answer: question.options[level] ?? "", coin: null };
  const [low, high] = [question.low, question.high].map(({ top, bottom }) => Number(top) / Number(bottom));
  const step = level / (scheme.rows.levels - 1);
  return { group, answer: (low ?? 0) + ((high ?? 0) - (low ?? 0)) * step, coin: null };
}
