/**
 * What the live board computes before anything is drawn, and what is drawn, without a browser.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { axisOver, decimalsFor } from "../board/axis.js";
import { MOST_ROWS, found, pageOf } from "../board/chosen.js";
import { figureOf } from "../board/figure.js";
import { asCsv, draw, hashOf } from "../board/invitations.js";
import { linesOf, widthOf } from "../board/lines.js";
import { metersOf } from "../board/meters.js";
import { headingOf, notesOf, toldOf, warningsOf } from "../board/notes.js";
import { byDay, peopleOf } from "../board/people.js";
import { ON_PAPER, pictureOf } from "../board/picture.js";
import { START, after, waitOf } from "../board/poll.js";
import { withSeen } from "../board/seen.js";
import { codeOf, problemOf, studyOf } from "../board/server.js";
import { markup, shape, textOf } from "../board/shape.js";
import { tableOf } from "../board/table.js";
import { viewOf } from "../board/view.js";
import { catalogueOf } from "../page/catalogue.js";
import { hash, labelled, toBase64url } from "../src/encoding.js";
import { invitationBytes, parseLink } from "../src/link.js";

const FOLDER = new URL("../../src/tacit/web/languages/", import.meta.url);
const words = await catalogue("en");

async function catalogue(language) {
  const { words } = JSON.parse(await readFile(new URL(`${language}.json`, FOLDER), "utf8"));
  return catalogueOf({ language, reviewedBy: "", languages: [], words: { ...words.shared, ...words.board } });
}

const figure = (estimate, low, high, by = 0.5) => ({ estimate, sd: (high - low) / 4, low, high, population: { sd: 1, low: low - by, high: high + by } });
const row = (group, estimate, low, high, more = {}) => ({ group, option: null, figure: figure(estimate, low, high), resolved: true, clipped: false, planned: 0.5, count: figure(300, 200, 400), ...more });

/** A board half way: two groups, 1,000 of 4,000 answers. */
function half(more = {}) {
  const rows = [row("young", 4, 3, 5), row("old", 6, 5, 7)];
  return {
    study: "A".repeat(43), title: "A study", question: "How much?", asked: "Which?", options: [], state: "open",
    tickets: "blind", batch: 20, not_after: "2027-01-31", today: "2027-01-01", days_left: 30, override: "",
    epsilon: "1", strata: [null], role: "owner", invited: 5000, started: 1010, answered: 1000, bulk: 0, withdrawn: 0,
    revoked: 0, revoked_after_use: 0, refused: {}, days: [], answers: 1000, level: 0.95, rough: false,
    figure: { name: "mean", share: false, low: 0, high: 10, option: null },
    plan: { people: 4000, halfwidth: 0.5, now: 1 }, rows, declined: null,
    trail: [point(100, 5), point(1000, 4)], influence: { of: "sum", furthest: 2.75, answers_for_one_sd: 17 }, ...more,
  };
}

const point = (answers, estimate) => ({ answers, rows: [0, 2].map((by) => [estimate + by, estimate + by - 1, estimate + by + 1, estimate + by - 1.5, estimate + by + 1.5]) });

test("an axis has few round ticks that hold both ends", () => {
  for (const [low, high] of [[0, 1], [3.21, 3.34], [-0.002, 0.001], [0, 100], [17, 17], [-5e6, 4e6]]) {
    const axis = axisOver(low, high);
    assert.ok(axis.low <= low && axis.high >= high, `${low} ${high}`);
    assert.ok(axis.ticks.length >= 2 && axis.ticks.length <= 9, String(axis.ticks));
    for (const tick of axis.ticks) assert.equal(Number(tick.toFixed(axis.decimals)), tick);
  }
});

test("a figure has the decimals that its interval is known by", () => {
  assert.deepEqual([18, 3.1, 1.1, 0.42, 0.11, 0.004, 0, Infinity].map(decimalsFor), [0, 0, 1, 1, 2, 3, 0, 0]);
});

test("what was shown stays, and what is released is added", () => {
  const first = withSeen([], half());
  assert.deepEqual(first.map(({ answers }) => answers), [100, 1000]);
  const later = withSeen(first, half({ answers: 1020, trail: [point(90, 9), point(1020, 4.1)] }));
  assert.deepEqual(later, [point(100, 5), point(1000, 4), point(1020, 4.1)]);
  assert.deepEqual(withSeen(later, half({ answers: 1020, trail: [point(1020, 4.2)] })).at(-1), point(1020, 4.2));
  assert.deepEqual(withSeen(later, half({ trail: [] })), []);
  const withdrawn = half({ answers: 40, trail: [point(20, 1), point(40, 2)] });
  assert.deepEqual(withSeen(later, withdrawn), withdrawn.trail);
});

test("a trail stays short, with its first and last point, and evenly spread", () => {
  let seen = [];
  for (let answers = 20; answers <= 20_000; answers += 20) seen = withSeen(seen, half({ trail: [point(answers, 4)] }));
  assert.ok(seen.length <= 72 && seen.length > 60);
  assert.deepEqual([seen[0].answers, seen.at(-1).answers], [20, 20_000]);
  const ratios = seen.slice(1).map(({ answers }, at) => answers / seen[at].answers);
  assert.ok(Math.max(...ratios.slice(5)) < 1.5, String(ratios));
});

test("shares are drawn in percent, and every dot in its place", () => {
  const share = half({ figure: { name: "mean", share: true, low: 0, high: 1, option: "yes" }, rows: [row("a", 0.4, 0.3, 0.5, { planned: 0.1 })], trail: [] });
  const view = viewOf(share, []);
  assert.deepEqual([view.dots[0].estimate, view.dots[0].people, view.dots[0].planned], [40, [30, 50], 10]);
  assert.ok(view.axis.low >= 0 && view.axis.high <= 100);
});

test("a dot is as narrow as was planned exactly when its interval is", () => {
  const [wide, narrow] = viewOf(half({ rows: [row("a", 4, 3, 5), row("b", 4, 3.5, 4.5)] }), []).dots;
  assert.deepEqual([wide.isReached, narrow.isReached], [false, true]);
});

test("the trail begins where anything is known first", () => {
  const unknown = { answers: 50, rows: [[null, 0, 10, 0, 10], [null, 0, 10, 0, 10]] };
  assert.equal(viewOf(half(), [unknown, point(100, 5), point(1000, 4)]).from, 100);
  assert.equal(viewOf(half(), [unknown]).from, 1000);
});

test("sums have no trail, since they grow with the answers", () => {
  const sums = half({ figure: { name: "sum", share: false, low: null, high: null, option: null } });
  assert.deepEqual(viewOf(sums, sums.trail).dots.map(({ trail }) => trail.length), [0, 0]);
});

/** All shapes of a kind, wherever they are. */
const all = (parts, name) => parts.flatMap((one) => (typeof one === "string" || one === null ? [] : [...(one.name === name ? [one] : []), ...all(one.children, name)]));

test("in the picture a dot stands where its axis says, between its intervals", () => {
  const document = half();
  const { parts } = figureOf(viewOf(document, document.trail), { width: 900, unit: 15, id: "t" }, ON_PAPER, words);
  const ticks = new Map(all(parts, "text").filter(({ attributes }) => attributes["text-anchor"] === "middle").map(({ attributes, children }) => [Number(children[0]), attributes.x]));
  const [first, last] = [[...ticks][0], [...ticks].at(-1)];
  const place = (value) => first[1] + ((value - first[0]) / (last[0] - first[0])) * (last[1] - first[1]);
  const dots = all(parts, "circle").map(({ attributes }) => attributes.cx);
  assert.equal(dots.length, 2);
  dots.forEach((x, at) => assert.ok(Math.abs(x - place([4, 6][at])) < 1e-6));
  const bars = all(parts, "rect").filter(({ attributes }) => attributes["fill-opacity"] === 1);
  assert.equal(bars.length, 4);
  assert.ok(Math.abs(bars[1].attributes.x - place(3)) < 1e-6);
  assert.ok(Math.abs(bars[1].attributes.width - (place(5) - place(3))) < 1e-6);
});

test("many rows have no trail, and a telephone shows the same dots", () => {
  const many = half({ rows: Array.from({ length: 24 }, (_, at) => row(`group ${at}`, 4, 3, 5)), trail: [] });
  assert.equal(figureOf(viewOf(many, []), { width: 900, unit: 15, id: "t" }, ON_PAPER, words).hasTrail, false);
  const document = half();
  for (const width of [280, 390, 900, 1800]) {
    const drawn = figureOf(viewOf(document, document.trail), { width, unit: 14, id: "t" }, ON_PAPER, words);
    assert.equal(drawn.hasTrail, true);
    for (const { attributes } of all(drawn.parts, "circle")) assert.ok(attributes.cx > 0 && attributes.cx < width && attributes.cy < drawn.height);
  }
});

test("before anybody has answered there are rows and no dots", () => {
  const blank = { group: "a", option: null, figure: null, resolved: false, clipped: false, planned: null, count: null };
  const empty = half({ answers: 0, rows: [blank, { ...blank, group: "b" }], trail: [], plan: { people: null, halfwidth: null, now: null } });
  const view = viewOf(empty, []);
  const { parts } = figureOf(view, { width: 900, unit: 15, id: "t" }, ON_PAPER, words);
  assert.deepEqual([all(parts, "circle").length, view.axis.low, view.axis.high], [0, 0, 10]);
  assert.match(textOf(tableOf(view, empty, [0, 1], words)[0]), /too few to tell/);
  assert.match(toldOf(view, words), /a⁩: too few answers to tell/);
});

test("what somebody wrote is text in the file of a picture, too", () => {
  const title = '<script>alert("1")</script> & \u0007 "x"';
  const document = half({ title, rows: [row('<b onload="x">', 4, 3, 5)], trail: [] });
  const svg = pictureOf(viewOf(document, []), document, headingOf(document, words), words);
  assert.ok(!/<script|<b /.test(svg));
  assert.match(svg, /&lt;script&gt;/);
  assert.ok(!/[\u0000-\u0008]/.test(svg));
  assert.ok(!/https?:\/\/(?!www\.w3\.org\/2000\/svg)/.test(svg));
  assert.ok(!/var\(/.test(svg));
});

test("XML leaves out what does not apply and closes what it opens", () => {
  assert.equal(markup(shape("g", { a: 1.23456, b: null, c: false, onclick: () => {} }, "x<y", null, shape("path"))), '<g a="1.23">x&lt;y<path/></g>');
  assert.equal(markup("\ud800"), "\ufffd");
});

test("labels break between words, and a word that is too long within itself", () => {
  assert.deepEqual(linesOf("one two three", 4, 3), ["one two", "three"]);
  assert.deepEqual(linesOf("one two three four five six", 4, 2), ["one two", "three…"]);
  for (const line of linesOf("x".repeat(100), 8, 9)) assert.ok(widthOf(line) <= 8);
  assert.equal(linesOf("x".repeat(100), 8, 9).join(""), "x".repeat(100), "nothing is put between its pieces");
  assert.ok(widthOf("漢字") > widthOf("ab"));
  assert.ok(widthOf("WM") > widthOf("AB") && widthOf("AB") > widthOf("ab"));
});

test("it asks soon while something changes, seldom while nothing does, later while nobody replies", () => {
  const waits = [];
  let calm = START;
  for (let at = 0; at < 30; at++) waits.push(waitOf((calm = after(calm, "same")), { isClosed: false }));
  assert.deepEqual([waits[0], waits.at(-1)], [1500, 15_000]);
  assert.ok(waits.every((wait, at) => at === 0 || wait >= waits[at - 1]));
  assert.equal(waitOf(after(calm, "changed"), { isClosed: false }), 1500);
  assert.equal(waitOf(START, { isClosed: true }), 60_000);
  const failures = [1, 2, 3, 10].map((count) => waitOf({ quiet: 0, failures: count }, { isClosed: true }));
  assert.deepEqual(failures, [1500, 3000, 6000, 60_000]);
  assert.equal(waitOf({ quiet: 0, failures: 1 }, { isClosed: false, retryAfter: 30 }), 30_000);
  assert.deepEqual(after({ quiet: 0, failures: 4 }, "same"), { quiet: 1, failures: 0 });
});

test("the address says which study, and the fragment nothing but a code for one login", () => {
  const study = "A".repeat(43);
  assert.deepEqual([`/board/${study}`, `/board/${study}/`, "/board", "/board/x", `/s/${study}`].map(studyOf), [study, study, null, null, null]);
  const code = `once_${"A".repeat(22)}`;
  assert.deepEqual([`#k=${code}`, `#k=tacit_${"A".repeat(43)}`, "#k=", "", `#k=${code}&x`].map(codeOf), [code, null, null, null, null]);
});

test("a refusal is known by its name, and anything else by none", () => {
  const reply = (status, body) => ({ status, body, etag: null, retryAfter: 0 });
  assert.equal(problemOf(reply(410, '{"type":"urn:tacit:error:study-closed"}')), "study-closed");
  assert.deepEqual([problemOf(reply(502, "<html>")), problemOf(reply(200, "{}"))], ["", ""]);
});

test("invitations are links that devices read, and the server is told their hashes only", async () => {
  let next = 0;
  const read = (size) => Uint8Array.from({ length: size }, () => next++ % 256);
  for (const isPrinted of [false, true]) {
    const drawn = await draw(3, { server: "https://survey.example.org", study: "A".repeat(43), key: 2, isPrinted }, read);
    for (const { link, code, hash: told } of drawn) {
      const parsed = parseLink(link);
      assert.deepEqual([parsed.server, parsed.study, parsed.key], ["https://survey.example.org", "A".repeat(43), 2]);
      const bytes = invitationBytes(parsed.invitation);
      assert.equal(told, toBase64url(await hash("SHA-256", labelled("invitation", bytes))));
      assert.equal(told, await hashOf(bytes));
      assert.equal(code !== "", isPrinted);
      if (isPrinted) assert.match(code, /^[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z*~$=]$/);
    }
    assert.equal(new Set(drawn.map(({ link }) => link)).size, 3);
    const lines = asCsv(drawn, isPrinted).split("\n");
    assert.equal(lines[0], isPrinted ? "person,link,code,record" : "person,link");
    assert.deepEqual([lines.length, lines[1].startsWith("1,https://"), lines.at(-1)], [5, true, ""]);
  }
});

test("days without answers stand between those that have some", () => {
  const days = [["2027-01-01", "answered", 3], ["2027-01-01", "invited", 90], ["2027-01-03", "bulk", 4], ["2027-01-03", "answered", 1]].map(([day, what, count]) => ({ day, what, count }));
  assert.deepEqual(byDay(days), [{ day: "2027-01-01", count: 3 }, { day: "2027-01-02", count: 0 }, { day: "2027-01-03", count: 5 }]);
  assert.deepEqual(byDay([]), []);
});

test("people are counted with why some were refused, and replacements apart", () => {
  const text = textOf(shape("div", {}, peopleOf(half({ refused: { "invitation-used": 2, "never-heard-of": 1 }, revoked: 4, revoked_after_use: 3 }), words)));
  for (const part of ["Invited 5,000", "Started: invitation used 1,010", "Refused 3", "Invitation used before 2", "Something else 1", "unused 4", "after use 3"]) assert.ok(text.includes(part), `${part}: ${text}`);
});

test("meters say how far, how precise and until when", () => {
  const [answers, precision, days] = metersOf(half(), words);
  assert.deepEqual([answers.value, answers.part, answers.note], ["1,000", 0.25, "of 4,000 planned. Up to 19 more may be waiting for their batch."]);
  assert.deepEqual([precision.value, precision.part, precision.note], ["± 1.0", 0.25, "Planned: ± 0.50."]);
  assert.equal(days.value, "30");
  assert.equal(metersOf(half({ state: "closed" }), words)[2].value, "closed");
  assert.equal(metersOf(half({ plan: { people: 4000, halfwidth: 0.5, now: 0.4 } }), words)[1].note, "As narrow as planned: ± 0.50.");
});

test("whoever looks is told why that is safe, that it is no licence to stop, and what one invention does", () => {
  const said = notesOf(half(), words).map(textOf);
  assert.match(said[0], /changes only when 20 answers have been mixed/);
  assert.match(said[1], /fixed beforehand.*Planned: 4,000 answers, or until January 31, 2027/);
  assert.match(said[2], /as far as 2.75 people.*About 17 such answers/);
  assert.match(notesOf(half({ batch: 1 }), words).map(textOf)[0], /each answer as it comes/);
  assert.match(said[0], /mixed together, nothing here .* tells who sent which.*last batch may be smaller/);
  assert.match(notesOf(half({ state: "closed" }), words).map(textOf)[0], /last batch may have been smaller/);
  const [ofRecords] = notesOf(half({ tickets: "named" }), words).map(textOf);
  assert.match(ofRecords, /20 answers have been mixed.*belongs to which record/);
  assert.doesNotMatch(ofRecords, /tells who sent which/);
});

test("what must be known first is said first", () => {
  const said = (more) => warningsOf(half(more), words).map(textOf).join(" ");
  assert.equal(said({}), "");
  assert.match(said({ tickets: "open" }), /Open to anyone/);
  assert.match(said({ override: "to show it" }), /hopeless: .*to show it/);
  assert.match(said({ rough: true }), /rough/);
  assert.match(said({ bulk: 7 }), /7 answers came in bulk/);
});

test("the table has every number that the picture has", () => {
  const document = half();
  const text = textOf(tableOf(viewOf(document, []), document, [0, 1], words)[0]);
  for (const part of ["young 4.0 3.0 to 5.0 2.5 to 5.5 ± 0.50 300", "old 6.0 5.0 to 7.0 4.5 to 7.5 ± 0.50 300"]) assert.ok(text.includes(part), text);
});

test("a group is found among many by every word, and pages have an end", () => {
  const rows = Array.from({ length: 60 }, (_, at) => row(`Town ${at}`, 4, 3, 5));
  assert.deepEqual(found(rows, " town  7"), [7, 17, 27, 37, 47, 57]);
  assert.equal(found(rows, "").length, 60);
  const places = found(rows, "");
  assert.deepEqual([pageOf(places, 0).places.length, pageOf(places, 99).page, pageOf(places, -1).page], [MOST_ROWS, 2, 0]);
  assert.deepEqual(pageOf([], 3), { from: 0, places: [], page: 0 });
});

for (const language of ["en", "ar"]) {
  test(`nothing on a board lacks its word: ${language}`, async () => {
    const theirs = await catalogue(language);
    for (const more of [{}, { state: "closed" }, { tickets: "open" }, { tickets: "named", batch: 1 }, { bulk: 3, withdrawn: 2, rough: true }]) {
      const document = half(more);
      const view = viewOf(document, document.trail);
      const drawn = [...metersOf(document, theirs).map(({ value, note }) => value + note), ...notesOf(document, theirs).map(textOf), ...peopleOf(document, theirs).map(textOf), pictureOf(view, document, headingOf(document, theirs), theirs)];
      assert.ok(drawn.every((text) => !/\{\w+\}|undefined/.test(text)), drawn.join("\n"));
    }
  });
}
