/**
 * The form: a group, and what the study asks of it. Nothing of it is kept, or restored by the browser.
 */
import { crossed } from "./crossed.js";
import { el } from "./dom.js";
import { hasTwoReadings, readEntry } from "./entry.js";
import { choices, typedNumber } from "./fields.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("../src/manifest.js").Study} Study */
/** @typedef {import("./entry.js").Field} Field */
/** @typedef {import("./fields.js").Part} Part */

const MOST_STEPS = 11;

/**
 * @param {Catalogue} words
 * @param {Study} study
 * @param {(said: import("./entry.js").Said) => void} goOn
 * @returns {HTMLElement}
 */
export function form(words, study, goOn) {
  const { groups } = study;
  const group = groupOf(words, study);
  const value = valueOf(words, study);
  const errors = el("div", { class: "errors", role: "alert", tabindex: "-1" });
  const isDeclined = () => groups.decline && group.chosen() === groups.labels.length;

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const at = group.chosen();
    const label = at === null ? null : (groups.labels[at] ?? null);
    const { said, wrong } = readEntry(study, { group: label, isDeclined: isDeclined(), value: value?.given() ?? "" });
    const texts = wrongWords(words, study, value?.given() ?? "");
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
 * The group: one list, or where groups are crossed, one for each side. What is chosen last is to decline.
 * @param {Catalogue} words
 * @param {Study} study
 * @returns {Part & {chosen: () => number | null}}
 */
function groupOf(words, { groups, manifest }) {
  const decline = groups.decline ? { text: words.text("decline"), note: words.text("decline_note") } : null;
  const { cross } = /** @type {{cross?: [string, string[]][]}} */ (manifest.groups);
  if (cross) return crossed(words, groups.text, cross, decline);
  const labels = groups.labels.map((label) => ({ text: label, note: "" }));
  return choices(words, "group", groups.text, decline ? [...labels, decline] : labels);
}

/**
 * @param {Catalogue} words
 * @param {Study} study
 * @param {string} typed
 * @returns {{[field in Field]: string}}
 */
function wrongWords(words, { question }, typed) {
  const value = { range: "wrong_range", scale: "wrong_scale", choice: "wrong_option", none: "wrong_option" }[
    question.kind
  ];
  const isNumber = question.kind === "range" || question.kind === "scale";
  const wrong = isNumber && hasTwoReadings(typed) ? "wrong_comma" : value;
  return { group: words.text("wrong_group"), value: words.text(wrong, endsOf(words, question)) };
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
