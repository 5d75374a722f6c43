/**
 * What somebody chose and typed, as the study asks for it; nothing is drawn.
 */
import { cardOf, DECLINE } from "../src/card.js";
import { Refused } from "../src/errors.js";

/** @typedef {import("../src/manifest.js").Study} Study */
/** @typedef {{group: import("../src/card.js").Group, value: import("../src/card.js").Value}} Said */
/** @typedef {"group" | "value"} Field */

const DIGITS = ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९"];

// Thousands to some, three decimals to others: nobody may guess which.
const TWO_READINGS = /^-?[1-9]\d{0,2},\d{3}$/;

/**
 * A number as it is typed anywhere, in ASCII: other digits, a comma or an Arabic point are understood, and a
 * comma that may stand between thousands is left as it is.
 * @param {string} text
 * @returns {string}
 */
export function plainNumber(text) {
  const ascii = Array.from(text.trim(), (sign) => {
    const found = DIGITS.find((digits) => digits.includes(sign));
    return found ? String(found.indexOf(sign)) : sign;
  }).join("");
  const pointed = ascii
    .replace("٫", ".")
    .replace(/^[−–]/, "-")
    .replace(/[\u200e\u200f\u061c]/g, "");
  return /^[^.,]*,[^.,]*$/.test(pointed) && !TWO_READINGS.test(pointed) ? pointed.replace(",", ".") : pointed;
}

/**
 * @param {string} text
 * @returns {boolean} whether a number is typed with a comma that can be read in two ways
 */
export function hasTwoReadings(text) {
  return TWO_READINGS.test(plainNumber(text));
}

/**
 * What is said, or which fields are not yet as they must be.
 * @param {Study} study
 * @param {{group: string | null, isDeclined: boolean, value: string}} given
 * @returns {{said: Said, wrong: null} | {said: null, wrong: Field[]}}
 */
export function readEntry(study, { group, isDeclined, value }) {
  if (isDeclined) return { said: { group: DECLINE, value: null }, wrong: null };
  const said = { group: group ?? "", value: typed(study, value) };
  /** @type {Field[]} */
  const wrong = group === null ? ["group"] : [];
  const [known = ""] = study.groups.labels;
  if (!isAnswer(study, { group: known, value: said.value })) wrong.push("value");
  if (!wrong.length && !isAnswer(study, said)) wrong.push("group");
  return wrong.length ? { said: null, wrong } : { said, wrong: null };
}

/**
 * @param {Study} study
 * @param {string} value
 * @returns {string | null}
 */
function typed({ question }, value) {
  if (question.kind === "none") return null;
  if (question.kind === "choice") return value || null;
  return plainNumber(value) || null;
}

/**
 * @param {Study} study
 * @param {Said} said
 * @returns {boolean}
 */
function isAnswer(study, { group, value }) {
  try {
    cardOf(study, group, value);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
