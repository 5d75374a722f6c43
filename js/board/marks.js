/**
 * One row's marks: the trail that runs down to the dot, the dot with its two intervals, and what was planned.
 */
import { halfOf } from "./view.js";
import { shape } from "./shape.js";

/** @typedef {import("./view.js").Dot} Dot */
/** @typedef {import("./view.js").Ends} Ends */
/** @typedef {import("./shape.js").Shape} Shape */

/**
 * Where things are: `x` of a value, `y` of a number of answers; `thick` is the height of the bar, `room` the height
 * that the trail has, `fade` the name of its colours.
 * @typedef {{x: (value: number) => number, y: (answers: number) => number, thick: number, room: number, fade: string}} Place
 */

/**
 * @typedef {{ink: string, soft: string, line: string, paper: string, accent: string, people: string, population: string, good: string, font: string, serif: string}} Palette
 */

const STEPS = 12;

/**
 * @param {Dot} dot
 * @param {Place} place
 * @param {Palette} palette
 * @param {{answers: number, until: number}} view
 * @returns {Shape[]}
 */
export function marksOf(dot, place, palette, view) {
  return [...trailOf(dot, place, palette), ...plannedOf(dot, place, palette, view), ...dotOf(dot, place, palette, view.answers)];
}

/**
 * @param {Dot} dot
 * @param {Place} place
 * @param {Palette} palette
 * @returns {Shape[]}
 */
function trailOf(dot, place, palette) {
  if (place.room === 0 || dot.trail.length < 2) return [];
  const line = dot.trail.flatMap(({ estimate, answers }) => (estimate === null ? [] : [[place.x(estimate), place.y(answers)]]));
  const looks = { fill: "none", stroke: palette.accent, "stroke-width": place.thick / 6, "stroke-opacity": 0.7, "stroke-linejoin": "round" };
  return [
    ribbon(dot, (moment) => moment.population, place, `url(#${place.fade}-population)`),
    ribbon(dot, (moment) => moment.people, place, `url(#${place.fade}-people)`),
    shape("path", { d: line.length > 1 ? curve(line) : "", ...looks }),
  ];
}

/**
 * @param {Dot} dot
 * @param {(moment: import("./view.js").Moment) => Ends | null} endsOf
 * @param {Place} place
 * @param {string} colour
 * @returns {Shape}
 */
function ribbon(dot, endsOf, place, colour) {
  const left = [];
  const right = [];
  for (const moment of dot.trail) {
    const ends = moment.estimate === null ? null : endsOf(moment);
    if (!ends) continue;
    left.push([place.x(ends[0]), place.y(moment.answers)]);
    right.unshift([place.x(ends[1]), place.y(moment.answers)]);
  }
  return shape("path", { d: left.length > 1 ? `${curve(left)}${curve(right).replace("M", "L")}Z` : "", fill: colour });
}

/**
 * Through all points, upright at each of them.
 * @param {number[][]} points
 * @returns {string}
 */
function curve(points) {
  let path = "";
  let [lastX, lastY] = [0, 0];
  for (const [x = 0, y = 0] of points) {
    const middle = (lastY + y) / 2;
    path += path ? `C${pair(lastX, middle)} ${pair(x, middle)} ${pair(x, y)}` : `M${pair(x, y)}`;
    [lastX, lastY] = [x, y];
  }
  return path;
}

/**
 * From the dot to where it will be as narrow as was planned.
 * @param {Dot} dot
 * @param {Place} place
 * @param {Palette} palette
 * @param {{answers: number, until: number}} view
 * @returns {Shape[]}
 */
function plannedOf(dot, place, palette, { answers, until }) {
  const { planned, estimate } = dot;
  if (planned === null || estimate === null) return [];
  const stroke = { fill: "none", stroke: palette.good, "stroke-width": place.thick / 5 };
  const y = place.y(until);
  const cap = place.room ? place.thick * 0.7 : place.thick;
  const [left, right] = [place.x(estimate - planned), place.x(estimate + planned)];
  const bracket = `M${pair(left, y - cap)}L${pair(left, y + cap)}M${pair(right, y - cap)}L${pair(right, y + cap)}${place.room ? `M${pair(left, y)}L${pair(right, y)}` : ""}`;
  const sides = place.room && answers < until ? [-1, 1].map((side) => sideOf(side * planned, estimate, place, answers, until)) : [];
  return [
    shape("path", { d: sides.join(""), ...stroke, "stroke-dasharray": `${place.thick / 4} ${place.thick / 2}`, "stroke-opacity": 0.9 }),
    shape("path", { d: bracket, ...stroke }),
  ];
}

/**
 * One side of the way: widths go with one over the root of the answers.
 * @param {number} planned
 * @param {number} estimate
 * @param {Place} place
 * @param {number} answers
 * @param {number} until
 * @returns {string}
 */
function sideOf(planned, estimate, place, answers, until) {
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const count = answers * (until / answers) ** (step / STEPS);
    return at(place, estimate + planned * Math.sqrt(until / count), count);
  });
  return `M${points.join("L")}`;
}

/**
 * @param {Dot} dot
 * @param {Place} place
 * @param {Palette} palette
 * @param {number} answers
 * @returns {Shape[]}
 */
function dotOf(dot, place, palette, answers) {
  const y = place.y(answers);
  const { thick } = place;
  const bar = (/** @type {Ends | null} */ ends, /** @type {number} */ height, /** @type {number} */ opacity) => {
    if (!ends) return null;
    const [left, right] = [place.x(ends[0]), place.x(ends[1])];
    return shape("rect", { x: left, y: y - height / 2, width: Math.max(right - left, 1), height, rx: height / 2, fill: palette.accent, "fill-opacity": opacity });
  };
  if (dot.estimate === null) return [shape("line", { x1: place.x(-Infinity), x2: place.x(Infinity), y1: y, y2: y, stroke: palette.soft, "stroke-width": thick / 5, "stroke-dasharray": `${thick / 4} ${thick}` })];
  const marks = [bar(dot.population, thick / 4, 1), halfOf(dot.people) > 0 ? bar(dot.people, thick, 1) : null];
  const circle = shape("circle", { cx: place.x(dot.estimate), cy: y, r: thick * 0.85, fill: palette.paper, stroke: palette.accent, "stroke-width": thick / 2.6 });
  return [...marks.filter((one) => one !== null), circle];
}

/**
 * @param {Place} place
 * @param {number} value
 * @param {number} answers
 * @returns {string}
 */
function at(place, value, answers) {
  return pair(place.x(value), place.y(answers));
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {string}
 */
function pair(x, y) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
