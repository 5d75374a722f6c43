/**
 * Making elements, from words only: no text of anybody ever becomes markup.
 */

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {{[name: string]: string | boolean | undefined | ((event: Event) => void)}} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element; an attribute that is a function listens to the event of its name.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An element of a picture.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), attributes, children);
}

/**
 * Text that somebody else wrote: shown whole, in its own direction.
 * @param {string} text
 * @returns {HTMLElement}
 */
export function theirs(text) {
  return el("bdi", { dir: "auto" }, text);
}

/**
 * The same, for a hole in a sentence.
 * @param {string} text
 * @returns {string}
 */
export function isolated(text) {
  return `\u2068${text}\u2069`;
}

/**
 * Something to read on, closed until it is wanted.
 * @param {string} title
 * @param {...(Child | Child[])} children
 * @returns {HTMLDetailsElement}
 */
export function more(title, ...children) {
  return el("details", { class: "more" }, el("summary", {}, title), el("div", { class: "inside" }, ...children));
}

/**
 * @template {Element} Made
 * @param {Made} made
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {Made}
 */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined) made.setAttribute(name, value);
  }
  for (const child of children.flat()) if (child) made.append(child);
  return made;
}
