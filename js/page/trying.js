/**
 * Trust by trying: a thousand answers of an example person, drawn here, beside what was promised.
 */
import { el, isolated, more } from "./dom.js";
import { chart } from "./pictures.js";
import { exampleOf, practise, TIMES } from "./practice.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */

/**
 * @param {Catalogue} words
 * @param {import("../src/manifest.js").Study} study
 * @param {import("../src/randomize.js").Source} read
 * @returns {HTMLElement}
 */
export function trying(words, study, read) {
  const { group, value } = exampleOf(study);
  const said = { group: isolated(group), value: isolated(value ?? "") };
  const result = el("div", { class: "result", role: "status" });
  const shown = el("div", {});
  const draw = () => {
    const bars = practise(study, read);
    const [own] = bars;
    const promised = words.number(own?.promised ?? 0, { maximumFractionDigits: 0 });
    result.replaceChildren(
      el("p", {}, words.text("practice_result", { drawn: own?.drawn ?? 0, promised, count: TIMES })),
    );
    shown.replaceChildren(chart(words, bars), el("p", { class: "soft" }, words.text("practice_legend")));
    button.textContent = words.text("practice_again", { count: TIMES });
  };
  const button = el(
    "button",
    { type: "button", class: "second", click: draw },
    words.text("practice_draw", { count: TIMES }),
  );
  return more(
    words.text("practice"),
    el("p", {}, words.text("practice_text", { count: TIMES })),
    el("p", { class: "example" }, words.text(value === null ? "practice_person" : "practice_person_value", said)),
    button,
    result,
    shown,
  );
}
