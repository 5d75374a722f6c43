/**
 * The same as the picture in numbers.
 */
import { plain, range, value, within } from "./numbers.js";
import { shape } from "./shape.js";

/** @typedef {import("./document.js").Document} Document */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./view.js").View} View */

/**
 * @param {View} view
 * @param {Document} document
 * @param {number[]} places of the rows that are shown
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
export function tableOf(view, document, places, words) {
  const hasOptions = document.rows.some(({ option }) => option !== null);
  const hasPeople = view.dots.some(({ people }) => people !== null);
  const hasCounts = document.figure.name !== "share" && document.rows.some(({ count }) => count !== null);
  const heads = ["group", ...(hasOptions ? ["option"] : []), "estimate", ...(hasPeople ? ["these_people"] : []), "population", "planned", ...(hasCounts ? ["group_size"] : [])];
  const rows = view.dots.map((dot, at) => {
    const row = document.rows[places[at] ?? at];
    const count = row?.count;
    const isKnown = dot.estimate !== null;
    const cells = [
      value(dot.estimate, view, words),
      ...(hasPeople ? [isKnown ? range(dot.people, view, words) : ""] : []),
      isKnown ? range(dot.population, view, words) : "",
      dot.planned === null ? "" : within(dot.planned, view.isShare, words),
      ...(hasCounts ? [count && count.estimate !== null ? plain(count.estimate, 0, words) : ""] : []),
    ];
    const head = shape("th", { scope: "row", dir: "auto" }, row?.group ?? "");
    const option = hasOptions ? [shape("td", { dir: "auto", class: "name" }, row?.option ?? "")] : [];
    return shape("tr", {}, head, ...option, cells.map((cell, column) => shape("td", { "data-name": words.text(`table_${heads[column + 1 + option.length]}`) }, cell)));
  });
  const isBelow = hasCounts && places.some((place) => (document.rows[place]?.count?.estimate ?? 0) <= -0.5);
  const table = shape(
    "table",
    {},
    shape("caption", { class: "unseen" }, words.text("table_caption")),
    shape("thead", {}, shape("tr", {}, heads.map((head) => shape("th", { scope: "col", class: head === "option" ? "name" : undefined }, words.text(`table_${head}`))))),
    shape("tbody", {}, rows),
  );
  return isBelow ? [table, shape("p", { class: "soft" }, words.text("below_zero"))] : [table];
}
