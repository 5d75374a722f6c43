/**
 * The picture: a row for each group, its dot on an axis that all share, and behind it how it came to be narrow.
 *
 * Time runs down: at the top of a row few answers, at its foot as many as are planned. A trail is drawn while there
 * is room for it.
 */
import { label, linesOf } from "./lines.js";
import { marksOf } from "./marks.js";
import { shape } from "./shape.js";
import { ends as endsText, value as valueText } from "./numbers.js";

/** @typedef {import("./marks.js").Palette} Palette */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Dot} Dot */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */

/**
 * @typedef {{width: number, height?: number | undefined, unit: number, id: string}} Size `unit` is the size of the font
 */

const NARROW = 34;
const LEAST_TRAIL = 4.2;
const LEAST_SCALE = 7;

/**
 * @param {View} view
 * @param {Size} size
 * @param {Palette} palette
 * @param {Catalogue} words
 * @returns {{height: number, hasTrail: boolean, parts: Shape[]}}
 */
export function figureOf(view, size, palette, words) {
  const { unit, width } = size;
  const isNarrow = width < NARROW * unit;
  const left = isNarrow ? unit * 1.1 : Math.min(width * 0.24, 17 * unit);
  const right = isNarrow ? width - unit * 1.6 : width - 9.5 * unit;
  const headings = view.dots.filter(({ heading }) => heading !== null).length;
  const above = headings * 2.2 * unit;
  const foot = 2.6 * unit;
  const top = isNarrow ? 2.3 * unit : 0;
  const free = size.height === undefined ? null : (size.height - foot - above) / Math.max(1, view.dots.length) - top;
  const row = free === null ? rowHeight(view.dots.length) * unit : Math.max(free, 1.9 * unit);
  const within = (/** @type {number} */ at) => Math.max(2 * view.axis.low - view.axis.high, Math.min(2 * view.axis.high - view.axis.low, at));
  const x = (/** @type {number} */ at) => left + ((within(at) - view.axis.low) / (view.axis.high - view.axis.low)) * (right - left);
  const height = view.dots.length * (row + top) + above + foot;
  const clip = `${size.id}-plot`;
  // What stands under a heading is of less weight than it.
  const weight = headings ? 400 : 600;

  /** @type {Shape[]} */
  const rows = [];
  let y = 0;
  view.dots.forEach((dot, place) => {
    if (dot.heading !== null) {
      rows.push(label(linesOf(dot.heading, (width / unit) * 0.9, 1).join(""), 0, y + 1.5 * unit, { size: unit, fill: palette.ink, weight: 700 }));
      y += 2.2 * unit;
    }
    const numbers = isNarrow ? narrowWords(dot, y, { left: 0, right: width, unit, weight }, view, palette, words) : wideWords(dot, y + row / 2, { left, width, unit, row, weight }, view, palette, words);
    const marks = shape("g", { "clip-path": `url(#${clip})` }, marksOf(dot, { ...placeOf(view, x, y + top, row, unit), fade: size.id }, palette, view));
    rows.push(...(place ? [rule(y, width, palette)] : []), marks, ...numbers);
    y += row + top;
  });
  const defs = shape("defs", {}, fade(`${size.id}-people`, palette.people), fade(`${size.id}-population`, palette.population), shape("clipPath", { id: clip }, shape("rect", { x: left - unit / 2, y: -unit, width: right - left + unit, height: height + unit })));
  return { height, hasTrail: hasTrail(view, row, unit), parts: [defs, ...gridOf(view, x, { y, unit, isNarrow }, palette, words), ...rows, ...(isNarrow ? [] : scaleOf(view, { row, left: left - 0.9 * unit, unit, above: headings ? 2.2 * unit : 0 }, palette, words))] };
}

/**
 * @param {View} view
 * @param {number} row
 * @param {number} unit
 * @returns {boolean}
 */
function hasTrail(view, row, unit) {
  return row >= LEAST_TRAIL * unit && view.dots.some(({ trail }) => trail.length > 1);
}

/**
 * What comes out of the mist: hardly seen at the top, as it is at the foot.
 * @param {string} id
 * @param {string} colour
 * @returns {Shape}
 */
function fade(id, colour) {
  const stop = (/** @type {number} */ offset, /** @type {number} */ opacity) => shape("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
  return shape("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1 }, stop(0, 0.15), stop(0.75, 1), stop(1, 1));
}

/**
 * @param {number} rows
 * @returns {number} in sizes of the font
 */
function rowHeight(rows) {
  return rows <= 2 ? 11 : rows <= 3 ? 9.5 : rows <= 6 ? 7 : rows <= 12 ? 5 : 2.2;
}

/**
 * @param {View} view
 * @param {(value: number) => number} x
 * @param {number} top
 * @param {number} row
 * @param {number} unit
 * @returns {Omit<import("./marks.js").Place, "fade">}
 */
function placeOf(view, x, top, row, unit) {
  if (!hasTrail(view, row, unit)) return { x, y: () => top + row / 2, thick: Math.min(unit * 0.5, row / 4), room: 0 };
  const [first, last] = [top + 0.5 * unit, top + row - 1.1 * unit];
  const span = Math.log(view.until / view.from) || 1;
  const y = (/** @type {number} */ answers) => first + ((last - first) * Math.log(Math.max(answers, view.from) / view.from)) / span;
  return { x, y, thick: unit * 0.5, room: last - first };
}

/**
 * @param {Dot} dot
 * @param {number} middle
 * @param {{left: number, width: number, unit: number, row: number, weight: number}} at
 * @param {View} view
 * @param {Palette} palette
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
function wideWords(dot, middle, { left, width, unit, row, weight }, view, palette, words) {
  const isTall = row >= 3.6 * unit;
  const lines = linesOf(dot.label, left / unit - 1.6, isTall ? 2 : 1);
  const names = lines.map((line, at) => label(line, 0, middle + (at - (lines.length - 1) / 2) * 1.25 * unit + 0.35 * unit, { size: unit, fill: palette.ink, weight }));
  if (dot.estimate === null) return [...names, label(words.text("not_known"), width, middle + 0.35 * unit, { size: 0.85 * unit, fill: palette.soft, anchor: "end" })];
  const big = label(valueText(dot.estimate, view, words), width, middle + (isTall ? 0.1 : 0.35) * unit, { size: isTall ? 1.75 * unit : unit, fill: palette.ink, anchor: "end", weight: 650, family: isTall ? palette.serif : palette.font });
  const small = label(endsText(dot, view, words), width, middle + 1.5 * unit, { size: 0.85 * unit, fill: palette.soft, anchor: "end" });
  return isTall ? [...names, big, small] : [...names, big];
}

/**
 * @param {Dot} dot
 * @param {number} top
 * @param {{left: number, right: number, unit: number, weight: number}} at
 * @param {View} view
 * @param {Palette} palette
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
function narrowWords(dot, top, { left, right, unit, weight }, view, palette, words) {
  const y = top + 1.6 * unit;
  const isKnown = dot.estimate !== null;
  const name = linesOf(dot.label, (right - left) / unit - 7, 1).join("");
  return [
    label(name, left, y, { size: unit, fill: palette.ink, weight }),
    label(valueText(dot.estimate, view, words), right, y, { size: (isKnown ? 1.25 : 0.85) * unit, fill: isKnown ? palette.ink : palette.soft, anchor: "end", weight: isKnown ? 650 : 400, family: isKnown ? palette.serif : palette.font }),
  ];
}

/**
 * @param {number} y
 * @param {number} width
 * @param {Palette} palette
 * @returns {Shape}
 */
function rule(y, width, palette) {
  return shape("line", { x1: 0, x2: width, y1: y, y2: y, stroke: palette.line });
}

/**
 * @param {View} view
 * @param {(value: number) => number} x
 * @param {{y: number, unit: number, isNarrow: boolean}} at
 * @param {Palette} palette
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
function gridOf(view, x, { y, unit, isNarrow }, palette, words) {
  const { ticks, decimals } = view.axis;
  const size = (isNarrow ? 0.8 : 0.85) * unit;
  return ticks.flatMap((tick) => {
    const text = words.number(tick, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    return [
      shape("line", { x1: x(tick), x2: x(tick), y1: 0, y2: y + 0.3 * unit, stroke: palette.line }),
      label(view.isShare ? words.text("percent", { number: text }) : text, x(tick), y + 1.5 * unit, { size, fill: palette.soft, anchor: "middle" }),
    ];
  });
}

/**
 * What the trail's top and foot are, once.
 * @param {View} view
 * @param {{row: number, left: number, unit: number, above: number}} at
 * @param {Palette} palette
 * @param {Catalogue} words
 * @returns {Shape[]}
 */
function scaleOf(view, { row, left, unit, above }, palette, words) {
  // Beside two lines of a label there is no room for it in a low row.
  const isCrowded = row < LEAST_SCALE * unit && linesOf(view.dots[0]?.label ?? "", left / unit - 0.7, 2).length > 1;
  if (isCrowded || !hasTrail(view, row, unit)) return [];
  const looks = { size: 0.75 * unit, fill: palette.soft, anchor: "end" };
  const first = label(words.text("answers_short", { count: view.from }), left, above + 0.8 * unit, looks);
  const last = view.planned && view.planned > view.answers ? [label(words.text("planned_short", { count: view.planned }), left, above + row - 0.85 * unit, looks)] : [];
  return [first, ...last];
}
