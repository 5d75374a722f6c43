/**
 * All studies that somebody may look at.
 */
import { shape } from "./shape.js";

/** @typedef {{role: string, studies: {study: string, title: string, state: "open" | "closed"}[]}} Told */

/**
 * @param {Told["studies"]} studies
 * @param {import("../page/catalogue.js").Catalogue} words
 * @returns {import("./shape.js").Shape[]}
 */
export function listOf(studies, words) {
  const items = studies.map(({ study, title, state }) =>
    shape("li", {}, shape("a", { href: `/board/${study}`, dir: "auto" }, title), shape("span", { class: `chip chip-${state}` }, words.text(`state_${state}`))),
  );
  const body = items.length ? shape("ul", { class: "studies card" }, items) : shape("p", { class: "card" }, words.text("no_studies"));
  return [shape("header", { class: "top" }, shape("h1", {}, words.text("list_title"))), body];
}
