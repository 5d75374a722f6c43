/**
 * The form: a group, and what the study asks of it. Nothing of it is kept, or restored by the browser.
 */
import { el, theirs } from "./dom.js";
import { readEntry } from "./entry.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("../src/manifest.js").Study} Study */
/** @typedef {import("./entry.js").Field} Field */

const MOST_CHOICES = 24;
const MOST_STEPS = 11;

/**
 * @param {Catalogue} words
 * @param {Study} study
 * @param {(said: import("./entry.js").Said) => void} goOn
 * @returns {HTMLElement}
 */
export function form(words, study, goOn) {
  const { groups } = study;
  const labels = groups.labels.map((label) => ({ text: label, note: "" }));
  const all = groups.decline ? [...labels, { text: words.text("decline"), note: words.text("decline_note") }] : labels;
  const group = choices(words, "group", groups.text, all);
  const value = valueOf(words, study);
  const errors = el("div", { class: "errors", role: "alert", tabindex: "-1" });
  const isDeclined = () => groups.decline && group.chosen() === groups.labels.length;

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const at = group.chosen();
    const label = at === null ? null : (groups.labels[at] ?? null);
    const { said, wrong } = readEntry(study, { group: label, isDeclined: isDeclined(), value: value?.given() ?? "" });
    const texts = wrongWords(words, study);
    group.mark(wrong?.includes("group") ? texts.group : "");
    value?.mark(wrong?.includes("value") ? texts.value : "");
    if (said) return goOn(said);
    errors.replaceChildren(
      el("p", {}, words.text("wrong_title")),
      el("ul", {}, ...(wrong ?? []).map((field) => el("li", {}, texts[field]))),
    );
    (wrong?.includes("group") ? group : value)?.focus();
  };
  const made = el(
    "form",
    { class: "card", autocomplete: "off", novalidate: true, submit, "aria-labelledby": "form" },
    el("h2", { id: "form" }, words.text("form")),
    group.field,
    value?.field,
    errors,
    el("button", { type: "submit", class: "first" }, words.text("go_on")),
    el("p", { class: "soft note" }, words.text("go_on_note")),
  );
  made.addEventListener("change", () => {
    if (value) value.field.hidden = isDeclined();
  });
  return made;
}

/**
 * @param {Catalogue} words
 * @param {Study} study
 * @returns {{[field in Field]: string}}
 */
function wrongWords(words, { question }) {
  const value = { range: "wrong_range", scale: "wrong_scale", choice: "wrong_option", none: "wrong_option" }[question.kind];
  return { group: words.text("wrong_group"), value: words.text(value, endsOf(words, question)) };
}

/**
 * @param {Catalogue} words
 * @param {import("../src/parts.js").Question} question
 */
function endsOf(words, { low, high }) {
  const [from, to] = [low, high].map(({ top, bottom }) =>
    words.number(Number(top) / Number(bottom), { maximumFractionDigits: 15, useGrouping: false }),
  );
  return { low: from ?? "", high: to ?? "" };
}

/**
 * A part of the form.
 * @typedef {object} Part
 * @property {HTMLElement} field
 * @property {() => void} focus
 * @property {(problem: string) => void} mark what is wrong with it; "" for nothing
 */

/**
 * @param {Catalogue} words
 * @param {Study} study
 * @returns {(Part & {given: () => string}) | null}
 */
function valueOf(words, { question }) {
  const { kind, text, options, low, high } = question;
  if (kind === "none") return null;
  const steps = kind === "scale" ? Number(high.top - low.top) + 1 : 0;
  if (kind === "choice" || (kind === "scale" && steps <= MOST_STEPS)) {
    const first = Number(low.top);
    const all = kind === "choice" ? options : Array.from({ length: steps }, (_, step) => String(first + step));
    const shown = all.map((option) => ({ text: kind === "choice" ? option : words.number(Number(option)), note: "" }));
    const part = choices(words, "value", text, shown, kind === "scale" ? "row" : "");
    return { ...part, given: () => all[part.chosen() ?? -1] ?? "" };
  }
  return typedNumber(text, words.text(`hint_${kind}`, endsOf(words, question)));
}

/**
 * One of several; as buttons in a row, or where there are very many as a list to open.
 * @param {Catalogue} words
 * @param {string} name
 * @param {string} legend
 * @param {{text: string, note: string}[]} all
 * @param {string} [shape]
 * @returns {Part & {chosen: () => number | null}}
 */
function choices(words, name, legend, all, shape = "") {
  return all.length > MOST_CHOICES ? list(words, name, legend, all) : radios(name, legend, all, shape);
}

/**
 * @param {string} name
 * @param {string} legend
 * @param {{text: string, note: string}[]} all
 * @param {string} shape
 * @returns {Part & {chosen: () => number | null}}
 */
function radios(name, legend, all, shape) {
  const problem = problemOf(name);
  const inputs = all.map((_, at) =>
    el("input", { type: "radio", name, value: String(at), autocomplete: "off", "aria-describedby": problem.id }),
  );
  const rows = all.map(({ text, note }, at) =>
    el(
      "label",
      { class: "choice" },
      inputs[at],
      el("span", {}, theirs(text), note && el("small", {}, note)),
    ),
  );
  const field = el(
    "fieldset",
    { class: shape },
    el("legend", {}, theirs(legend)),
    problem,
    el("div", { class: "choices" }, rows),
  );
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
 * @param {{text: string, note: string}[]} all
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
  const field = el("div", { class: "field" }, el("label", { for: name, class: "legend" }, theirs(legend)), problem, select, whole);
  return { field, focus: () => select.focus(), mark: (text) => marked(field, problem, [select], text), chosen };
}

/**
 * @param {string} text
 * @param {string} hint
 * @returns {Part & {given: () => string}}
 */
function typedNumber(text, hint) {
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
