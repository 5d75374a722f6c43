/**
 * Elements as plain objects: made without a browser, drawn by one (dom.js), or written into a file.
 */

/** @typedef {{[name: string]: string | number | boolean | null | undefined | ((event: Event) => void)}} Attributes */
/** @typedef {{name: string, attributes: Attributes, children: Content[]}} Shape */
/** @typedef {Shape | string | null} Content */

/**
 * @param {string} name
 * @param {Attributes} [attributes] those that are null or false are left out; `on...` are called for events
 * @param {...(Content | Content[])} children
 * @returns {Shape}
 */
export function shape(name, attributes = {}, ...children) {
  return { name, attributes, children: children.flat() };
}

/**
 * The attributes that an element gets, and their texts.
 * @param {Attributes} attributes
 * @returns {[string, string][]}
 */
export function written(attributes) {
  /** @type {[string, string][]} */
  const pairs = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false || typeof value === "function") continue;
    pairs.push([name, typeof value === "number" ? short(value) : value === true ? "" : value]);
  }
  return pairs;
}

/**
 * The shape as XML, for a file of its own.
 * @param {Content} content
 * @returns {string}
 */
export function markup(content) {
  if (content === null) return "";
  if (typeof content === "string") return escaped(content);
  const { name, attributes, children } = content;
  const head = [name, ...written(attributes).map(([key, text]) => `${key}="${escaped(text)}"`)].join(" ");
  return children.length ? `<${head}>${children.map(markup).join("")}</${name}>` : `<${head}/>`;
}

/**
 * All texts of a shape, in their order.
 * @param {Content} content
 * @returns {string}
 */
export function textOf(content) {
  if (content === null) return "";
  return typeof content === "string" ? content : content.children.map(textOf).join(" ");
}

/**
 * @param {number} value
 * @returns {string} a hundredth of a pixel is enough
 */
function short(value) {
  return String(Math.round(value * 100) / 100);
}

/**
 * @param {string} text
 * @returns {string} without what XML does not allow
 */
function escaped(text) {
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd");
  return allowed.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
