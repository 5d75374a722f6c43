/**
 * How far the study is: answers, precision, days.
 */
import { within } from "./numbers.js";
import { shape } from "./shape.js";

/** @typedef {import("./document.js").Document} Document */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {{name: string, value: string, note: string, part: number | null}} Meter `part` is 0..1 */

/**
 * @param {Document} document
 * @param {Catalogue} words
 * @returns {Meter[]}
 */
export function metersOf(document, words) {
  return [answersOf(document, words), precisionOf(document, words), daysOf(document, words)];
}

/**
 * @param {Meter} meter
 * @returns {Shape}
 */
export function meter({ name, value, note, part }) {
  return shape(
    "div",
    { class: "meter" },
    shape("h2", { class: "meter-name" }, name),
    shape("p", { class: "meter-value" }, value),
    part === null ? null : bar(part),
    shape("p", { class: "meter-note" }, note),
  );
}

/**
 * @param {number} part
 * @returns {Shape}
 */
function bar(part) {
  const width = Math.max(0, Math.min(1, part)) * 100;
  return shape(
    "svg",
    { class: "meter-bar", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
    shape("rect", { class: "meter-all", width: 100, height: 4 }),
    shape("rect", { class: part >= 1 ? "meter-full" : "meter-part", width, height: 4 }),
  );
}

/**
 * @param {Document} document
 * @param {Catalogue} words
 * @returns {Meter}
 */
function answersOf({ answers, plan, state, batch }, words) {
  const waiting = state === "open" && batch > 1 ? words.text("may_wait", { count: batch - 1 }) : "";
  const note = plan.people === null ? words.text("nobody_planned") : words.text("of_planned", { count: plan.people });
  return {
    name: words.text("answers_name"),
    value: words.number(answers),
    note: [note, waiting].filter(Boolean).join(" "),
    part: plan.people === null ? null : answers / plan.people,
  };
}

/**
 * @param {Document} document
 * @param {Catalogue} words
 * @returns {Meter}
 */
function precisionOf({ plan, figure }, words) {
  const scale = figure.share ? 100 : 1;
  const [now, planned] = [plan.now, plan.halfwidth].map((width) => (width === null ? null : width * scale));
  const isKnown = typeof now === "number";
  const isPlanned = typeof planned === "number";
  return {
    name: words.text("precision_name"),
    value: isKnown ? within(now, figure.share, words) : words.text("not_known"),
    note: isPlanned ? words.text(isKnown && now <= planned ? "planned_reached" : "planned_is", { within: within(planned, figure.share, words) }) : words.text("nothing_planned"),
    part: isPlanned ? (isKnown && now > 0 ? (planned / now) ** 2 : 0) : null,
  };
}

/**
 * @param {Document} document
 * @param {Catalogue} words
 * @returns {Meter}
 */
function daysOf({ state, days_left, not_after }, words) {
  const isOpen = state === "open";
  return {
    name: words.text(isOpen ? "days_name" : "closed_name"),
    value: isOpen ? words.number(days_left) : words.text("closed"),
    note: words.text(isOpen ? "days_note" : "closed_note", { day: words.day(not_after) }),
    part: null,
  };
}
