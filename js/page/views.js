/**
 * What each view of the journey shows, and which of its methods each button calls.
 */
import { isEmbedded, withoutInvitation } from "./address.js";
import { code, plain, questionBack, trouble } from "./asides.js";
import { bytes, byHand, drawn } from "./checking.js";
import { deniability, deniable } from "./deniability.js";
import { el } from "./dom.js";
import { form } from "./form.js";
import { forgetting, onward, received, receiptCard } from "./sent.js";
import { alsoSeen, guess, introduction, known, number, promise } from "./told.js";
import { trying } from "./trying.js";
import { systemSource } from "../src/randomize.js";

/** @typedef {import("./journey.js").View} View */
/** @typedef {import("./journey.js").Journey} Journey */

/**
 * Where views are shown. `isLasting`: notes outlive this tab. `end` shows that all is done.
 * @typedef {object} Scene
 * @property {import("./catalogue.js").Catalogue} words
 * @property {Journey} journey
 * @property {boolean} isKiosk
 * @property {boolean} isLasting
 * @property {(name: string) => void} end
 */

/**
 * @param {Extract<View, {name: "question"}>} view
 * @param {Scene} scene
 */
function question({ study, standing, ledger }, { words, journey, isLasting }) {
  return [
    ...introduction(words, study, standing.override),
    promise(words, study),
    form(words, study, (said) => void journey.prepare(said)),
    isLasting ? null : el("p", { class: "notice warn" }, words.text("tab_only")),
    guess(words, study, ledger),
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
 * @param {Scene} scene
 */
function prepared({ study, prepared: made, said }, { words, journey, isKiosk }) {
  const keep = el("input", { type: "checkbox", id: "keep", autocomplete: "off", "aria-describedby": "keep-note" });
  return [
    el("h1", { tabindex: "-1" }, words.text("prepared")),
    el("p", { class: "lead" }, words.text("prepared_text")),
    el(
      "div",
      { class: "card" },
      drawn(words, study, made),
      deniable(words, study, made),
      isKiosk
        ? null
        : el(
            "div",
            { class: "keep" },
            el(
              "label",
              { class: "choice" },
              keep,
              el("span", {}, words.text("keep"), el("small", { id: "keep-note" }, words.text("keep_note"))),
            ),
          ),
      el(
        "button",
        { type: "button", class: "first", click: () => void journey.send(keep.checked) },
        words.text("send"),
      ),
      el("p", { class: "soft note" }, words.text(said ? "prepared_once" : "prepared_again")),
    ),
    el(
      "div",
      { class: "mores" },
      deniability(words, study, made),
      bytes(words, made),
      byHand(words, study, made, said),
    ),
  ];
}

/**
 * @param {Extract<View, {name: "received"}>} view
 * @param {Scene} scene
 */
function sent({ receipt, redirect }, { words, journey, isKiosk, isLasting }) {
  const go = (/** @type {string} */ url) => location.assign(url);
  const again = () => location.replace(withoutInvitation(location.href));
  return [
    ...received(words, receipt, isKiosk ? "kiosk" : isLasting ? "browser" : "tab"),
    receipt.ticket ? receiptCard(words, receipt, () => void journey.withdraw()) : null,
    redirect && !isEmbedded(location.href) ? onward(words, redirect, !receipt.ticket, go) : null,
    isKiosk
      ? el("p", {}, el("button", { type: "button", class: "first", click: again }, words.text("next_person")))
      : null,
    isKiosk ? null : forgettingAt({ words, journey }),
  ];
}

/** @param {Pick<Scene, "words" | "journey">} scene */
function forgettingAt({ words, journey }) {
  return el(
    "div",
    { class: "mores" },
    forgetting(words, () => void journey.forget()),
  );
}

/**
 * @param {Extract<View, {name: "answered"}>} view
 * @param {Scene} scene
 */
function answered({ day, isInvited, hasTicket }, { words, journey }) {
  return [
    ...plain(words, "answered", { day: words.day(day) }, isInvited ? "answered_text" : "answered_open_text"),
    hasTicket ? receiptCard(words, null, () => void journey.withdraw()) : null,
    forgettingAt({ words, journey }),
  ];
}

/**
 * What ends a visit of whoever answered with another invitation before.
 * @param {Extract<View, {name: "person" | "topic"}>} view
 * @returns {string}
 */
function endOf(view) {
  if (view.name === "person" && view.isWithdrawn) return "withdrawn";
  return view.isReceived ? "person_done" : "person_left";
}

/**
 * What is shown of a view.
 * @param {View} view
 * @param {Scene} scene
 * @returns {(Node | null)[]}
 */
export function contentOf(view, scene) {
  const { words, journey, end } = scene;
  const reload = () => location.reload();
  switch (view.name) {
    case "loading":
      return [el("p", { class: "loading", role: "status" }, words.text("loading"))];
    case "code":
      return code(words, view.isWrong, (text) => void journey.enter(text));
    case "person":
    case "topic": {
      const { epsilon, sum } = view.name === "topic" ? view : { epsilon: "", sum: "" };
      const steps = { yes: () => void journey.confirm(), no: () => end(endOf(view)) };
      return questionBack(words, view, { day: words.day(view.day), epsilon, sum }, steps);
    }
    case "question":
      return question(view, scene);
    case "preparing":
    case "sending":
    case "withdrawing":
      return [...plain(words, view.name), el("div", { class: "busy", "aria-hidden": "true" })];
    case "prepared":
      return prepared(view, scene);
    case "received":
      return sent(view, scene);
    case "answered":
      return answered(view, scene);
    case "withdrawn":
      return [...plain(words, "withdrawn"), forgettingAt(scene)];
    case "forgotten":
      return [
        ...plain(words, "forgotten", {}, view.left ? "forgotten_received" : "forgotten_text"),
        view.left ? el("p", { class: "soft" }, words.text("forgotten_left", { count: view.left })) : null,
      ];
    case "trouble":
      return trouble(words, view.kind, view.said, reload);
  }
}
