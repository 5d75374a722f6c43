/**
 * Labels in a picture, where nothing breaks lines by itself.
 */
import { shape } from "./shape.js";

// The width of a usual sign, in sizes of the font; capitals take more, those of East Asia and emoji the room of two.
const [SIGN, CAPITAL, WIDE] = [0.54, 0.7, 1.08];

/**
 * As many lines as there may be; an ellipsis stands for the rest.
 * @param {string} text
 * @param {number} room in sizes of the font
 * @param {number} most lines
 * @returns {string[]}
 */
export function linesOf(text, room, most) {
  /** @type {string[]} */
  const lines = [];
  let line = "";
  for (const word of text.trim().split(/\s+/)) {
    for (const [at, piece] of pieces(word, room).entries()) {
      const longer = line && at === 0 ? `${line} ${piece}` : `${line}${piece}`;
      if (widthOf(longer) <= room) {
        line = longer;
        continue;
      }
      lines.push(line);
      line = piece;
    }
  }
  lines.push(line);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]}…`];
}

/**
 * @param {string} text
 * @returns {number} in sizes of the font, about
 */
export function widthOf(text) {
  let width = 0;
  for (const sign of text) {
    const isWide = (sign.codePointAt(0) ?? 0) > 0x2e7f || /[MW@%]/.test(sign);
    width += isWide ? WIDE : /\p{Lu}/u.test(sign) ? CAPITAL : SIGN;
  }
  return width;
}

/**
 * A text in a picture; it reads in its own direction and stands where it was put.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{size: number, fill: string, anchor?: string, weight?: number, family?: string}} looks
 * @returns {import("./shape.js").Shape}
 */
export function label(text, x, y, { size, fill, anchor = "start", weight, family }) {
  const looks = { "font-size": size, fill, "text-anchor": anchor, "font-weight": weight, "font-family": family };
  return shape("text", { x, y, "unicode-bidi": "plaintext", ...looks }, text);
}

/**
 * A word that is longer than a line, in pieces.
 * @param {string} word
 * @param {number} room
 * @returns {string[]}
 */
function pieces(word, room) {
  if (widthOf(word) <= room) return [word];
  const signs = [...word];
  const size = Math.max(1, Math.floor(room / (2 * SIGN)));
  return Array.from({ length: Math.ceil(signs.length / size) }, (_, at) => signs.slice(at * size, (at + 1) * size).join(""));
}
