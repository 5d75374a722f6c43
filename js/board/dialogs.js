/**
 * Questions that the board asks back, each in a dialog of its own.
 */
import { grown } from "./dom.js";
import { shape } from "./shape.js";

/** @typedef {import("./shape.js").Content} Content */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */

/**
 * Show a dialog; it is gone when it is closed.
 * @param {string} title
 * @param {Content[]} contents
 * @param {Catalogue} words
 * @returns {{dialog: HTMLDialogElement, find: (name: string) => HTMLInputElement}}
 */
export function dialogOf(title, contents, words) {
  const close = shape("button", { type: "button", class: "plain", onclick: () => dialog.close() }, words.text("back"));
  const inner = shape("div", { class: "dialog" }, shape("h2", { id: "dialog-title" }, title), contents, shape("p", { class: "dialog-said", role: "status", id: "dialog-said" }), close);
  const dialog = /** @type {HTMLDialogElement} */ (grown(shape("dialog", { "aria-labelledby": "dialog-title" }, inner)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, find: (name) => /** @type {HTMLInputElement} */ (dialog.querySelector(`[name="${name}"]`)) };
}

/**
 * @param {string} sentence
 */
export function say(sentence) {
  const place = document.getElementById("dialog-said");
  if (place) place.textContent = sentence;
}

/**
 * A field with its name.
 * @param {string} name
 * @param {string} text
 * @param {import("./shape.js").Attributes} attributes
 * @param {Catalogue} words
 * @returns {import("./shape.js").Shape}
 */
export function field(name, text, attributes, words) {
  return shape("label", { class: "field" }, shape("span", {}, text), shape("input", { name, autocomplete: "off", lang: words.said.language, ...attributes }));
}

/**
 * What is done with a button when it is pressed, once at a time.
 * @param {string} text
 * @param {string} kind
 * @param {() => Promise<void>} act
 * @returns {import("./shape.js").Shape}
 */
export function button(text, kind, act) {
  return shape("button", {
    type: "button",
    class: kind,
    onclick: async (event) => {
      const pressed = /** @type {HTMLButtonElement} */ (event.currentTarget);
      if (pressed.getAttribute("aria-disabled") === "true") return;
      pressed.setAttribute("aria-disabled", "true");
      try {
        await act();
      } finally {
        pressed.removeAttribute("aria-disabled");
      }
    },
  }, text);
}
