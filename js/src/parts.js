/**
 * The parts of a manifest, each checked for itself.
 */
import { isObject } from "./canonical.js";
import { add, compare, parseDecimal } from "./decimal.js";
import { isBase64url } from "./encoding.js";
import { DECLINED } from "./card.js";
import { MOST_COLUMNS } from "./rows.js";
import { decimalOf, fold, labelsOf, MOST_GROUPS, MOST_LABEL, oneOf, refuse } from "./members.js";
import { refuseForm, tableOf, textOf, wholeOf } from "./members.js";

/** @typedef {import("./decimal.js").Fraction} Fraction */

const MOST_TEXT = 2000;
const MOST_KEYS = 16;
const MODULUS_BYTES = 256;
const WIDEST = 10n ** 15n;

const MAIL = /^[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/;
const ORIGIN = /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::[1-9][0-9]{0,4})?$/;

/**
 * @typedef {object} Question
 * @property {"range" | "scale" | "choice" | "none"} kind
 * @property {string} text
 * @property {Fraction} low 0 where there is no number
 * @property {Fraction} high
 * @property {string[]} options
 */

/**
 * @typedef {object} Groups
 * @property {string} text
 * @property {string[]} labels
 * @property {boolean} decline
 */

/**
 * @typedef {object} Privacy
 * @property {Fraction} epsilon
 * @property {"group and value" | "group"} promise
 */

/** @typedef {import("./members.js").Members} Members */

/**
 * @param {Members} members
 */
export function checkTop({ title, owner, not_after: day }) {
  textOf("title", title, 200);
  if (!MAIL.test(textOf("owner", owner, 254))) refuse("owner", "must be an e-mail address");
  const isDay = typeof day === "string" && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) && day > "0001";
  const date = new Date(isDay ? `${day}T00:00:00Z` : Number.NaN);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(String(day))) {
    refuse("not_after", "must be a day as in 2027-01-31");
  }
}

/**
 * @param {unknown} given
 * @returns {Question}
 */
export function questionOf(given) {
  const members = tableOf(given, "question", ["text", "kind", "low", "high", "options"]);
  const kind = oneOf("question.kind", members.kind, /** @type {const} */ (["range", "scale", "choice", "none"]));
  const hasText = kind !== "none" || members.text !== undefined;
  const text = hasText ? textOf("question.text", members.text, MOST_TEXT, true) : "";
  const isNumeric = kind === "range" || kind === "scale";
  for (const name of isNumeric ? ["options"] : kind === "choice" ? ["low", "high"] : ["low", "high", "options"]) {
    if (members[name] !== undefined) refuse(`question.${name}`, `is not for questions of kind ${kind}`);
  }
  const [low, high] = isNumeric ? endsOf(members, kind) : [parseEnd("0"), parseEnd("0")];
  return { kind, text, low, high, options: kind === "choice" ? labelsOf("question.options", members.options) : [] };
}

/**
 * @param {Members} members
 * @param {string} kind
 * @returns {[Fraction, Fraction]}
 */
function endsOf(members, kind) {
  const [low, high] = ["low", "high"].map((name) => {
    const end = decimalOf(`question.${name}`, members[name]);
    if (kind === "scale" && end.bottom !== 1n) refuse(`question.${name}`, "must be whole on a scale");
    return end;
  });
  if (!low || !high || compare(low, high) >= 0) return refuse("question.high", "must be above low");
  const places = [members.low, members.high].map((text) => String(text).split(".")[1]?.length ?? 0);
  const unit = 10n ** BigInt(Math.max(...places));
  const [bottom, top] = [low, high].map((end) => (end.top * unit) / end.bottom);
  if (bottom === undefined || top === undefined) return refuseForm();
  if ([top - bottom, bottom, -bottom, top, -top].some((size) => size > WIDEST)) {
    refuse("question.high", "must need at most 15 digits together with low");
  }
  return [low, high];
}

/**
 * @param {string} text
 * @returns {Fraction}
 */
function parseEnd(text) {
  return parseDecimal(text) ?? refuseForm();
}

/**
 * @param {unknown} given
 * @returns {Groups}
 */
export function groupsOf(given) {
  const members = tableOf(given, "groups", ["text", "labels", "cross", "shares", "decline", "shares_of"]);
  const text = textOf("groups.text", members.text, MOST_TEXT, true);
  const labels = members.cross === undefined ? labelsOf("groups.labels", members.labels) : crossedOf(members);
  const { decline } = members;
  if (decline === undefined) refuseForm();
  if (typeof decline !== "boolean") return refuse("groups.decline", "must be true or false");
  if (decline && labels.some((label) => fold(label) === fold(DECLINED))) {
    refuse("groups.labels", "must not hold what declining says");
  }
  checkShares(members, labels.length, decline);
  return { text, labels, decline };
}

/**
 * @param {Members} members
 * @returns {string[]} the labels that the crossed lists make
 */
function crossedOf({ cross, labels }) {
  const isList = Array.isArray(cross) && cross.every((pair) => Array.isArray(pair) && pair.length === 2);
  if (!isList || cross.length < 2) return refuse("groups.cross", "must be at least two pairs of a name and a list");
  /** @type {string[]} */
  let product = [""];
  cross.forEach(([axis, names], at) => {
    textOf(`groups.cross[${at}]`, axis, MOST_LABEL);
    const listed = labelsOf(`groups.cross.${axis}`, names);
    if (product.length * listed.length > MOST_GROUPS) refuse("groups.cross", `must make at most ${MOST_GROUPS} groups`);
    product = product.flatMap((start) => listed.map((name) => (at ? `${start} / ${name}` : name)));
  });
  if (new Set(product.map(fold)).size < product.length) refuse("groups.cross", "makes one label twice");
  const isSame = Array.isArray(labels) && product.length === labels.length;
  if (!isSame || !product.every((label, at) => label === labels[at])) {
    refuse("groups.labels", "must be those that the crossed lists make");
  }
  return product;
}

/**
 * @param {Members} members
 * @param {number} count
 * @param {boolean} decline
 */
function checkShares({ shares, shares_of: whose }, count, decline) {
  if (shares === undefined) {
    if (whose !== undefined) refuse("groups.shares_of", "needs shares beside it");
    return;
  }
  const kind = whose === undefined ? refuseForm() : oneOf("groups.shares_of", whose, ["all", "answered"]);
  if (!Array.isArray(shares)) return refuse("groups.shares", "must be a list of numbers");
  const numbers = shares.map((share, at) => {
    const number = decimalOf(`groups.shares[${at}]`, share);
    return number.top > 0n ? number : refuse(`groups.shares[${at}]`, "must be above 0");
  });
  const { top, bottom } = numbers.reduce(add, { top: 0n, bottom: 1n });
  if (numbers.length !== count || top !== bottom) {
    refuse("groups.shares", "must have one share per group and add to exactly 1");
  }
  if (decline && kind === "all") refuse("groups.shares", "must be shares of those who do not decline");
}

/**
 * @param {unknown} given
 * @returns {Privacy}
 */
export function privacyOf(given) {
  const members = tableOf(given, "privacy", ["epsilon", "promise", "mean_within"]);
  const epsilon = decimalOf("privacy.epsilon", members.epsilon);
  if (compare(epsilon, { top: 1n, bottom: 1000n }) < 0 || compare(epsilon, { top: 20n, bottom: 1n }) > 0) {
    refuse("privacy.epsilon", "must lie within 0.001..20");
  }
  const promise = oneOf("privacy.promise", members.promise, /** @type {const} */ (["group and value", "group"]));
  if (members.mean_within !== undefined) {
    refuse("privacy.mean_within", "is for answers collected offline: it trusts a bound that can be wrong");
  }
  return { epsilon, promise };
}

/**
 * @param {Members} members
 * @returns {"blind" | "open" | "named"}
 */
export function ticketsOf({ tickets, people, batch, embed, publish_answers: isPublished }) {
  const kind = oneOf("collect.tickets", tickets, /** @type {const} */ (["blind", "open", "named"]));
  if (people !== undefined) wholeOf("collect.people", people, 1, 10 ** 10);
  wholeOf("collect.batch", batch, 1, 1000);
  if (!Array.isArray(embed)) return refuse("collect.embed", "must be a list of web addresses");
  embed.forEach((origin, at) => {
    if (typeof origin !== "string" || !ORIGIN.test(origin)) {
      refuse(`collect.embed[${at}]`, "must be an origin as in https://survey.example.org, with no path");
    }
  });
  if (new Set(embed).size < embed.length) refuse("collect.embed", "must not name an origin twice");
  if (typeof isPublished !== "boolean") refuse("collect.publish_answers", "must be true or false");
  return kind;
}

/**
 * @typedef {object} Wishes
 * @property {string | undefined} rows
 * @property {number | undefined} columns
 * @property {number | undefined} levels
 * @property {number | undefined} bits
 * @property {boolean} isDie
 */

/**
 * @param {unknown} given
 * @returns {Wishes}
 */
export function wishesOf(given) {
  const members = tableOf(given, "scheme", ["ask", "max_bits", "rows", "columns", "levels", "device"]);
  const { ask, max_bits: bits, rows, columns, levels, device } = members;
  if (ask === undefined) refuseForm();
  oneOf("scheme.ask", ask, ["mean", "sum"]);
  return {
    rows: rows === undefined ? rows : oneOf("scheme.rows", rows, ["hashed", "dealt", "direct"]),
    isDie: device !== undefined && oneOf("scheme.device", device, ["die"]) === "die",
    levels: levels === undefined ? levels : wholeOf("scheme.levels", levels, 2, 1000),
    bits: bits === undefined ? bits : wholeOf("scheme.max_bits", bits, 1, 20),
    columns: columns === undefined ? columns : wholeOf("scheme.columns", columns, 2, MOST_COLUMNS),
  };
}

/**
 * The moduli of the signing keys, as base64url.
 * @param {unknown} given
 * @returns {string[]}
 */
export function keysOf(given) {
  const isList = Array.isArray(given) && given.every((key) => isObject(key) && Object.keys(key).join() === "n,stratum");
  if (!isList) return refuse("keys", "must be a list of objects with n and stratum");
  if (given.length > MOST_KEYS) refuse("keys", `must be at most ${MOST_KEYS}`);
  const moduli = given.map(({ n, stratum }) => {
    if (!isBase64url(n, MODULUS_BYTES)) return refuse("keys.n", `must be ${MODULUS_BYTES} bytes as base64url`);
    // The first sign begins with the highest bit; the last one is one of A, Q, g and w, by the two lowest.
    if (!/^[g-z0-9_-].*[Qw]$/.test(n)) refuse("keys.n", "must be an odd number of 2048 bits");
    if (stratum !== null) textOf("keys.stratum", stratum, MOST_LABEL);
    return n;
  });
  for (const name of ["n", "stratum"]) {
    if (new Set(given.map((key) => key[name])).size < given.length) refuse("keys", `must differ in ${name}`);
  }
  return moduli;
}
