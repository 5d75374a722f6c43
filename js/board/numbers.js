/**
 * Figures as they are read.
 */

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */

/**
 * @param {number} number
 * @param {number} decimals
 * @param {Catalogue} words
 * @returns {string}
 */
export function plain(number, decimals, words) {
  const isNothing = Math.abs(number) < 0.5 * 10 ** -decimals;
  return words.number(isNothing ? 0 : number, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/**
 * @param {number | null} estimate
 * @param {Pick<View, "decimals" | "isShare">} view
 * @param {Catalogue} words
 * @returns {string}
 */
export function value(estimate, view, words) {
  if (estimate === null) return words.text("not_known");
  const text = plain(estimate, view.decimals, words);
  return view.isShare ? words.text("percent", { number: text }) : text;
}

/**
 * The interval about these people, or about the population where there is no other.
 * @param {{people: [number, number] | null, population: [number, number] | null, estimate: number | null}} dot
 * @param {Pick<View, "decimals" | "isShare">} view
 * @param {Catalogue} words
 * @returns {string}
 */
export function ends({ people, population, estimate }, view, words) {
  const bounds = people ?? population;
  if (estimate === null || !bounds) return "";
  return range(bounds, view, words);
}

/**
 * @param {[number, number] | null} bounds
 * @param {Pick<View, "decimals" | "isShare">} view
 * @param {Catalogue} words
 * @returns {string}
 */
export function range(bounds, { decimals, isShare }, words) {
  if (!bounds) return "";
  return words.text(isShare ? "range_share" : "range", { low: plain(bounds[0], decimals, words), high: plain(bounds[1], decimals, words) });
}

/**
 * Half of an interval, with the digits that it is known by.
 * @param {number | null} halfwidth
 * @param {boolean} isShare
 * @param {Catalogue} words
 * @returns {string}
 */
export function within(halfwidth, isShare, words) {
  if (halfwidth === null) return words.text("not_known");
  return words.text(isShare ? "within_points" : "within", { number: words.number(halfwidth, { minimumSignificantDigits: 2, maximumSignificantDigits: 2 }) });
}

