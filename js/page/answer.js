/**
 * The answer page: starts the journey, and shows each of its views.
 */
import { inLanguage, isEmbedded, isKiosk, linkOf, withoutInvitation } from "./address.js";
import { code, plain, questionBack, trouble } from "./asides.js";
import { catalogueOf } from "./catalogue.js";
import { bytes, byHand, deniability, drawn } from "./checking.js";
import { el } from "./dom.js";
import { form } from "./form.js";
import { Journey, troubleOf } from "./journey.js";
import { forgetting, onward, received, receiptCard, waiting } from "./sent.js";
import { alsoSeen, guess, introduction, known, number, promise } from "./told.js";
import { trying } from "./trying.js";
import { subtle } from "../src/encoding.js";
import { openNotes } from "../src/places.js";
import { systemSource } from "../src/randomize.js";

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
 * @param {Extract<View, {name: "question"}>} view
 * @param {Journey} journey
 */
function question({ study, standing }, journey) {
  return [
    ...introduction(words, study, standing.override),
    promise(words, study),
    form(words, study, (said) => void journey.prepare(said)),
    isLasting ? null : el("p", { class: "notice warn" }, words.text("tab_only")),
    guess(words, study),
    el(
      "div",
      { class: "mores" },
      trying(words, study, systemSource),
      known(words, study),
      alsoSeen(words, study, location.host, new URL(journey.server).host),
      number(words, study),
      forgetting(words, () => void journey.forget()),
    ),
  ];
}

/**
 * @param {Extract<View, {name: "prepared"}>} view
 * @param {Journey} journey
 */
function prepared({ study, prepared: made, said }, journey) {
  const keep = el("input", { type: "checkbox", id: "keep", autocomplete: "off", "aria-describedby": "keep-note" });
  return [
    el("h1", { tabindex: "-1" }, words.text("prepared")),
    el("p", { class: "lead" }, words.text("prepared_text")),
    el(
      "div",
      { class: "card" },
      drawn(words, study, made),
      kiosk
        ? null
        : el(
            "div",
            { class: "keep" },
            el("label", { class: "choice" }, keep, el("span", {}, words.text("keep"), el("small", { id: "keep-note" }, words.text("keep_note")))),
          ),
      el("button", { type: "button", class: "first", click: () => void journey.send(keep.checked) }, words.text("send")),
      el("p", { class: "soft note" }, words.text(said ? "prepared_once" : "prepared_again")),
    ),
    el("div", { class: "mores" }, deniability(words, study, made), bytes(words, made), byHand(words, study, made, said)),
  ];
}

/**
 * @param {Extract<View, {name: "received"}>} view
 * @param {Journey} journey
 */
function sent({ receipt, redirect }, journey) {
  const go = (/** @type {string} */ url) => location.assign(url);
  const again = () => location.replace(withoutInvitation(location.href));
  return [
    ...received(words, receipt, kiosk),
    receipt.ticket ? receiptCard(words, receipt, () => void journey.withdraw()) : null,
    redirect && !isEmbedded(location.href) ? onward(words, redirect, !receipt.ticket, go) : null,
    kiosk ? el("p", {}, el("button", { type: "button", class: "first", click: again }, words.text("next_person"))) : null,
    kiosk ? null : el("div", { class: "mores" }, forgetting(words, () => void journey.forget())),
  ];
}

/**
 * @param {Extract<View, {name: "answered"}>} view
 * @param {Journey} journey
 */
function answered({ day, hasTicket }, journey) {
  return [
    ...plain(words, "answered", { day: words.day(day) }),
    hasTicket ? receiptCard(words, null, () => void journey.withdraw()) : null,
    el("div", { class: "mores" }, forgetting(words, () => void journey.forget())),
  ];
}

/**
 * What is shown of a view.
 * @param {View} view
 * @param {Journey} journey
 * @returns {(Node | null)[]}
 */
function contentOf(view, journey) {
  const reload = () => location.reload();
  switch (view.name) {
    case "loading":
      return [el("p", { class: "loading", role: "status" }, words.text("loading"))];
    case "code":
      return code(words, view.isWrong, (text) => void journey.enter(text));
    case "person":
    case "topic": {
      const { epsilon, sum } = view.name === "topic" ? view : { epsilon: "", sum: "" };
      const steps = { yes: () => journey.confirm(), no: () => show([...plain(words, "person_done")], "answered") };
      return questionBack(words, view.name, { day: words.day(view.day), epsilon, sum }, steps);
    }
    case "question":
      return question(view, journey);
    case "preparing":
    case "sending":
    case "withdrawing":
      return [...plain(words, view.name), el("div", { class: "busy", "aria-hidden": "true" })];
    case "prepared":
      return prepared(view, journey);
    case "received":
      return sent(view, journey);
    case "answered":
      return answered(view, journey);
    case "withdrawn":
      return plain(words, "withdrawn");
    case "forgotten":
      return [...plain(words, "forgotten"), view.left ? el("p", { class: "soft" }, words.text("forgotten_left", { count: view.left })) : null];
    case "trouble":
      return trouble(words, view.kind, view.said, reload);
  }
}

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
    return el("li", {}, el("a", { href, lang, dir, hreflang: lang, "aria-current": lang === language ? "true" : undefined }, text));
  });
  return [
    canSwitch ? el("nav", { class: "languages", "aria-label": words.text("languages") }, el("ul", { role: "list" }, links)) : null,
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
    if (journey) show(contentOf(view, journey), view.name);
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
void start();
