/**
 * The picture for a slide: sixteen to nine, by itself, as a file that needs nothing else.
 */
import { figureOf } from "./figure.js";
import { HIGH, WIDE, legendOf } from "./legend.js";
import { label, linesOf, widthOf } from "./lines.js";
import { markup, shape } from "./shape.js";

/** @typedef {import("./document.js").Document} Document */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */

const [WIDTH, HEIGHT, EDGE, UNIT, LEGEND_ROWS] = [1600, 900, 70, 23, 1];
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', sans-serif";
const SERIF = "Charter, Georgia, 'Noto Serif', serif";

/** @type {import("./marks.js").Palette} */
export const ON_PAPER = {
  ink: "#1b1d20",
  soft: "#585d65",
  line: "#e4e3dd",
  paper: "#ffffff",
  accent: "#1d5c86",
  people: "#a9c8dd",
  population: "#dfeaf2",
  good: "#1f6b45",
  font: FONT,
  serif: SERIF,
};

/**
 * @param {View} view
 * @param {Document} document
 * @param {string} heading what is shown
 * @param {Catalogue} words
 * @returns {string} an SVG document
 */
export function pictureOf(view, document, heading, words) {
  const titles = linesOf(document.title, (WIDTH - 2 * EDGE) / 46, 2);
  const top = EDGE + titles.length * 54 + 72;
  const foot = EDGE + 36 + LEGEND_ROWS * 32;
  const size = { width: WIDTH - 2 * EDGE, height: HEIGHT - top - foot, unit: UNIT, id: "picture" };
  const figure = figureOf(view, size, ON_PAPER, words);
  const legend = legendRows(legendOf(view, figure.hasTrail, document.level ?? 0.95, ON_PAPER, words));
  const height = Math.max(HEIGHT, top + figure.height + foot);
  const said = words.text("picture_foot", { count: document.answers, epsilon: document.epsilon, study: document.study.slice(0, 8), day: words.day(document.today) });
  return markup(
    shape(
      "svg",
      { xmlns: "http://www.w3.org/2000/svg", width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, "font-family": FONT, direction: "ltr", role: "img" },
      shape("title", {}, document.title),
      shape("rect", { width: WIDTH, height, fill: ON_PAPER.paper }),
      titles.map((line, at) => label(line, EDGE, EDGE + 34 + at * 54, { size: 46, fill: ON_PAPER.ink, weight: 600, family: SERIF })),
      label(linesOf(heading, (WIDTH - 2 * EDGE) / 24, 1).join(""), EDGE, top - 48, { size: 24, fill: ON_PAPER.soft }),
      shape("g", { transform: `translate(${EDGE} ${top})` }, figure.parts),
      shape("g", { transform: `translate(${EDGE} ${height - foot + 18})` }, legend),
      label(said, WIDTH - EDGE, height - EDGE + 26, { size: 18, fill: ON_PAPER.soft, anchor: "end" }),
      label("tacit", EDGE, height - EDGE + 26, { size: 20, fill: ON_PAPER.accent, weight: 650, family: SERIF }),
    ),
  );
}

/**
 * The legend in lines; one is nearly always enough.
 * @param {{symbol: Shape[], text: string}[]} legend
 * @returns {Shape[]}
 */
function legendRows(legend) {
  let [x, row] = [0, 0];
  return legend.map(({ symbol, text }) => {
    const width = WIDE + 12 + widthOf(text) * 18 + 34;
    if (x > 0 && x + width > WIDTH - 2 * EDGE) [x, row] = [0, row + 1];
    const item = shape("g", { transform: `translate(${x} ${row * 32})` }, symbol, label(text, WIDE + 12, HIGH / 2 + 6, { size: 18, fill: ON_PAPER.soft }));
    x += width;
    return item;
  });
}

/**
 * @param {string} svg
 * @returns {Promise<Blob>} the picture in points, twice as many as it has
 */
export async function asPoints(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = window.document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/**
 * Let the browser keep a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function keep(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = window.document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
