/**
 * The fields of the form: one of several, or a number. The browser is asked to restore none of them.
 */
import { el, theirs } from "./dom.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {{text: string, note: string}} Choice */

const MOST_CHOICES = 24;

/**
 * A part of the form.
 * @typedef {object} Part
 * @property {HTMLElement} field
 * @property {() => void} focus
 * @property {(problem: string) => void} mark what is wrong with it; "" for nothing
 */

/**
 * One of several; as buttons in a row, or where there are very many as a list to open.
 * @param {Catalogue} words
 * @param {string} name
 * @param {string} legend
 * @param {Choice[]} all
 * @param {string} [shape]
 * @returns {Part & {chosen: () => number | null}}
 */
export function choices(words, name, legend, all, shape = "") {
  return all.length > MOST_CHOICES ? list(words, name, legend, all) : radios(name, legend, all, shape);
}

/**
 * How many of them to a row of at most so many, so that no row is much shorter than another.
 * @param {number} all
 * @param {number} most
 * @returns {number}
 */
export function toRow(all, most) {
  return Math.ceil(all / Math.ceil(all / most));
}

/**
 * @param {string} name
 * @param {string} legend
 * @param {Choice[]} all
 * @param {string} shape
 * @returns {Part & {chosen: () => number | null}}
 */
function radios(name, legend, all, shape) {
  const problem = problemOf(name);
  const inputs = all.map((_, at) =>
    el("input", { type: "radio", name, value: String(at), autocomplete: "off", "aria-describedby": problem.id }),
  );
  const rows = all.map(({ text, note }, at) =>
    el("label", { class: "choice" }, inputs[at], el("span", {}, theirs(text), note && el("small", {}, note))),
  );
  const grid = el("div", { class: "choices" }, rows);
  for (const most of [5, 6]) grid.style.setProperty(`--of-${most}`, String(toRow(all.length, most)));
  const field = el("fieldset", { class: shape }, el("legend", {}, theirs(legend)), problem, grid);
  return {
    field,
    focus: () => inputs[0]?.focus(),
    mark: (text) => marked(field, problem, inputs, text),
    chosen: () => {
      const at = inputs.findIndex(({ checked }) => checked);
      return at < 0 ? null : at;
    },
  };
}

/**
 * @param {Catalogue} words
 * @param {string} name
 * @param {string} legend
 * @param {Choice[]} all
 * @returns {Part & {chosen: () => number | null}}
 */
function list(words, name, legend, all) {
  const problem = problemOf(name);
  const options = all.map(({ text }, at) => el("option", { value: String(at) }, text));
  const whole = el("p", { class: "whole", dir: "auto" });
  const select = el(
    "select",
    { id: name, name, autocomplete: "off", "aria-describedby": problem.id },
    el("option", { value: "" }, words.text("choose_none")),
    options,
  );
  const chosen = () => (select.value === "" ? null : Number(select.value));
  select.addEventListener("change", () => whole.replaceChildren(all[chosen() ?? -1]?.text ?? ""));
  const field = el(
    "div",
    { class: "field" },
    el("label", { for: name, class: "legend" }, theirs(legend)),
    problem,
    select,
    whole,
  );
  return { field, focus: () => select.focus(), mark: (text) => marked(field, problem, [select], text), chosen };
}

/**
 * @param {string} text
 * @param {string} hint
 * @returns {Part & {given: () => string}}
 */
export function typedNumber(text, hint) {
  const problem = problemOf("value");
  const input = el("input", {
    ...{ id: "value", type: "text", inputmode: "decimal", autocomplete: "off", dir: "ltr", name: "value" },
    ...{ "aria-describedby": `value-hint ${problem.id}`, autocapitalize: "off", spellcheck: "false", maxlength: "40" },
  });
  const field = el(
    "div",
    { class: "field" },
    el("label", { for: "value", class: "legend" }, theirs(text)),
    el("p", { class: "soft", id: "value-hint" }, hint),
    problem,
    input,
  );
  return {
    field,
    focus: () => input.focus(),
    mark: (wrong) => marked(field, problem, [input], wrong),
    given: () => input.value,
  };
}

/** @param {string} name */
function problemOf(name) {
  return el("p", { class: "problem", id: `${name}-problem` });
}

/**
 * @param {HTMLElement} field
 * @param {HTMLElement} problem
 * @param {HTMLElement[]} inputs
 * @param {string} text
 */
function marked(field, problem, inputs, text) {
  problem.textContent = text;
  field.classList.toggle("wrong", text !== "");
  for (const input of inputs) {
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}
