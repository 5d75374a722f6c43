/**
 * The board on the screen: draws what the server said, and again when the window or the choice of rows changes.
 */
import { MOST_ROWS, found, pageOf } from "./chosen.js";
import { fill, part } from "./dom.js";
import { figureOf } from "./figure.js";
import { chipsOf, pagerOf } from "./frame.js";
import { HIGH, WIDE, legendOf } from "./legend.js";
import { meter, metersOf } from "./meters.js";
import { headingOf, notesOf, toldOf, warningsOf } from "./notes.js";
import { peopleOf } from "./people.js";
import { pictureOf } from "./picture.js";
import { withSeen } from "./seen.js";
import { shape } from "./shape.js";
import { tableOf } from "./table.js";
import { viewOf } from "./view.js";

/** @typedef {import("./document.js").Document} Document */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */

/** The page's own colours, as they are in light, in dark, and where colours are forced. */
const ON_SCREEN = {
  ink: "var(--ink)",
  soft: "var(--soft)",
  line: "var(--grid)",
  paper: "var(--card)",
  accent: "var(--mark)",
  people: "var(--people)",
  population: "var(--population)",
  good: "var(--good)",
  font: "var(--sans)",
  serif: "var(--serif)",
};

const PRESENTED = "presented";
// So many signs high is a row in which the trail is well seen.
const ROOMY = 5;

// What a row takes on a projector, in pixels, to be read from the back; and where that spares turning a page, the least.
const [GOOD_ROW, LEAST_ROW] = [40, 34];
// So many signs high is a row without a trail; as high are a heading, and the axis.
const [PLAIN, HEADING, AXIS] = [2.3, 2.2, 4];

/** @returns {number | null} how high the picture may be on a projector: all that is left of the screen */
function roomOf() {
  if (!window.document.documentElement.classList.contains(PRESENTED)) return null;
  const left = window.innerHeight - part("plot").getBoundingClientRect().top - part("legend").offsetHeight - 0.06 * window.innerHeight;
  return Math.max(left, 220);
}

/**
 * How large the signs are.
 * @param {number | null} room
 * @param {number} width
 * @param {import("./view.js").View} view
 * @returns {number}
 */
function unitOf(room, width, { dots }) {
  if (room === null) return width < 560 ? 14 : 15;
  const headings = dots.filter(({ heading }) => heading !== null).length;
  const plain = Math.min(22, room / (PLAIN * dots.length + HEADING * headings + AXIS));
  return Math.max(15, plain, Math.min(width / 60, room / (ROOMY * dots.length + 3)));
}

/**
 * How many rows a page has: on a projector no more than are read from the back.
 * @param {Document | null} document
 * @returns {number}
 */
function mostRows(document) {
  const room = roomOf();
  if (room === null || !document) return MOST_ROWS;
  const headings = document.rows.filter(({ group, option }, at) => option !== null && group !== document.rows[at - 1]?.group).length;
  const share = 1 + headings / Math.max(1, document.rows.length);
  const fit = (/** @type {number} */ row) => Math.max(1, Math.min(MOST_ROWS, Math.floor(room / (row * share)) - 1));
  return document.rows.length <= fit(LEAST_ROW) ? MOST_ROWS : fit(GOOD_ROW);
}

export class Screen {
  /** @param {Catalogue} words */
  constructor(words) {
    this.words = words;
    /** @type {Document | null} */
    this.document = null;
    /** @type {import("./document.js").Point[]} */
    this.seen = [];
    this.sought = "";
    this.page = 0;
    this.most = MOST_ROWS;
    new ResizeObserver(() => this.draw()).observe(part("plot"));
  }

  /**
   * Another document.
   * @param {Document} document
   */
  show(document) {
    const { words } = this;
    const isNew = document.answers !== this.document?.answers;
    this.document = document;
    this.seen = withSeen(this.seen, document);
    const isOwner = document.role === "owner";
    fill(part("chips"), ...chipsOf(document, words));
    part("title").textContent = document.title;
    part("question").textContent = [document.question, document.asked].filter(Boolean).join(" · ");
    part("do-invite").hidden = !isOwner || document.state === "closed";
    part("do-close").hidden = !isOwner || document.state === "closed";
    fill(part("warnings"), ...warningsOf(document, words));
    fill(part("meters"), ...metersOf(document, words).map(meter));
    fill(part("people"), ...peopleOf(document, words));
    fill(part("notes"), ...notesOf(document, words));
    part("heading").textContent = headingOf(document, words);
    this.draw();
    if (isNew) part("told").textContent = words.text("told_answers", { count: document.answers });
  }

  /** What depends on the size of the window. */
  draw() {
    this.drawPager();
    this.drawFigure();
  }

  /** The field that finds rows, and the way through them. */
  drawPager() {
    const rows = this.document?.rows ?? [];
    const place = part("pager");
    place.hidden = rows.length <= mostRows(this.document);
    const most = mostRows(this.document); // the pager itself takes room
    this.most = most;
    if (place.hidden) return;
    if (!place.firstChild) {
      const seek = (/** @type {Event} */ event) => {
        [this.sought, this.page] = [/** @type {HTMLInputElement} */ (event.target).value, 0];
        this.draw();
      };
      const input = shape("input", { type: "search", oninput: seek, autocomplete: "off", "aria-label": this.words.text("find"), placeholder: this.words.text("find") });
      fill(place, input, shape("div", { class: "pages" }));
    }
    const all = found(rows, this.sought);
    const { from, places } = pageOf(all, this.page, most);
    const turn = (/** @type {number} */ by) => {
      this.page = pageOf(all, this.page + by, most).page;
      this.draw();
    };
    const pages = place.lastElementChild;
    if (pages) fill(pages, ...pagerOf({ from, shown: places.length, all: all.length }, { turn }, this.words));
  }

  /** The picture, its legend and the table. */
  drawFigure() {
    const { document, words } = this;
    if (!document) return;
    const { places, view } = this.chosen(document);
    const plot = part("plot");
    const width = Math.max(plot.clientWidth, 240);
    const room = roomOf();
    const unit = unitOf(room, width, view);
    const figure = figureOf(view, { width, unit, id: "board", height: room ?? undefined }, ON_SCREEN, words);
    const size = { width, height: figure.height, viewBox: `0 0 ${width} ${Math.round(figure.height * 100) / 100}` };
    fill(plot, shape("svg", { ...size, role: "img", direction: "ltr", "font-family": ON_SCREEN.font, "aria-label": toldOf(view, words) }, figure.parts));
    const legend = legendOf(view, figure.hasTrail, document.level ?? 0.95, ON_SCREEN, words);
    fill(part("legend"), ...legend.map(({ symbol, text }) => shape("li", {}, shape("svg", { width: WIDE, height: HIGH, viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" }, symbol), shape("span", {}, text))));
    part("caption").textContent = figure.hasTrail ? words.text("caption_trail") : document.answers ? "" : words.text("caption_empty", { count: document.batch });
    fill(part("table"), ...tableOf(view, document, places, words));
  }

  /**
   * The rows that are looked at.
   * @param {Document} document
   */
  chosen(document) {
    const { places } = pageOf(found(document.rows, this.sought), this.page, this.most);
    return { places, view: viewOf(document, this.seen, places) };
  }

  /** @returns {string} the picture for a slide */
  picture() {
    const { document, words } = this;
    return document ? pictureOf(this.chosen(document).view, document, headingOf(document, words), words) : "";
  }

  /** Large, for a projector, and back. */
  async present() {
    const root = window.document.documentElement;
    const isOn = root.classList.toggle(PRESENTED);
    part("do-present").textContent = this.words.text(isOn ? "do_return" : "do_present");
    try {
      if (isOn) await root.requestFullscreen?.();
      else if (window.document.fullscreenElement) await window.document.exitFullscreen();
    } catch {
      // A browser may refuse to fill the screen; the page is large all the same.
    }
    this.draw();
  }

  /** The way back by the key that leaves a full screen. */
  leavePresentation() {
    if (window.document.documentElement.classList.contains(PRESENTED)) void this.present();
  }
}
