/**
 * What is drawn of a document: rows in the units that are shown, the range that they need, and how far all is.
 */
import { axisOver, decimalsFor } from "./axis.js";

/** @typedef {import("./document.js").Document} Document */
/** @typedef {import("./document.js").Point} Point */
/** @typedef {import("./document.js").Row} Row */
/** @typedef {[number, number]} Ends */
/** @typedef {{answers: number, estimate: number | null, people: Ends | null, population: Ends | null}} Moment */

/**
 * @typedef {object} Dot
 * @property {string} label
 * @property {string | null} heading the group, above the first of its options
 * @property {number | null} estimate null: not resolved, or nobody has answered
 * @property {Ends | null} people
 * @property {Ends | null} population
 * @property {number | null} planned
 * @property {boolean} isReached as narrow as was planned
 * @property {Moment[]} trail oldest first; the last is what is shown
 */

/**
 * @typedef {object} View
 * @property {Dot[]} dots
 * @property {import("./axis.js").Axis} axis
 * @property {boolean} isShare
 * @property {number} decimals
 * @property {number} answers
 * @property {number | null} planned how many people
 * @property {number} from the answers at which the trail begins
 * @property {number} until the answers at which it will end
 */

// Round a dot, so many of its half-widths are shown: the trail comes in from the sides.
const SHOWN = 2.4;

/**
 * @param {Document} document
 * @param {Point[]} seen
 * @param {number[]} [chosen] which rows, if not all
 * @returns {View}
 */
export function viewOf(document, seen, chosen) {
  const scale = document.figure.share ? 100 : 1;
  const places = chosen ?? document.rows.map((_, place) => place);
  // A sum grows with the answers: what it was says nothing about what it is.
  const trail = document.figure.name === "sum" ? [] : seen;
  const dots = places.flatMap((place, at) => {
    const row = document.rows[place];
    const before = document.rows[places[at - 1] ?? -1];
    return row ? [dotOf(row, row.option !== null && row.group !== before?.group, trail, place, scale)] : [];
  });
  const widths = dots.map(({ people, population }) => halfOf(people ?? population)).filter((width) => width > 0);
  const least = widths.length ? Math.min(...widths) : 0;
  const planned = document.plan.people;
  return {
    dots,
    axis: axisFor(dots, document.figure, scale),
    isShare: document.figure.share,
    decimals: decimalsFor(least),
    answers: document.answers,
    planned,
    from: firstKnown(dots) ?? document.answers,
    until: Math.max(planned ?? 0, document.answers, 1),
  };
}

/**
 * With how many answers anything could be said first.
 * @param {Dot[]} dots
 * @returns {number | undefined}
 */
function firstKnown(dots) {
  const [first] = dots.map(({ trail }) => trail.findIndex(({ estimate }) => estimate !== null)).filter((at) => at >= 0).sort((one, other) => one - other);
  return first === undefined ? undefined : dots[0]?.trail[first]?.answers;
}

/**
 * @param {Ends | null} ends
 * @returns {number}
 */
export function halfOf(ends) {
  return ends ? (ends[1] - ends[0]) / 2 : 0;
}

/**
 * @param {Row} row
 * @param {boolean} isFirst
 * @param {Point[]} seen
 * @param {number} place
 * @param {number} scale
 * @returns {Dot}
 */
function dotOf(row, isFirst, seen, place, scale) {
  const { figure, resolved } = row;
  const people = figure && ends(figure.low, figure.high, scale);
  const population = figure && ends(figure.population.low, figure.population.high, scale);
  const planned = row.planned === null ? null : row.planned * scale;
  return {
    label: row.option ?? row.group,
    heading: isFirst ? row.group : null,
    estimate: figure && resolved && figure.estimate !== null ? figure.estimate * scale : null,
    people,
    population,
    planned,
    isReached: resolved && planned !== null && halfOf(people ?? population) <= planned * (1 + 1e-9),
    trail: seen.map(({ answers, rows }) => {
      const [estimate = null, low = null, high = null, outerLow = null, outerHigh = null] = rows[place] ?? [];
      const outer = ends(outerLow, outerHigh, scale);
      return { answers, estimate: estimate === null ? null : estimate * scale, people: ends(low, high, scale), population: outer };
    }),
  };
}

/**
 * @param {number | null} low
 * @param {number | null} high
 * @param {number} scale
 * @returns {Ends | null}
 */
function ends(low, high, scale) {
  return low === null || high === null ? null : [low * scale, high * scale];
}

/**
 * @param {Dot[]} dots
 * @param {Document["figure"]} figure
 * @param {number} scale
 * @returns {import("./axis.js").Axis}
 */
function axisFor(dots, figure, scale) {
  const [least, most] = [figure.low === null ? -Infinity : figure.low * scale, figure.high === null ? Infinity : figure.high * scale];
  const reaches = dots.flatMap(({ estimate, population, planned }) => {
    const half = Math.max(halfOf(population), planned ?? 0) * SHOWN;
    return estimate === null || half === 0 ? [] : [Math.max(least, estimate - half), Math.min(most, estimate + half)];
  });
  if (!reaches.length) return axisOver(Number.isFinite(least) ? least : 0, Number.isFinite(most) ? most : 1);
  const axis = axisOver(Math.min(...reaches), Math.max(...reaches));
  return { ...axis, low: Math.max(axis.low, least), high: Math.min(axis.high, most), ticks: axis.ticks.filter((tick) => tick >= least && tick <= most) };
}
