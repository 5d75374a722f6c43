/**
 * What the marks mean, each beside a small one.
 */
import { shape } from "./shape.js";

/** @typedef {import("./marks.js").Palette} Palette */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */

export const WIDE = 30;
export const HIGH = 14;

/**
 * @param {View} view
 * @param {boolean} hasTrail
 * @param {number} level
 * @param {Palette} palette
 * @param {Catalogue} words
 * @returns {{symbol: Shape[], text: string}[]}
 */
export function legendOf(view, hasTrail, level, palette, words) {
  const percent = words.text("percent", { number: words.number(level * 100, { maximumFractionDigits: 2 }) });
  const middle = HIGH / 2;
  const bar = (/** @type {number} */ height) => shape("rect", { x: 1, y: middle - height / 2, width: WIDE - 2, height, rx: height / 2, fill: palette.accent });
  const hasPeople = view.dots.some(({ people }) => people !== null);
  const isPlanned = view.dots.some(({ planned }) => planned !== null);
  const bracket = `M2 2V${HIGH - 2}M${WIDE - 2} 2V${HIGH - 2}M2 ${middle}H${WIDE - 2}`;
  return [
    { symbol: [shape("circle", { cx: WIDE / 2, cy: middle, r: 4.6, fill: palette.paper, stroke: palette.accent, "stroke-width": 2.6 })], text: words.text("legend_estimate") },
    ...(hasPeople ? [{ symbol: [bar(6)], text: words.text("legend_people", { percent }) }] : []),
    { symbol: [bar(1.8)], text: words.text("legend_population", { percent }) },
    ...(hasTrail ? [{ symbol: [shape("path", { d: `M1 1H${WIDE - 1}L${WIDE * 0.62} ${HIGH - 1}H${WIDE * 0.38}Z`, fill: palette.people })], text: words.text("legend_trail") }] : []),
    ...(isPlanned ? [{ symbol: [shape("path", { d: bracket, fill: "none", stroke: palette.good, "stroke-width": 2 })], text: words.text("legend_planned") }] : []),
  ];
}
