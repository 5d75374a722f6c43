/**
 * The views that end or hold up the way: a code to type, a question back, a kind sentence and what to do.
 */
import { el, more } from "./dom.js";
import { moved } from "./odds.js";
import { MOST_EPSILON } from "../src/manifest.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */

/**
 * @param {Catalogue} words
 * @param {boolean} isWrong
 * @param {(text: string) => void} enter
 * @returns {HTMLElement[]}
 */
export function code(words, isWrong, enter) {
  const input = el("input", {
    ...{ id: "code", type: "text", dir: "ltr", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" },
    ...{
      maxlength: "20",
      class: "code",
      "aria-describedby": "code-problem",
      "aria-invalid": isWrong ? "true" : undefined,
    },
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    enter(input.value);
  };
  return [
    el("h1", { tabindex: "-1" }, words.text("code")),
    el("p", { class: "lead" }, words.text("code_text")),
    el(
      "form",
      { class: "card", autocomplete: "off", novalidate: true, submit },
      el("label", { for: "code", class: "legend" }, words.text("code_label")),
      el("p", { class: "problem", id: "code-problem", role: "alert" }, isWrong && words.text("code_wrong")),
      input,
      el("button", { type: "submit", class: "first" }, words.text("code_enter")),
    ),
  ];
}

/**
 * A question back, with two answers.
 * @param {Catalogue} words
 * @param {{name: "person" | "topic", isReceived: boolean}} view
 * @param {{[hole: string]: string}} holes
 * @param {{yes: () => void, no: () => void}} steps
 * @returns {HTMLElement[]}
 */
export function questionBack(words, { name, isReceived }, holes, { yes, no }) {
  return [
    el("h1", { tabindex: "-1" }, words.text(name)),
    el("p", { class: "lead" }, words.text(isReceived ? `${name}_text` : `${name}_begun`, holes)),
    el(
      "div",
      { class: "either" },
      el("button", { type: "button", class: "second", click: no }, words.text(`${name}_no`)),
      el("button", { type: "button", class: "second", click: yes }, words.text(`${name}_yes`)),
    ),
  ];
}

/**
 * A kind sentence, what to do, and the exact reason for whoever wants it.
 * @param {Catalogue} words
 * @param {string} kind
 * @param {string} said
 * @param {() => void} again
 * @returns {HTMLElement[]}
 */
export function trouble(words, kind, said, again) {
  const word = { "privacy.epsilon": "epsilon", server: "link", invitation: "link", code: "link" }[kind] ?? kind;
  const [, epsilon = ""] = /got ([0-9.]+)$/.exec(said) ?? [];
  const holes = { epsilon, high: highest(epsilon), most: MOST_EPSILON, stop: highest(MOST_EPSILON) };
  return [
    el("h1", { tabindex: "-1" }, words.text(`trouble_${word}`)),
    el("p", { class: "lead" }, words.text(`trouble_${word}_do`, holes)),
    said ? more(words.text("trouble_details"), el("p", { dir: "ltr", lang: "en" }, said)) : el("span"),
    kind === "fault"
      ? el("button", { type: "button", class: "second", click: again }, words.text("trouble_retry"))
      : el("span"),
  ];
}

/**
 * @param {string} epsilon
 * @returns {number} of 100, what an even guess can become by an answer at so much epsilon
 */
function highest(epsilon) {
  return Math.round(1000 * moved(0.5, Math.exp(Number(epsilon))).high) / 10;
}

/**
 * A heading and a sentence.
 * @param {Catalogue} words
 * @param {string} name
 * @param {{[hole: string]: string | number}} [holes]
 * @param {string} [sentence]
 * @returns {HTMLElement[]}
 */
export function plain(words, name, holes = {}, sentence = `${name}_text`) {
  return [
    el("h1", { tabindex: "-1" }, words.text(name)),
    el("p", { class: "lead" }, words.text(sentence, holes)),
  ];
}
