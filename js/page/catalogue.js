/**
 * The words of the page's language, with numbers and days as the platform writes them there. They came with the page.
 */

/** @typedef {string | {[form: string]: string}} Word */
/** @typedef {{language: string, reviewedBy: string, languages: {code: string, name: string, direction: string}[],
 *   words: {[name: string]: Word}}} Said */

/**
 * @typedef {object} Catalogue
 * @property {Said} said
 * @property {(name: string, holes?: {[name: string]: string | number}) => string} text a word, its holes filled;
 *   `count` chooses the plural form
 * @property {(number: number, options?: Intl.NumberFormatOptions) => string} number
 * @property {(day: string) => string} day from 2027-01-31
 */

/**
 * @param {Said} said
 * @returns {Catalogue}
 */
export function catalogueOf(said) {
  const plurals = new Intl.PluralRules(said.language);
  const number = (/** @type {number} */ value, /** @type {Intl.NumberFormatOptions} */ options = {}) =>
    new Intl.NumberFormat(said.language, options).format(value);
  const days = new Intl.DateTimeFormat(said.language, { dateStyle: "long", timeZone: "UTC" });

  /** @type {Catalogue["text"]} */
  const text = (name, holes = {}) => {
    const word = said.words[name];
    if (word === undefined) throw new Error(`the catalogue has no word ${name}`);
    const form = typeof word === "string" ? word : (word[plurals.select(Number(holes.count))] ?? word.other ?? "");
    return form.replace(/\{(\w+)\}/g, (_, hole) => filled(holes[hole]));
  };
  const filled = (/** @type {string | number | undefined} */ value) =>
    typeof value === "number" ? number(value) : String(value ?? "");
  return { said, text, number, day: (day) => days.format(new Date(`${day}T00:00:00Z`)) };
}
