/**
 * What is done from the board: to invite, to take things away, to close.
 */
import { systemSource } from "../src/randomize.js";
import { button, dialogOf, field, say } from "./dialogs.js";
import { MOST, asCsv, draw } from "./invitations.js";
import { asPoints, keep } from "./picture.js";
import { NoReply, ask, problemOf } from "./server.js";
import { shape } from "./shape.js";

/** @typedef {import("./document.js").Document} Document */
/** @typedef {import("../page/catalogue.js").Catalogue} Catalogue */

const AT_ONCE = 2000;

/**
 * @param {Document} document
 * @param {Catalogue} words
 * @param {() => void} changed
 */
export function invite(document, words, changed) {
  if (document.tickets === "open") {
    const link = `${location.origin}/s/${document.study}`;
    const copy = button(words.text("copy"), "strong", async () => {
      await navigator.clipboard.writeText(link);
      say(words.text("copied"));
    });
    dialogOf(words.text("invite_title"), [shape("p", {}, words.text("invite_open")), shape("p", { class: "link", dir: "ltr" }, link), copy], words);
    return;
  }
  const strata = document.strata.map((name, key) => shape("option", { value: key }, name ?? ""));
  const contents = [
    shape("p", {}, words.text("invite_what")),
    field("people", words.text("invite_people"), { type: "number", min: 1, max: MOST, value: 20, inputmode: "numeric" }, words),
    strata.length > 1 ? shape("label", { class: "field" }, shape("span", {}, words.text("invite_stratum")), shape("select", { name: "stratum" }, strata)) : null,
    shape("label", { class: "tick" }, shape("input", { type: "checkbox", name: "printed" }), shape("span", {}, words.text("invite_printed"))),
    button(words.text("invite_do"), "strong", async () => {
      const count = Number(find("people").value);
      if (!Number.isInteger(count) || count < 1 || count > MOST) return say(words.text("invite_count", { count: MOST }));
      const kind = { server: location.origin, study: document.study, key: Number(find("stratum")?.value ?? 0), isPrinted: find("printed").checked };
      const drawn = await draw(count, kind, systemSource);
      const failed = await announce(document.study, drawn);
      if (failed) return say(words.text(failed));
      keep(new Blob([asCsv(drawn, document.tickets === "named")], { type: "text/csv" }), "invitations.csv");
      say(words.text("invited_now", { count }));
      changed();
    }),
  ];
  const { find } = dialogOf(words.text("invite_title"), contents, words);
}

/**
 * @param {string} study
 * @param {import("./invitations.js").Invitation[]} drawn
 * @returns {Promise<string | null>} the word for what went wrong
 */
async function announce(study, drawn) {
  for (let at = 0; at < drawn.length; at += AT_ONCE) {
    const invitations = drawn.slice(at, at + AT_ONCE).map(({ hash, key }) => ({ hash, key }));
    const failed = await sent(`/v1/studies/${study}/invitations`, { invitations });
    if (failed) return failed;
  }
  return null;
}

/**
 * @param {string} path
 * @param {unknown} members
 * @returns {Promise<string | null>} the word for what went wrong
 */
async function sent(path, members) {
  try {
    const reply = await ask(path, { method: "POST", members });
    if (reply.status < 300) return null;
    return problemOf(reply) === "study-closed" ? "failed_closed" : reply.status === 401 ? "failed_login" : reply.status === 403 ? "failed_role" : "failed";
  } catch (failed) {
    if (failed instanceof NoReply) return "failed_unheard";
    throw failed;
  }
}

/**
 * @param {Document} document
 * @param {() => string} picture an SVG document
 * @param {Catalogue} words
 */
export function take(document, picture, words) {
  const path = `/v1/studies/${document.study}`;
  const file = (/** @type {string} */ name, /** @type {string} */ route, /** @type {string} */ text) =>
    shape("li", {}, shape("a", { href: `${path}${route}`, download: name }, text));
  const drawn = shape(
    "p",
    { class: "buttons" },
    button(words.text("take_svg"), "plain", async () => keep(new Blob([picture()], { type: "image/svg+xml" }), "board.svg")),
    button(words.text("take_png"), "plain", async () => keep(await asPoints(picture()), "board.png")),
  );
  const isEmpty = document.answers === 0;
  const files = shape("ul", { class: "files" }, file("answers.csv", "/answers", words.text("take_answers")), file("tally.json", "/tally", words.text("take_tally")), isEmpty ? null : file("estimate.json", "/estimate", words.text("take_estimate")), file("audit.json", "/audit", words.text("take_audit")));
  dialogOf(words.text("take_title"), [shape("h3", {}, words.text("take_picture")), drawn, shape("h3", {}, words.text("take_files")), files, shape("p", { class: "soft" }, words.text("take_what"))], words);
}

/**
 * @param {Document} document
 * @param {Catalogue} words
 * @param {() => void} changed
 */
export function close(document, words, changed) {
  const typed = words.text("close_word");
  const contents = [
    shape("p", {}, words.text("close_what")),
    shape("p", {}, document.plan.people !== null && document.answers < document.plan.people ? words.text("close_early", { count: document.answers, planned: document.plan.people }) : words.text("close_done")),
    field("typed", words.text("close_type", { word: typed }), { spellcheck: "false", autocapitalize: "none" }, words),
    button(words.text("close_do"), "danger", async () => {
      if (find("typed").value.trim().toLocaleLowerCase(words.said.language) !== typed) {
        find("typed").focus();
        return say(words.text("close_typed", { word: typed }));
      }
      const failed = await sent(`/v1/studies/${document.study}/close`, {});
      if (failed) return say(words.text(failed));
      dialog.close();
      changed();
    }),
  ];
  const { dialog, find } = dialogOf(words.text("close_title"), contents, words);
}
