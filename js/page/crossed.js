/**
 * Crossed groups: a choice on each side, and together they are one group.
 */
import { el, theirs } from "./dom.js";
import { choices } from "./fields.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./fields.js").Choice} Choice */
/** @typedef {import("./fields.js").Part} Part */

/**
 * @param {Catalogue} words
 * @param {string} text what is asked
 * @param {[string, string[]][]} cross the sides, each with its names
 * @param {Choice | null} decline
 * @returns {Part & {chosen: () => number | null}}
 */
export function crossed(words, text, cross, decline) {
  const sides = cross.map(([axis, names], at) => {
    const all = names.map((name) => ({ text: name, note: "" }));
    return choices(words, `group${at}`, axis, all);
  });
  const declining = el("input", { type: "checkbox", name: "decline", autocomplete: "off" });
  const isDeclined = () => decline !== null && declining.checked;
  const open = () => sides.filter(({ chosen }) => chosen() === null);
  const box = decline && [
    el("label", { class: "choice" }, declining, el("span", {}, decline.text, el("small", {}, decline.note))),
  ];
  declining.addEventListener("change", () => {
    for (const { field } of sides) field.hidden = isDeclined();
  });
  const field = el(
    "div",
    { class: "sides", role: "group", "aria-labelledby": "sides" },
    el("p", { class: "legend", id: "sides" }, theirs(text)),
    ...sides.map((side) => side.field),
    ...(box ?? []),
  );
  const sizes = cross.map(([, names]) => names.length);
  return {
    field,
    focus: () => (open()[0] ?? sides[0])?.focus(),
    mark: (problem) => sides.forEach((side) => side.mark(side.chosen() === null ? problem : "")),
    chosen: () => {
      const chosen = sides.map((side) => side.chosen());
      return isDeclined() ? sizes.reduce((all, size) => all * size, 1) : placeOf(chosen, sizes);
    },
  };
}

/**
 * Which group a choice on each side is: the first side changes slowest, as in the study's labels.
 * @param {(number | null)[]} chosen
 * @param {number[]} sizes
 * @returns {number | null} null while a side is not chosen
 */
export function placeOf(chosen, sizes) {
  let place = 0;
  for (const [side, at] of chosen.entries()) {
    if (at === null) return null;
    place = place * (sizes[side] ?? 0) + at;
  }
  return place;
}
