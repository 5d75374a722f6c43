/**
 * Before it is sent: what was drawn, the very bytes, and how to follow it by hand.
 */
import { el, isolated, more, theirs } from "./dom.js";
import { ownShare } from "./odds.js";
import { ownRows, tableOf } from "./table.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("../src/manifest.js").Study} Study */
/** @typedef {import("../src/visit.js").Prepared} Prepared */
/** @typedef {import("./table.js").Row} Row */

/**
 * The column, large, and what goes with it.
 * @param {Catalogue} words
 * @param {Study} study
 * @param {Prepared} prepared
 * @returns {HTMLElement}
 */
export function drawn(words, { scheme }, { column }) {
  const { columns } = scheme.rows;
  return el(
    "div",
    { class: "drawn" },
    el(
      "p",
      { class: "big" },
      el("span", { class: "soft" }, words.text("prepared_number")),
      " ",
      el("strong", {}, words.number(column)),
    ),
    el("p", { class: "soft" }, words.text("prepared_of", { columns, last: columns - 1 })),
    el("p", {}, words.text("prepared_ticket")),
  );
}

/**
 * @param {Catalogue} words
 * @param {Prepared} prepared
 * @returns {HTMLElement}
 */
export function bytes(words, { url, body }) {
  return more(
    words.text("bytes"),
    el("p", {}, words.text("bytes_text", { url: isolated(url) })),
    el("pre", { dir: "ltr", tabindex: "0", class: "unprinted" }, body),
  );
}

/**
 * The table of the query. `own` is what was chosen, where this page still knows it: lit only while a button is held.
 * @param {Catalogue} words
 * @param {Study} study
 * @param {Prepared} prepared
 * @param {import("./entry.js").Said | null} own
 * @returns {HTMLElement}
 */
export function byHand(words, study, { query }, own) {
  const isForeseeable = study.tickets !== "blind";
  const { rows, count } = tableOf(study, query);
  const isCount = query >= study.scheme.rows.pool;
  const isRounded = !isCount && (study.question.kind === "range" || study.question.kind === "scale");
  const lines = rows.map((row) => lineOf(words, study, row));
  const hasAnswers = rows.some(({ answer, coin }) => answer !== null || coin !== null);
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, words.text("table_group")),
    hasAnswers && el("th", { scope: "col" }, words.text("table_answer")),
    el("th", { scope: "col", class: "figure" }, words.text("table_column")),
  );
  const mine = own ? ownRows(study, query, own.group, own.value) : [];
  const lineFor = (/** @type {Row} */ { item, level }) =>
    lines[rows.findIndex((row) => row.item === item && row.level === level)];
  const lit = mine.map((row) => lineFor(row) ?? lineOf(words, study, row));
  const body = el("tbody", {}, lines);
  return more(
    words.text("table"),
    el("p", {}, words.text(isForeseeable ? "table_made" : "table_blind")),
    el("p", {}, words.text("table_text", { own: words.number(ownShare(study), { style: "percent" }) })),
    isRounded && el("p", {}, words.text("table_round")),
    isCount && el("p", {}, words.text("table_count")),
    lit.length ? holding(words, body, lit, [...new Set(mine.map(({ column }) => column))]) : null,
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": words.text("table_caption") },
      el("table", {}, el("caption", { class: "unseen" }, words.text("table_caption")), el("thead", {}, head), body),
    ),
    count > rows.length && el("p", { class: "soft" }, words.text("table_more", { shown: rows.length, count })),
  );
}

/**
 * @param {Catalogue} words
 * @param {Study} study
 * @param {Row} row
 * @returns {HTMLElement}
 */
function lineOf(words, { scheme }, { group, answer, coin, column }) {
  const sides = scheme.rows.levels;
  const chance = coin !== null && words.text(sides === 2 ? "table_coin" : "table_coin_many", { side: coin, sides });
  const named =
    typeof answer === "number" ? words.number(answer, { maximumFractionDigits: 6 }) : answer && theirs(answer);
  const second = named || chance;
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, group === null ? words.text("decline") : theirs(group)),
    second ? el("td", {}, second) : null,
    el("td", { class: "figure" }, words.number(column)),
  );
}

/**
 * @param {Catalogue} words
 * @param {HTMLElement} body of the table
 * @param {HTMLElement[]} lit rows of it; those that are not in it stand there only while the button is held
 * @param {number[]} columns
 * @returns {HTMLElement}
 */
function holding(words, body, lit, columns) {
  const said = el("p", { class: "held unprinted", role: "status" });
  const absent = lit.filter((line) => line.parentNode !== body);
  const show = (/** @type {boolean} */ isHeld) => {
    for (const line of lit) line.classList.toggle("own", isHeld);
    if (isHeld) body.prepend(...absent);
    else for (const line of absent) line.remove();
    said.textContent = isHeld
      ? words.text("hold_said", { column: columns.map((column) => words.number(column)).join(" / ") })
      : "";
  };
  const byKey = (/** @type {Event} */ event) => {
    if (event instanceof KeyboardEvent && (event.key === " " || event.key === "Enter")) {
      event.preventDefault();
      show(event.type === "keydown");
    }
  };
  const off = () => show(false);
  const on = (/** @type {Event} */ event) => {
    event.preventDefault();
    show(true);
  };
  const button = el(
    "button",
    {
      ...{
        type: "button",
        class: "second hold",
        pointerdown: on,
        pointerup: off,
        pointerleave: off,
        pointercancel: off,
      },
      ...{ blur: off, keydown: byKey, keyup: byKey, contextmenu: (event) => event.preventDefault() },
    },
    words.text("hold"),
  );
  globalThis.addEventListener("beforeprint", off);
  return el("div", { class: "holding unprinted" }, button, el("p", { class: "soft" }, words.text("hold_text")), said);
}
