/**
 * The answer page: starts the journey, and shows each of its views.
 */
import { inLanguage, isEmbedded, isKiosk, linkOf, withoutInvitation } from "./address.js";
import { plain } from "./asides.js";
import { catalogueOf } from "./catalogue.js";
import { el } from "./dom.js";
import { Journey, troubleOf } from "./journey.js";
import { waiting } from "./sent.js";
import { contentOf } from "./views.js";
import { subtle } from "../src/encoding.js";
import { openNotes } from "../src/places.js";

/** @typedef {import("./journey.js").View} View */
/** @typedef {View["name"]} Name */

const NOTED = "tacitNote";
const STEPS = ["step_answer", "step_check", "step_sent"];
/** @type {{[name in Name]?: number}} */
const STEP_OF = { question: 0, preparing: 0, prepared: 1, sending: 2, received: 2, answered: 2 };

const words = catalogueOf(JSON.parse(document.getElementById("words")?.textContent ?? ""));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const delays = el("div", { class: "delays" });
const kiosk = isKiosk(location.href);

let isLasting = true;

/**
 * Put a view in place of the one before; whoever listens or uses keys is taken to its heading.
 * @param {(Node | null)[]} content
 * @param {Name} name
 */
function show(content, name) {
  const at = STEP_OF[name];
  const isFirst = main.dataset.view === undefined || main.dataset.view === "loading";
  main.dataset.view = name;
  const parts = [...above(name), at === undefined ? null : stepsAt(at), ...content, delays];
  main.replaceChildren(...parts.filter((node) => node !== null));
  if (name === "loading") return;
  scrollTo(0, 0);
  const heading = main.querySelector("h1");
  if (!isFirst && heading) heading.focus({ preventScroll: true });
}

/** @param {number} now */
function stepsAt(now) {
  const items = STEPS.map((step, at) =>
    el("li", { "aria-current": at === now ? "step" : undefined, class: at < now ? "past" : "" }, words.text(step)),
  );
  return el("ol", { class: "steps", "aria-label": words.text("steps") }, items);
}

/**
 * The choice of language, while nothing is begun; and whether this one is a draft.
 * @param {Name} name
 */
function above(name) {
  const { languages, language, reviewedBy } = words.said;
  const canSwitch = ["question", "code", "trouble"].includes(name) && languages.length > 1;
  const links = languages.map(({ code: lang, name: text, direction: dir }) => {
    const href = inLanguage(location.href, lang);
    return el(
      "li",
      {},
      el("a", { href, lang, dir, hreflang: lang, "aria-current": lang === language ? "true" : undefined }, text),
    );
  });
  return [
    canSwitch
      ? el("nav", { class: "languages", "aria-label": words.text("languages") }, el("ul", { role: "list" }, links))
      : null,
    reviewedBy || name === "loading" ? null : el("p", { class: "draft soft" }, words.text("unreviewed")),
  ];
}

/**
 * Wait before something is sent again, and say so: what is on its way is then only saved.
 * @param {number} milliseconds
 * @param {string} reason
 */
async function wait(milliseconds, reason) {
  const isSending = main.dataset.view === "sending";
  if (isSending) retold("saved", isLasting ? "saved_text" : "saved_tab");
  await waiting(words, delays, milliseconds, reason);
  if (isSending) retold("sending", "sending_text");
}

/**
 * Other words in the view that there is.
 * @param {string} heading
 * @param {string} sentence
 */
function retold(heading, sentence) {
  for (const [place, word] of Object.entries({ h1: heading, ".lead": sentence })) {
    main.querySelector(place)?.replaceChildren(words.text(word));
  }
}

/**
 * Say to the page around this one, if it is one that the study names, that somebody is done; nothing else.
 * @param {import("../src/manifest.js").Study} study
 */
function tellFramer({ id, manifest }) {
  if (!isEmbedded(location.href)) return;
  for (const origin of /** @type {string[]} */ (manifest.embed)) {
    parent.postMessage({ tacit: 1, study: id, state: "received" }, origin);
  }
}

/** What nothing can be begun without: cryptography, and a place for notes. */
async function begin() {
  subtle();
  return openNotes();
}

/** Start; whatever cannot be started is told like any other trouble. */
async function start() {
  /** @type {Journey | null} */
  let journey = null;
  const render = (/** @type {View} */ view) => {
    const end = (/** @type {string} */ name) => show(plain(words, name), "answered");
    if (journey) show(contentOf(view, { words, journey, isKiosk: kiosk, isLasting, end }), view.name);
  };
  const place = await begin().catch((error) => error);
  journey = new Journey({
    href: linkOf(location.href),
    noted: String(history.state?.[NOTED] ?? ""),
    isKiosk: kiosk,
    world: {
      notes: place.notes,
      sleep: wait,
    },
    note: (key) => history.replaceState({ ...history.state, [NOTED]: key }, "", withoutInvitation(location.href)),
    received: (study) => tellFramer(study),
    show: render,
  });
  if (place instanceof Error) return render(troubleOf(place));
  isLasting = place.isLasting;
  await journey.open();
}

addEventListener("beforeunload", (event) => {
  if (!isLasting && main.dataset.view === "sending") event.preventDefault(); // what this tab holds is nowhere else
});
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // nothing of a form comes back by "back"
});
addEventListener("hashchange", () => location.reload()); // a link opened in the tab of another one
void start();
