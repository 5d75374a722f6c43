/**
 * Practice: answers of an example person, drawn as real ones are, and the odds that were promised. Never sent.
 */
import { cardOf, drawColumn } from "../src/card.js";
import { below } from "../src/randomize.js";
import { chanceOf } from "./odds.js";

/** @typedef {import("../src/manifest.js").Study} Study */
/** @typedef {{group: string, value: string | null}} Example */
/** @typedef {{column: number | null, isOwn: boolean, drawn: number, promised: number}} Bar column null: all the rest */

export const TIMES = 1000;
const MOST_BARS = 10;

/**
 * The person of the example: the first group with the highest value, whoever is asked.
 * @param {Study} study
 * @returns {Example}
 */
export function exampleOf({ question, groups, manifest }) {
  const [group = ""] = groups.labels;
  if (question.kind === "none") return { group, value: null };
  if (question.kind === "choice") return { group, value: question.options.at(-1) ?? "" };
  return { group, value: String(/** @type {{high: string}} */ (manifest.question).high) };
}

/**
 * Draw a query, and so many answers to it.
 * @param {Study} study
 * @param {import("../src/randomize.js").Source} read
 * @param {number} [times]
 * @returns {Bar[]} how often each column was drawn, and how often it was promised; the own column first
 */
export function practise(study, read, times = TIMES) {
  const { scheme } = study;
  const { group, value } = exampleOf(study);
  const query = Number(below(BigInt(scheme.queries), read));
  const counts = new Map();
  for (let at = 0; at < times; at += 1) {
    const column = drawColumn(study, query, group, value, read);
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const { item, level } = cardOf(study, group, value);
  const bars = Array.from({ length: scheme.rows.columns }, (_, column) => {
    const chance = chanceOf(scheme, query, item, level, column);
    const isOwn = chance === scheme.keep / scheme.total;
    return { column, isOwn, drawn: counts.get(column) ?? 0, promised: chance * times };
  });
  bars.sort((one, other) => Number(other.isOwn) - Number(one.isOwn));
  return folded(bars);
}

/**
 * @param {Bar[]} bars
 * @returns {Bar[]} no more than fit; the last one stands for the rest
 */
function folded(bars) {
  if (bars.length <= MOST_BARS) return bars;
  const rest = bars.slice(MOST_BARS - 1);
  const sum = (/** @type {"drawn" | "promised"} */ name) => rest.reduce((total, bar) => total + bar[name], 0);
  return [
    ...bars.slice(0, MOST_BARS - 1),
    { column: null, isOwn: false, drawn: sum("drawn"), promised: sum("promised") },
  ];
}
