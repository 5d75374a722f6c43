/**
 * The page's few pictures, each with its words beside it.
 */
import { el, svg } from "./dom.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./odds.js").Between} Between */

const PATHS = {
  chance: [
    "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z",
    "M8.5 8.5v.1 M15.5 8.5v.1 M12 12v.1 M8.5 15.5v.1 M15.5 15.5v.1",
  ].join(" "),
  veil: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z M4 20 20 4",
  sum: "M5 20V12 M12 20V5 M19 20v-6",
  tick: "M5 12.5 10 17.5 19 7",
};

/**
 * @param {keyof typeof PATHS} name
 * @returns {SVGElement}
 */
export function icon(name) {
  const d = PATHS[name];
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d }),
  );
}

/**
 * How far a guess of 50 can move.
 * @param {Catalogue} words
 * @param {Between} after
 * @returns {HTMLElement}
 */
export function scale(words, { low, high }) {
  const [from, to] = [low * 100, high * 100];
  const said = { low: from, high: to };
  const picture = svg(
    "svg",
    {
      class: "scale",
      role: "img",
      "aria-label": words.text("guess_picture", said),
      viewBox: "0 0 100 14",
      preserveAspectRatio: "none",
    },
    svg("rect", { class: "track", x: "0", y: "6", width: "100", height: "2" }),
    svg("rect", { class: "band", x: String(from), y: "4.5", width: String(to - from), height: "5" }),
    svg("rect", { class: "mark", x: "49.6", y: "1", width: "0.8", height: "12" }),
  );
  const labels = el(
    "p",
    { class: "scale-words", "aria-hidden": "true" },
    el("span", {}, words.number(0)),
    el("span", { class: "middle" }, words.text("guess_after", said)),
    el("span", {}, words.number(100)),
  );
  return el("div", { class: "scale-box", dir: "ltr" }, picture, labels);
}

/**
 * Bars of what was drawn, with lines where the promise is; the table beside it says the same.
 * @param {Catalogue} words
 * @param {import("./practice.js").Bar[]} bars
 * @returns {HTMLElement}
 */
export function chart(words, bars) {
  const most = Math.max(...bars.map(({ drawn, promised }) => Math.max(drawn, promised)));
  const nameOf = (/** @type {import("./practice.js").Bar} */ { column, isOwn }) => {
    if (column === null) return words.text("practice_rest");
    return isOwn ? words.text("practice_own", { column }) : words.number(column);
  };
  const rows = bars.map((bar) => {
    const width = String((100 * bar.drawn) / most);
    const at = String((100 * bar.promised) / most - 0.4);
    const picture = svg(
      "svg",
      {
        class: bar.isOwn ? "bar own" : "bar",
        viewBox: "0 0 100 10",
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      svg("rect", { class: "drawn", x: "0", y: "1", width, height: "8" }),
      svg("rect", { class: "promised", x: at, y: "0", width: "0.8", height: "10" }),
    );
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, nameOf(bar)),
      el("td", { class: "picture" }, picture),
      el("td", { class: "figure" }, words.number(bar.drawn)),
      el("td", { class: "figure soft" }, words.number(bar.promised, { maximumFractionDigits: 0 })),
    );
  });
  return el(
    "table",
    { class: "chart" },
    el("caption", {}, words.text("practice_caption")),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col" }, words.text("practice_column")),
        el("td", {}),
        el("th", { scope: "col", class: "figure" }, words.text("practice_drawn")),
        el("th", { scope: "col", class: "figure" }, words.text("practice_promised")),
      ),
    ),
    el("tbody", {}, rows),
  );
}
