/**
 * What a board has shown while it was open: the trail behind each dot.
 */

/** @typedef {import("./document.js").Point} Point */
/** @typedef {import("./document.js").Document} Document */

const MOST = 72;

/**
 * The trail with what was released since; what it showed before stays as it was.
 *
 * At first that is the document's own: the same figures with fewer answers. A trail that grows too long is
 * thinned where its points are closest, in proportion.
 * @param {Point[]} seen
 * @param {Document} document
 * @returns {Point[]}
 */
export function withSeen(seen, document) {
  const { trail } = document;
  const newest = trail.at(-1);
  const last = seen.at(-1);
  if (!newest) return [];
  if (!last || last.rows.length !== newest.rows.length || newest.answers < last.answers) return [...trail];
  if (newest.answers === last.answers) return [...seen.slice(0, -1), newest];
  return thinned([...seen, newest]);
}

/**
 * @param {Point[]} points
 * @returns {Point[]}
 */
function thinned(points) {
  if (points.length <= MOST) return points;
  let at = 1;
  let least = Infinity;
  for (let inner = 1; inner < points.length - 1; inner++) {
    const ratio = (points[inner + 1]?.answers ?? 1) / (points[inner - 1]?.answers ?? 1);
    if (ratio < least) [at, least] = [inner, ratio];
  }
  return [...points.slice(0, at), ...points.slice(at + 1)];
}
