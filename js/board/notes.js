/**
 * What whoever looks must know: why looking harms nobody, what it does not allow, what one invention can do.
 */
import { plain } from "./numbers.js";
import { shape } from "./shape.js";

/** @typedef {import("./document.js").Document} Document */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./shape.js").Shape} Shape */

/**
 * @param {Document} document
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
export function notesOf(document, words) {
  const { plan, not_after, batch, state, tickets } = document;
  const until = plan.people === null ? words.text("stop_day", { day: words.day(not_after) }) : words.text("stop_people", { count: plan.people, day: words.day(not_after) });
  const whose = tickets === "named" ? [words.text("safe_named")] : batch > 1 ? [words.text("safe_mixed")] : [];
  return [
    note("safe_name", [[words.text(batch > 1 ? "safe" : "safe_single", { count: batch }), ...whose].join(" "), words.text(state === "closed" ? "safe_tail_closed" : "safe_tail")], words),
    note("stop_name", [words.text("stop"), until], words),
    note("fake_name", fakeOf(document, words), words),
  ];
}

/**
 * @param {string} name
 * @param {string[]} sentences
 * @param {Catalogue} words
 * @returns {Shape}
 */
function note(name, sentences, words) {
  return shape("section", { class: "note" }, shape("h2", {}, words.text(name)), sentences.map((sentence) => shape("p", {}, sentence)));
}

/**
 * @param {Document} document
 * @param {Catalogue} words
 * @returns {string[]}
 */
function fakeOf({ influence, tickets }, words) {
  const size = words.number(influence.furthest, { maximumSignificantDigits: 3 });
  const many = influence.answers_for_one_sd;
  return [
    words.text(influence.of === "sum" ? "fake_sum" : "fake_count", { size }),
    ...(many === null ? [] : [words.text("fake_many", { count: many })]),
    words.text(`fake_${tickets}`),
  ];
}

/**
 * What must be said above everything, if anything.
 * @param {Document} document
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
export function warningsOf(document, words) {
  const said = [
    ...(document.override ? [words.text("overridden", { why: apart(document.override) })] : []),
    ...(document.tickets === "open" ? [words.text("open_to_all")] : []),
    ...(document.bulk ? [words.text("bulk_told", { count: document.bulk })] : []),
    ...(document.rough && document.answers ? [words.text("rough")] : []),
  ];
  return said.map((sentence) => shape("p", { class: "warning", dir: "auto" }, sentence));
}

/**
 * What somebody wrote, so that it reads in its own direction within a sentence of another.
 * @param {string} text
 * @returns {string}
 */
function apart(text) {
  return `\u2068${text}\u2069`;
}

/**
 * What the picture shows, as its heading.
 * @param {Document} document
 * @param {Catalogue} words
 * @returns {string}
 */
export function headingOf({ figure, question, asked }, words) {
  const name = { mean: figure.option === null ? "shows_mean" : "shows_option", "option share": "shows_options", share: "shows_share", sum: "shows_sum" }[figure.name] ?? "shows_mean";
  return words.text(name, { question: apart(question || asked), option: apart(figure.option ?? "") });
}

/**
 * The picture in a sentence for each of its first rows.
 * @param {import("./view.js").View} view
 * @param {Catalogue} words
 * @returns {string}
 */
export function toldOf(view, words) {
  const rows = view.dots.slice(0, 12).map((dot) => {
    const name = apart(dot.label);
    if (dot.estimate === null || !dot.population) return words.text("told_unknown", { name });
    const [low, high] = dot.people ?? dot.population;
    const [estimate, from, to] = [dot.estimate, low, high].map((number) => plain(number, view.decimals, words));
    return words.text(view.isShare ? "told_share" : "told", { name, estimate: estimate ?? "", low: from ?? "", high: to ?? "" });
  });
  return [words.text("told_first", { count: view.answers }), ...rows, words.text("told_table")].join(" ");
}
