/**
 * What stands still on the board: its parts by name, and the buttons.
 */
import { shape } from "./shape.js";

/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./shape.js").Shape} Shape */

/** @typedef {{[name in "present" | "take" | "invite" | "close" | "leave"]: () => void}} Acts */

/**
 * @param {Catalogue} words
 * @param {Acts} acts
 * @returns {Shape[]}
 */
export function frameOf(words, acts) {
  const tool = (/** @type {keyof Acts} */ name, /** @type {string} */ kind) =>
    shape("button", { type: "button", id: `do-${name}`, class: kind, onclick: () => acts[name]() }, words.text(`do_${name}`));
  return [
    shape(
      "header",
      { class: "top" },
      shape("div", { class: "titles" }, shape("p", { class: "chips", id: "chips" }), shape("h1", { id: "title", dir: "auto" }), shape("p", { class: "question", id: "question", dir: "auto" })),
      shape("div", { class: "tools", role: "toolbar", "aria-label": words.text("tools") }, tool("present", "plain"), tool("take", "plain"), tool("invite", "strong"), tool("close", "danger"), tool("leave", "plain")),
    ),
    words.said.reviewedBy ? null : shape("p", { class: "warning" }, words.text("unreviewed")),
    shape("div", { id: "banner", role: "status" }),
    shape("div", { id: "warnings" }),
    shape("div", { class: "meters", id: "meters" }),
    shape(
      "section",
      { class: "card figure", "aria-labelledby": "heading" },
      shape("h2", { id: "heading" }),
      shape("div", { class: "pager", id: "pager" }),
      shape("div", { id: "plot" }),
      shape("ul", { class: "legend", id: "legend" }),
      shape("p", { class: "soft caption", id: "caption" }),
    ),
    shape(
      "div",
      { class: "pair" },
      shape("section", { class: "card" }, shape("h2", {}, words.text("table_title")), shape("div", { class: "scroll", id: "table", tabindex: "0", role: "region", "aria-label": words.text("table_title") })),
      shape("section", { class: "card" }, shape("h2", {}, words.text("people_title")), shape("div", { id: "people" })),
    ),
    shape("div", { class: "notes", id: "notes" }),
    shape("p", { class: "unseen", role: "status", "aria-live": "polite", id: "told" }),
  ].filter((one) => one !== null);
}

/**
 * @param {import("./document.js").Document} document
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
export function chipsOf(document, words) {
  const isOpen = document.state === "open";
  const chip = (/** @type {string} */ kind, /** @type {string} */ text) => shape("span", { class: `chip ${kind}` }, text);
  return [
    chip(isOpen ? "chip-open" : "chip-closed", words.text(isOpen ? "state_open" : "state_closed")),
    chip("", words.text("epsilon_is", { epsilon: document.epsilon })),
    ...(document.tickets === "blind" ? [] : [chip("", words.text(`tickets_${document.tickets}`))]),
    ...(document.role === "reader" ? [chip("", words.text("role_reader"))] : []),
  ];
}

/**
 * Which rows are shown, where they are many: a field to find some, and the way to the next ones.
 * @param {{from: number, shown: number, all: number}} where
 * @param {{turn: (by: number) => void}} acts
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
export function pagerOf({ from, shown, all }, { turn }, words) {
  const step = (/** @type {number} */ by, /** @type {string} */ name, /** @type {boolean} */ isOff) =>
    shape("button", { type: "button", class: "plain", disabled: isOff, onclick: () => turn(by) }, words.text(name));
  return [
    step(-1, "before", from === 0),
    shape("span", {}, words.text("rows_shown", { first: all ? from + 1 : 0, last: from + shown, count: all })),
    step(1, "after", from + shown >= all),
  ];
}
