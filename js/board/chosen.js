/**
 * Which rows are shown, where there are more than a picture holds.
 */

/** @typedef {import("./document.js").Row} Row */

export const MOST_ROWS = 24;

/**
 * The places of the rows that are looked for; every word must stand in the label or in the option.
 * @param {Row[]} rows
 * @param {string} sought
 * @returns {number[]}
 */
export function found(rows, sought) {
  const parts = sought.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rows.flatMap(({ group, option }, place) => {
    const text = `${group} ${option ?? ""}`.toLocaleLowerCase();
    return parts.every((part) => text.includes(part)) ? [place] : [];
  });
}

/**
 * One page of them, and where it begins; a page that is not there is the last one.
 * @param {number[]} places
 * @param {number} page
 * @param {number} [most] rows of a page
 * @returns {{from: number, places: number[], page: number}}
 */
export function pageOf(places, page, most = MOST_ROWS) {
  const last = Math.max(0, Math.ceil(places.length / most) - 1);
  const at = Math.max(0, Math.min(page, last));
  return { from: at * most, places: places.slice(at * most, (at + 1) * most), page: at };
}
