/**
 * What a person is told before anything is chosen: who asks, what an answer gives away, what else a server sees.
 */
import { el, isolated, more, theirs } from "./dom.js";
import { factorsOf, moved, ownShare } from "./odds.js";
import { icon, scale } from "./pictures.js";
import { spelled } from "./spelled.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("../src/manifest.js").Study} Study */

const EVEN = 0.5;
const RARE = 0.1;

/**
 * Who asks for what, and until when.
 * @param {Catalogue} words
 * @param {Study} study
 * @param {string} override what the researcher had to write to ask at all
 * @returns {(HTMLElement | null)[]}
 */
export function introduction(words, { manifest }, override) {
  const asked = words.text("asked", {
    owner: isolated(String(manifest.owner)),
    day: words.day(String(manifest.not_after)),
  });
  return [
    el("p", { class: "asked" }, asked),
    el("h1", { tabindex: "-1" }, theirs(String(manifest.title))),
    override
      ? el(
          "div",
          { class: "notice warn" },
          el("p", {}, words.text("override")),
          el("blockquote", { dir: "auto" }, override),
        )
      : null,
  ];
}

/**
 * The promise in three sentences, from the integers that will be used.
 * @param {Catalogue} words
 * @param {Study} study
 * @returns {HTMLElement}
 */
export function promise(words, study) {
  const chance = Math.round(100 * (1 - ownShare(study)));
  const sum = study.question.kind === "none" ? "promise_sum_none" : "promise_sum";
  return el(
    "section",
    { class: "promise", "aria-labelledby": "promise" },
    el("h2", { id: "promise" }, words.text("promise")),
    el(
      "ul",
      { role: "list" },
      el("li", {}, icon("chance"), el("span", {}, words.text("promise_chance", { chance, last: study.scheme.rows.columns - 1 }))),
      el("li", {}, icon("veil"), el("span", {}, shortly(words, study))),
      el("li", {}, icon("sum"), el("span", {}, words.text(sum))),
    ),
  );
}

/**
 * What one answer can give away, in a sentence.
 * @param {Catalogue} words
 * @param {Study} study
 * @returns {string}
 */
function shortly(words, study) {
  const { group, value } = factorsOf(study);
  const first = hundredths(moved(EVEN, group));
  if (group === value) return words.text("promise_guess", first);
  return words.text("promise_guess_group", { high: first.high, value: hundredths(moved(EVEN, value)).high });
}

/**
 * What one answer can give away; where the promise is about groups only, both numbers.
 * @param {Catalogue} words
 * @param {Study} study
 * @param {import("./journey.js").Ledger} ledger
 * @returns {HTMLElement}
 */
export function guess(words, study, { count, spent, sum }) {
  const { group, value } = factorsOf(study);
  const isSame = group === value;
  const first = moved(EVEN, group);
  const parts = [
    el("p", {}, words.text(isSame ? "guess_text" : "guess_group", hundredths(first))),
    scale(words, first),
  ];
  if (isSame) {
    parts.push(el("p", {}, words.text("guess_rare", hundredths(moved(RARE, group))), " ", words.text("guess_same")));
  } else {
    const second = moved(EVEN, value);
    parts.push(el("p", {}, words.text("guess_value", hundredths(second))), scale(words, second));
  }
  const twice = `${words.text("guess_twice")} ${words.text("guess_epsilon", { epsilon: study.epsilon })}`;
  parts.push(el("p", { class: "soft" }, twice));
  if (count) parts.push(el("p", { class: "soft" }, words.text("guess_ledger", { count, spent, sum })));
  return el(
    "section",
    { class: "guess", "aria-labelledby": "guess" },
    el("h2", { id: "guess" }, words.text("guess")),
    ...parts,
  );
}

/** @param {import("./odds.js").Between} between */
function hundredths({ low, high }) {
  return { low: Math.round(low * 1000) / 10, high: Math.round(high * 1000) / 10 };
}

/**
 * What will be known, and what not; true for the study's kind of tickets.
 * @param {Catalogue} words
 * @param {Study} study
 * @returns {HTMLElement}
 */
export function known(words, { question, scheme, tickets, manifest }) {
  const kind = { range: "known_range", scale: "known_range", choice: "known_choice", none: "" }[question.kind];
  const will = [
    words.text("known_groups"),
    kind && words.text(kind),
    words.text("known_column", { columns: scheme.rows.columns }),
    manifest.publish_answers === true && words.text("known_published"),
    tickets !== "open" && words.text(tickets === "blind" ? "known_blind" : "known_named"),
    words.text("known_group_habits"),
  ];
  const not = [words.text("unknown_truth"), words.text(`unknown_${tickets}`)];
  const list = (/** @type {string} */ title, /** @type {(string | false)[]} */ items, /** @type {string} */ kindOf) => [
    el("h3", {}, words.text(title)),
    el("ul", { class: kindOf }, ...items.filter(Boolean).map((item) => el("li", {}, item))),
  ];
  return more(
    words.text("known"),
    ...list("known_yes", will, "yes"),
    ...list("known_no", not, "no"),
    el("p", { class: "soft" }, words.text("known_batch", { count: Number(manifest.batch) })),
  );
}

/**
 * @param {Catalogue} words
 * @param {Study} study
 * @param {string} host of this page
 * @param {string} server where answers go
 * @returns {HTMLElement}
 */
export function alsoSeen(words, { tickets }, host, server) {
  const list = (/** @type {string[]} */ items) => el("ul", {}, ...items.map((item) => el("li", {}, words.text(item))));
  return more(
    words.text("seen"),
    el("p", {}, words.text("seen_lead")),
    list(["seen_address", "seen_browser"]),
    el("p", {}, words.text("seen_kept")),
    el("p", {}, words.text("seen_sent")),
    list([...(tickets === "open" ? [] : ["seen_invitation"]), "seen_answer"]),
    server === host
      ? null
      : el("p", {}, words.text("seen_elsewhere", { host: isolated(host), server: isolated(server) })),
    el("p", { class: "soft" }, words.text("seen_page", { host: isolated(host) })),
  );
}

/**
 * The study's number, to compare with a letter.
 * @param {Catalogue} words
 * @param {Study} study
 * @returns {HTMLElement}
 */
export function number(words, { id }) {
  return more(
    words.text("number"),
    el("p", {}, words.text("number_text")),
    el(
      "dl",
      { class: "facts" },
      el("dt", {}, words.text("number_words")),
      el("dd", {}, el("code", { dir: "ltr" }, spelled(id))),
      el("dt", {}, words.text("number_whole")),
      el("dd", {}, el("code", { dir: "ltr" }, id)),
    ),
  );
}
