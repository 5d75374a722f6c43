/**
 * After "send": whether it is saved, on its way or received, told as it is; and what can be done afterwards.
 */
import { el, isolated, more } from "./dom.js";
import { icon } from "./pictures.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("../src/visit.js").Receipt} Receipt */

const SECOND = 1000;
const NEXT_SECONDS = 10;

/**
 * Says why it is not received yet and when it is tried again; ends early where somebody asks for that, or where the
 * connection comes back.
 * @param {Catalogue} words
 * @param {HTMLElement} place
 * @param {number} milliseconds
 * @param {string} reason the client's
 * @returns {Promise<void>}
 */
export function waiting(words, place, milliseconds, reason) {
  const until = performance.now() + milliseconds;
  const next = el("p", { class: "soft" });
  const count = () => Math.max(1, Math.ceil((until - performance.now()) / SECOND));
  const tell = () => {
    next.textContent = words.text("waiting_next", { count: count() });
  };
  return new Promise((resolve) => {
    const again = () => {
      clearTimeout(timer);
      clearInterval(ticking);
      removeEventListener("online", again);
      place.replaceChildren();
      resolve();
    };
    const timer = setTimeout(again, milliseconds);
    const ticking = setInterval(tell, SECOND);
    addEventListener("online", again);
    tell();
    place.replaceChildren(
      el(
        "div",
        { class: "notice warn" },
        el("p", { role: "status" }, words.text(reasonWord(reason))),
        next,
        el("button", { type: "button", class: "second", click: again }, words.text("try_now")),
      ),
    );
  });
}

/** @param {string} reason */
function reasonWord(reason) {
  if (reason.startsWith("there is no connection")) return "waiting_offline";
  return reason.startsWith("what came back") ? "waiting_strange" : "waiting_busy";
}

/**
 * @param {Catalogue} words
 * @param {Receipt} receipt
 * @param {"browser" | "tab" | "kiosk"} keeper what remembers that somebody answered
 * @returns {HTMLElement[]}
 */
export function received(words, { day, ticket }, keeper) {
  const kept = { browser: ticket ? "received_receipt" : "received_kept", tab: "received_tab", kiosk: "received_kiosk" };
  return [
    el("div", { class: "done" }, icon("tick")),
    el("h1", { tabindex: "-1" }, words.text("received")),
    el("p", { class: "lead" }, words.text("received_text")),
    el("p", { class: "soft" }, words.text(kept[keeper], { day: words.day(day) })),
  ];
}

/**
 * The receipt, where one was asked for.
 * @param {Catalogue} words
 * @param {Receipt | null} receipt null: it was kept by an earlier visit
 * @param {() => void} withdraw
 * @returns {HTMLElement}
 */
export function receiptCard(words, receipt, withdraw) {
  const facts = receipt && [
    el("dt", {}, words.text("receipt_name")),
    el("dd", {}, el("code", { dir: "ltr" }, receipt.answer)),
    el("dt", {}, words.text("receipt_day")),
    el("dd", {}, words.day(receipt.day)),
  ];
  return el(
    "section",
    { class: "card", "aria-labelledby": "receipt" },
    el("h2", { id: "receipt" }, words.text("receipt")),
    el("p", {}, words.text("receipt_text")),
    facts && el("dl", { class: "facts" }, facts),
    more(
      words.text("withdraw"),
      el("p", {}, words.text("withdraw_note")),
      el("button", { type: "button", class: "second", click: withdraw }, words.text("withdraw")),
    ),
  );
}

/**
 * Where people go afterwards: after some seconds, unless they would rather stay.
 * @param {Catalogue} words
 * @param {string} redirect
 * @param {boolean} isPrompt false: only when it is asked for
 * @param {(url: string) => void} go
 * @returns {HTMLElement}
 */
export function onward(words, redirect, isPrompt, go) {
  const host = isolated(new URL(redirect).host);
  const link = el("a", { class: "first", href: redirect, rel: "noreferrer" }, words.text("next", { host }));
  if (!isPrompt) return el("p", { class: "onward" }, link);
  let left = NEXT_SECONDS;
  const soon = el("span", {}, words.text("next_soon", { count: left }));
  const ticking = setInterval(() => {
    left -= 1;
    soon.textContent = words.text("next_soon", { count: left });
    if (left > 0) return;
    clearInterval(ticking);
    go(redirect);
  }, SECOND);
  const stay = () => {
    clearInterval(ticking);
    note.remove();
  };
  const note = el(
    "p",
    { class: "soft" },
    soon,
    " ",
    el("button", { type: "button", class: "plain", click: stay }, words.text("stay")),
  );
  return el("div", { class: "onward" }, el("p", {}, link), note);
}

/**
 * @param {Catalogue} words
 * @param {() => void} forget
 * @returns {HTMLElement}
 */
export function forgetting(words, forget) {
  return more(
    words.text("forget"),
    el("p", {}, words.text("forget_text")),
    el("button", { type: "button", class: "second", click: forget }, words.text("forget_do")),
  );
}
