/**
 * How people came: counts that change only with a batch, refusals by reason, days.
 */
import { shape } from "./shape.js";

/** @typedef {import("./document.js").Document} Document */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./shape.js").Shape} Shape */

const MOST_DAYS = 60;
const REASONS = ["invitation-unknown", "invitation-used", "invitation-revoked", "ticket-invalid", "answer-differs", "withdrawn", "column-out-of-range"];

/**
 * @param {Document} document
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
export function peopleOf(document, words) {
  const refused = Object.entries(document.refused).filter(([, count]) => count > 0);
  const all = refused.reduce((sum, [, count]) => sum + count, 0);
  const needsInvitation = document.tickets !== "open";
  /** @type {[string, number, boolean][]} */
  const counts = [
    ["invited", document.invited, needsInvitation],
    ["started", document.started, needsInvitation],
    ["answered", document.answered, true],
    ["bulk", document.bulk, document.bulk > 0],
    ["withdrawn", document.withdrawn, document.withdrawn > 0],
    ["replaced_unused", document.revoked, needsInvitation],
    ["replaced_used", document.revoked_after_use, needsInvitation],
    ["refused", all, true],
  ];
  const shown = counts.filter(([, , isShown]) => isShown).map(([name, count]) => entry(words.text(`people_${name}`), words.number(count)));
  const reasons = refused.map(([reason, count]) => entry(words.text(REASONS.includes(reason) ? `refused_${reason.replace(/-/g, "_")}` : "refused_other"), words.number(count)));
  return [
    shape("dl", { class: "counts" }, shown),
    ...(reasons.length ? [shape("h3", {}, words.text("refused_why")), shape("dl", { class: "counts" }, reasons)] : []),
    ...daysOf(document, words),
  ];
}

/**
 * @param {string} name
 * @param {string} count
 * @returns {Shape}
 */
function entry(name, count) {
  return shape("div", {}, shape("dt", {}, name), shape("dd", {}, count));
}

/**
 * Answers by day, once there are two days.
 * @param {Document} document
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
function daysOf(document, words) {
  const counts = byDay(document.days);
  if (counts.length < 2) return [];
  const most = Math.max(...counts.map(({ count }) => count));
  const wide = 100 / counts.length;
  const bars = counts.map(({ day, count }, at) => {
    const height = (count / most) * 36;
    const told = shape("title", {}, words.text("day_count", { day: words.day(day), count }));
    return shape("rect", { class: "day", x: at * wide + wide * 0.1, y: 36 - height, width: wide * 0.8, height }, told);
  });
  const [first, last] = [counts[0]?.day ?? "", counts.at(-1)?.day ?? ""];
  return [
    shape("h3", {}, words.text("by_day")),
    shape("svg", { class: "days", viewBox: "0 0 100 36", preserveAspectRatio: "none", role: "img", "aria-label": words.text("by_day_told", { first: words.day(first), last: words.day(last), count: most }) }, bars),
    shape("p", { class: "day-ends" }, shape("span", {}, words.day(first)), shape("span", {}, words.day(last))),
  ];
}

/**
 * Every day from the first to the last that has answers, those without among them; the last ones, if they are many.
 * @param {Document["days"]} days
 * @returns {{day: string, count: number}[]}
 */
export function byDay(days) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { day, what, count } of days) {
    if (what === "answered" || what === "bulk") counts.set(day, (counts.get(day) ?? 0) + count);
  }
  const known = [...counts.keys()].sort();
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return [];
  const found = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    found.push({ day, count: counts.get(day) ?? 0 });
  }
  return found.slice(-MOST_DAYS);
}
