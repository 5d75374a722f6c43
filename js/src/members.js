/**
 * Members of a manifest: texts, labels, numbers, each in its one form.
 */
import { Refused } from "./errors.js";
import { isObject } from "./canonical.js";
import { isPlain, parseDecimal } from "./decimal.js";

/** @typedef {import("./decimal.js").Fraction} Fraction */
/** @typedef {{[name: string]: unknown}} Members */

export const MOST_LABEL = 200;
export const MOST_GROUPS = 100_000;

const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const AROUND = new RegExp(`^${SPACE}+|${SPACE}+$`, "g");
const REORDERING = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u2028\u2029]/;

/** @param {string} field @param {string} rule @returns {never} */
export function refuse(field, rule) {
  throw new Refused(field, rule);
}

/**
 * What is right in itself, and not spelled as a manifest spells it.
 * @returns {never}
 */
export function refuseForm() {
  return refuse("manifest", "is not in the one form that this study has");
}

/**
 * @param {unknown} members
 * @param {string} table
 * @param {string[]} known
 * @returns {Members} with no other member, and none that is null
 */
export function tableOf(members, table, known) {
  if (!isObject(members)) return refuse(table, "must be an object");
  const unknown = Object.keys(members).find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`${table}.${unknown}`, "is not a member of a manifest");
  if (Object.values(members).includes(null)) refuseForm();
  return members;
}

/**
 * @param {string} field
 * @param {unknown} value
 * @param {number} most
 * @param {boolean} [hasLines]
 * @returns {string}
 */
export function textOf(field, value, most, hasLines = false) {
  if (typeof value !== "string") return refuse(field, "must be text");
  const text = value.normalize("NFC").replace(AROUND, "");
  if (!fold(text)) refuse(field, "must hold something that can be seen");
  if ([...text].length > most) refuse(field, `must have at most ${most} characters`);
  const plain = hasLines ? text.replaceAll("\n", "") : text;
  if (REORDERING.test(text) || /\p{Cc}/u.test(plain)) refuse(field, "must not hold marks that cannot be seen");
  return text === value ? text : refuseForm();
}

/**
 * What two labels must not share: how they look, but for case, spaces and invisible characters.
 * @param {string} label
 * @returns {string}
 */
export function fold(label) {
  const visible = label.replace(/\p{Cf}/gu, "").normalize("NFKC");
  return visible.toUpperCase().toLowerCase().replace(AROUND, "");
}

/**
 * @param {string} field
 * @param {unknown} value
 * @returns {string[]} at least two, no two alike
 */
export function labelsOf(field, value) {
  if (!Array.isArray(value) || value.length < 2) return refuse(field, "must be a list of at least 2 labels");
  if (value.length > MOST_GROUPS) refuse(field, `must be at most ${MOST_GROUPS} labels`);
  const seen = new Set();
  return value.map((label, at) => {
    const text = textOf(`${field}[${at}]`, label, MOST_LABEL);
    if (seen.size === seen.add(fold(text)).size) refuse(`${field}[${at}]`, "repeats another label, or looks like it");
    return text;
  });
}

/**
 * @param {string} field
 * @param {unknown} value
 * @returns {Fraction}
 */
export function decimalOf(field, value) {
  if (value === undefined) return refuse(field, "is missing");
  if (typeof value === "number") return refuseForm();
  const number = typeof value === "string" ? parseDecimal(value) : null;
  if (!number) return refuse(field, "must be a decimal number in quotes");
  return isPlain(String(value)) ? number : refuseForm();
}

/**
 * @param {string} field
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @returns {number}
 */
export function wholeOf(field, value, least, most) {
  if (typeof value === "number" && least <= value && value <= most) return value;
  return refuse(field, `must be a whole number within ${least}..${most}`);
}

/**
 * @template {string} Name
 * @param {string} field
 * @param {unknown} value
 * @param {readonly Name[]} names
 * @returns {Name}
 */
export function oneOf(field, value, names) {
  return names.find((name) => name === value) ?? refuse(field, `must be one of ${names.join(", ")}`);
}
