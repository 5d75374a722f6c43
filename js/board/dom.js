/**
 * Shapes in a document. Texts are only ever texts: nothing that somebody wrote becomes markup.
 */
import { written } from "./shape.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {import("./shape.js").Shape} shape
 * @param {boolean} [isInside] of a picture
 * @returns {Element}
 */
export function grown(shape, isInside = false) {
  const isPicture = isInside || shape.name === "svg";
  const element = isPicture ? document.createElementNS(SVG, shape.name) : document.createElement(shape.name);
  for (const [name, text] of written(shape.attributes)) element.setAttribute(name, text);
  for (const [name, value] of Object.entries(shape.attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
  }
  for (const child of shape.children) {
    if (child !== null) element.append(typeof child === "string" ? child : grown(child, isPicture));
  }
  return element;
}

/**
 * Put these into an element, in place of what was there.
 * @param {Element} place
 * @param {...import("./shape.js").Content} contents
 */
export function fill(place, ...contents) {
  place.replaceChildren(...contents.flatMap((one) => (one === null ? [] : [typeof one === "string" ? one : grown(one)])));
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no part ${id}`);
  return found;
}
