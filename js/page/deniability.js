/**
 * The deniability card: who else would have sent the same. It goes by the number alone and never by what was chosen, so
 * whoever sees it learns no more than the number.
 */
import { el, more, theirs } from "./dom.js";
import { chancesByGroup, together } from "./odds.js";
import { icon } from "./pictures.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./odds.js").Between} Between */
/** @typedef {import("../src/manifest.js").Study} Study */
/** @typedef {import("../src/visit.js").Prepared} Prepared */

const MOST_GROUPS = 24;

/**
 * In a sentence.
 * @param {Catalogue} words
 * @param {Study} study
 * @param {Prepared} prepared
 * @returns {HTMLElement}
 */
export function deniable(words, study, { query, column }) {
  const said = ends(words, together(chancesByGroup(study, query, column)));
  return el("p", { class: "deniable" }, icon("veil"), el("span", {}, words.text("odds_text", said)));
}

/**
 * Group by group.
 * @param {Catalogue} words
 * @param {Study} study
 * @param {Prepared} prepared
 * @returns {HTMLElement}
 */
export function deniability(words, study, { query, column }) {
  const rows = chancesByGroup(study, query, column)
    .slice(0, MOST_GROUPS)
    .map((between, group) => {
      const label = study.groups.labels[group];
      const name = label === undefined ? words.text("decline") : theirs(label);
      const { low, high } = ends(words, between);
      const chance = low === high ? low : words.text("odds_between", { low, high });
      return el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "figure" }, chance));
    });
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, words.text("odds_group")),
    el("th", { scope: "col", class: "figure" }, words.text("odds_chance", { column })),
  );
  return more(
    words.text("odds", { column }),
    el("p", {}, words.text("odds_lead")),
    el("table", {}, el("thead", {}, head), el("tbody", {}, rows)),
  );
}

/**
 * @param {Catalogue} words
 * @param {Between} between
 * @returns {{low: string, high: string}} as percentages
 */
function ends(words, { low, high }) {
  const share = (/** @type {number} */ chance) =>
    words.number(chance, { style: "percent", maximumFractionDigits: chance < 0.01 || chance > 0.99 ? 1 : 0 });
  return { low: share(low), high: share(high) };
}
