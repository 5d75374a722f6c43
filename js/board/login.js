/**
 * Logging in: a key becomes a cookie that scripts cannot read; the key itself is kept nowhere.
 */
import { field } from "./dialogs.js";
import { fill } from "./dom.js";
import { NoReply, ask } from "./server.js";
import { shape } from "./shape.js";

/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */

/**
 * @param {string} key or a code that stands for one, once
 * @returns {Promise<"in" | "wrong" | "elsewhere" | "unheard">}
 */
export async function logIn(key) {
  try {
    const { status } = await ask("/v1/session", { method: "POST", members: { key } });
    return status === 201 ? "in" : status === 403 ? "elsewhere" : status === 503 || status === 429 ? "unheard" : "wrong";
  } catch (failed) {
    if (failed instanceof NoReply) return "unheard";
    throw failed;
  }
}

/**
 * @param {Element} place
 * @param {Catalogue} words
 * @param {string} why what led here, if it was not the first visit
 * @returns {Promise<void>} when somebody is logged in
 */
export function askForKey(place, words, why) {
  return new Promise((resolve) => {
    const send = async () => {
      const input = /** @type {HTMLInputElement} */ (place.querySelector("input"));
      const said = /** @type {HTMLElement} */ (place.querySelector("[role=alert]"));
      said.textContent = "";
      const key = input.value.trim();
      const outcome = /^tacit_[A-Za-z0-9_-]{43}$/.test(key) ? await logIn(key) : "wrong";
      if (outcome === "in") {
        input.value = "";
        resolve();
        return;
      }
      said.textContent = words.text(`login_${outcome}`);
      input.focus();
      input.select();
    };
    const form = shape(
      "form",
      { class: "login card", onsubmit: (event) => (event.preventDefault(), void send()) },
      shape("h1", {}, words.text("login_title")),
      shape("p", {}, words.text("login_what")),
      field("key", words.text("login_key"), { type: "password", spellcheck: "false", required: true, dir: "ltr" }, words),
      shape("p", { class: "login-said", role: "alert" }, why),
      shape("button", { type: "submit", class: "strong" }, words.text("login_do")),
      shape("p", { class: "soft" }, words.text("login_safe")),
    );
    fill(place, form);
    /** @type {HTMLInputElement | null} */ (place.querySelector("input"))?.focus();
  });
}
