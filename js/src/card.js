/**
 * The card that a person holds: group and value checked, and placed between two levels, before any chance.
 */
import { Refused } from "./errors.js";
import { parseDecimal, place } from "./decimal.js";
import { below, randomize, roundToLevel } from "./randomize.js";

/** @typedef {import("./manifest.js").Study} Study */
/** @typedef {import("./randomize.js").Source} Source */
/** @typedef {string | typeof DECLINE} Group the label of a group, or DECLINE */
/** @typedef {string | number | null} Value a number within the range, the label of an option, or null */

/** Given as the group, it says: I would rather not say. */
export const DECLINE = Symbol("decline");
export const DECLINED = "I would rather not say";

/**
 * @typedef {object} Card
 * @property {number} item
 * @property {number} level
 * @property {bigint | null} rise chance goes up by one level in `rise` of `run` cases; null: to any of `run`
 * @property {bigint} run 0: nothing to draw
 */

/**
 * The column of one answer to this query. Everything is checked before anything is drawn: level, then column.
 * @param {Study} study
 * @param {number} query
 * @param {Group} group
 * @param {Value} value
 * @param {Source} read
 * @returns {number}
 */
export function drawColumn(study, query, group, value, read) {
  if (!Number.isInteger(query) || query < 0 || query >= study.scheme.queries) {
    throw new Refused("query", `must lie within 0..${study.scheme.queries - 1} for this study`);
  }
  const card = cardOf(study, group, value);
  return randomize(study.scheme, query, card.item, drawLevel(card, read), read);
}

/**
 * @param {Card} card
 * @param {Source} read
 * @returns {number}
 */
function drawLevel({ level, rise, run }, read) {
  if (run === 0n) return level;
  return rise === null ? Number(below(run, read)) : roundToLevel(level, rise, run, read);
}

/**
 * The card of somebody of this group with this value; refuses whatever the study does not ask.
 * @param {Study} study
 * @param {Group} group
 * @param {Value} value
 * @returns {Card}
 */
export function cardOf(study, group, value) {
  const { question, groups } = study;
  const { levels } = study.scheme.rows;
  const options = study.isHistogram ? question.options.length : 1;
  if (group === DECLINE || (group === DECLINED && groups.decline)) {
    if (!groups.decline) throw new Refused("group", "must be given: this study does not offer to decline");
    if (value !== null) throw new Refused("value", "must be left out when declining");
    const item = groups.labels.length * options;
    return levels > 1 ? { item, level: 0, rise: null, run: BigInt(levels) } : { item, level: 0, rise: 0n, run: 0n };
  }
  const at = groups.labels.indexOf(String(group).normalize("NFC").trim());
  if (at < 0) throw new Refused("group", "must be the label of one of the study's groups");
  if (question.kind === "none") {
    if (value !== null) throw new Refused("value", "must be left out: this study asks for the group only");
    return { item: at, level: 0, rise: 0n, run: 0n };
  }
  if (value === null) throw new Refused("value", "is missing");
  if (question.kind !== "choice") return { item: at, ...placed(study, String(value)) };
  const option = question.options.indexOf(String(value).normalize("NFC").trim());
  if (option < 0) throw new Refused("value", "must be one of the options");
  return study.isHistogram
    ? { item: at * options + option, level: 0, rise: 0n, run: 0n }
    : { item: at, level: option, rise: 0n, run: 1n };
}

/**
 * @param {Study} study with a range or a scale
 * @param {string} text
 * @returns {import("./decimal.js").Place}
 */
function placed({ question, scheme }, text) {
  const number = parseDecimal(text);
  if (!number) throw new Refused("value", "must be a number of at most 30 digits before and after the point");
  if (question.kind === "scale" && number.bottom !== 1n) throw new Refused("value", "must be a whole step of the scale");
  return place(number, question.low, question.high, scheme.rows.levels);
}
