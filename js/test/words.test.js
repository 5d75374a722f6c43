/**
 * Words, numbers, addresses and what is typed: the page's small parts, without a page.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { DECLINE } from "../src/card.js";
import { admit } from "../src/manifest.js";
import { toUtf8 } from "../src/encoding.js";
import { inLanguage, isEmbedded, isKiosk, linkOf, withoutInvitation } from "../page/address.js";
import { catalogueOf } from "../page/catalogue.js";
import { placeOf } from "../page/crossed.js";
import { plainNumber, readEntry } from "../page/entry.js";
import { toRow } from "../page/fields.js";
import { spelled } from "../page/spelled.js";
import { readStanding } from "../page/standing.js";
import { readVectors } from "./files.js";

const FOLDER = new URL("../../src/tacit/web/languages/", import.meta.url);
const { admitted } = await readVectors("manifests.json");

async function catalogue(language) {
  const { words } = JSON.parse(await readFile(new URL(`${language}.json`, FOLDER), "utf8"));
  return catalogueOf({ language, reviewedBy: "", languages: [], words: { ...words.shared, ...words.answer } });
}

async function studyNamed(name) {
  const { id, manifest } = admitted.find((study) => study.name === name);
  return admit(toUtf8(manifest), id);
}

test("numbers and plural forms are the platform's", async () => {
  const [en, ar] = [await catalogue("en"), await catalogue("ar")];
  assert.equal(en.text("waiting_next", { count: 1 }), "Next try in 1 second.");
  assert.equal(en.text("waiting_next", { count: 1200 }), "Next try in 1,200 seconds.");
  const forms = [0, 1, 2, 3, 11, 100].map((count) => ar.text("waiting_next", { count }));
  assert.equal(new Set(forms.map((text) => text.replace(/[\d٠-٩]+/g, "#"))).size, 5);
  assert.equal(en.day("2027-01-31"), "January 31, 2027");
  assert.match(ar.day("2027-01-31"), /يناير/);
});

test("a word that is not there is a bug, and a hole is filled with what was given, as it is", async () => {
  const en = await catalogue("en");
  assert.throws(() => en.text("nonsense"));
  assert.equal(en.text("next", { host: "{day} <b>$&" }), "Continue to {day} <b>$&");
});

test("every word that the modules name is in the catalogue", async () => {
  const en = await catalogue("en");
  const names = new Set();
  for (const file of ["told", "trying", "form", "fields", "checking", "deniability", "sent", "asides", "pictures", "views", "answer"]) {
    const text = await readFile(new URL(`../page/${file}.js`, import.meta.url), "utf8");
    for (const [, name] of text.matchAll(/words\.text\("([^"]+)"/g)) names.add(name);
  }
  assert.ok(names.size > 60);
  assert.deepEqual([...names].filter((name) => en.said.words[name] === undefined), []);
});

test("the invitation leaves the address, and what names server and study stays", () => {
  assert.equal(withoutInvitation("https://a.org/s/x?lang=ar#i=secret&k=1"), "https://a.org/s/x?lang=ar");
  assert.equal(withoutInvitation("https://a.org/s/x#c=SECRET"), "https://a.org/s/x");
  assert.equal(withoutInvitation("https://p.org/s/#h=aa&s=bb&i=secret"), "https://p.org/s/#h=aa&s=bb");
  assert.equal(withoutInvitation("https://a.org/s/x"), "https://a.org/s/x");
});

test("inside a page of others a link means what it means alone", () => {
  const id = "A".repeat(43);
  assert.equal(linkOf(`https://a.org/e/${id}?kiosk#i=1`), `https://a.org/s/${id}?kiosk#i=1`);
  assert.equal(linkOf(`https://a.org/e/${id}`), `https://a.org/s/${id}`);
  for (const link of [`https://a.org/s/${id}#i=/e/${id}`, `https://a.org/e/short`, `https://p.org/s/#s=/e/${id}`]) {
    assert.equal(linkOf(link), link);
    assert.equal(isEmbedded(link), false);
  }
});

test("another language is a wish on a server, and a file where files are hosted", () => {
  assert.equal(inLanguage("https://a.org/s/x?kiosk#i=1", "ar"), "https://a.org/s/x?kiosk=&lang=ar#i=1");
  assert.equal(inLanguage("https://a.org/s/x?lang=ar", "en"), "https://a.org/s/x?lang=en");
  assert.equal(inLanguage("https://p.org/s/#h=1", "ar"), "https://p.org/s/ar.html#h=1");
  assert.equal(inLanguage("https://p.org/s/ar.html#h=1", "en"), "https://p.org/s/index.html#h=1");
});

test("a shared device is told by the link", () => {
  assert.equal(isKiosk("https://a.org/s/x?kiosk#c=1"), true);
  assert.equal(isKiosk("https://a.org/s/x#kiosk"), false);
});

test("numbers are understood as people type them anywhere", () => {
  for (const [typed, plain] of Object.entries({
    " 7 ": "7", "7,5": "7.5", "٧٫٥": "7.5", "۷": "7", "−3": "-3", "1,000.5": "1,000.5", "2,500": "2,500", "0,125": "0.125", "2,50": "2.50", "1.2.3": "1.2.3", "\u200f٣": "3", "१२": "12",
  })) {
    assert.equal(plainNumber(typed), plain, typed);
  }
});

test("what is missing or wrong is named by its field, and nothing else is refused", async () => {
  const study = await studyNamed("range with decline");
  const given = (more) => readEntry(study, { group: null, isDeclined: false, value: "", ...more });
  assert.deepEqual(given({}).wrong, ["group", "value"]);
  assert.deepEqual(given({ group: "diabetic" }).wrong, ["value"]);
  assert.deepEqual(given({ value: "7" }).wrong, ["group"]);
  for (const value of ["11", "-1", "x", "", "1e99", "NaN", "7 8"]) {
    assert.deepEqual(given({ group: "diabetic", value }).wrong, ["value"], value);
  }
  assert.deepEqual(given({ group: "diabetic", value: "7,25" }).said, { group: "diabetic", value: "7.25" });
  assert.deepEqual(given({ isDeclined: true, value: "99" }).said, { group: DECLINE, value: null });
  const scale = await studyNamed("scale");
  assert.deepEqual(readEntry(scale, { group: "diabetic", isDeclined: false, value: "2.5" }).wrong, ["value"]);
  const none = await studyNamed("only the group");
  assert.deepEqual(readEntry(none, { group: "group 1", isDeclined: false, value: "ignored" }).said, { group: "group 1", value: null });
});

test("a choice on each side is one group, in the order of the study's labels", async () => {
  const { groups, manifest } = await studyNamed("crossed groups");
  const sizes = manifest.groups.cross.map(([, names]) => names.length);
  const found = [];
  for (const [at, first] of manifest.groups.cross[0][1].entries()) {
    for (const [side, second] of manifest.groups.cross[1][1].entries()) found[placeOf([at, side], sizes)] = `${first} / ${second}`;
  }
  assert.deepEqual(found, groups.labels);
  assert.equal(placeOf([0, null], sizes), null);
  assert.equal(placeOf([null, 0], sizes), null);
});

test("no row of a scale is much shorter than another", () => {
  const rows = (all, most) => Array.from({ length: Math.ceil(all / toRow(all, most)) }, (_, row) => Math.min(toRow(all, most), all - row * toRow(all, most)));
  assert.deepEqual(rows(11, 5), [4, 4, 3]);
  assert.deepEqual(rows(11, 6), [6, 5]);
  assert.deepEqual(rows(5, 5), [5]);
  assert.deepEqual(rows(7, 6), [4, 3]);
  assert.deepEqual(rows(2, 6), [2]);
});

test("a study's number is four words, and others are other words", () => {
  assert.equal(spelled("A".repeat(43)), "babab-babab-babab-babab");
  assert.equal(spelled(`_____${"A".repeat(38)}`).slice(0, 5), "zuzuz");
  const ids = admitted.map(({ id }) => spelled(id));
  assert.equal(new Set(ids).size, admitted.length);
  for (const id of ids) assert.match(id, /^([a-z]{5}-){3}[a-z]{5}$/);
});

test("a study's state is read strictly", () => {
  const read = (value) => readStanding(toUtf8(JSON.stringify(value)));
  assert.deepEqual(read({ state: "open" }), { isOpen: true, override: "", redirect: "" });
  assert.deepEqual(read({ state: "closed", override: "x" }), { isOpen: false, override: "x", redirect: "" });
  for (const value of [{}, [], null, "open", { state: "ajar" }]) assert.throws(() => read(value), /state|JSON/);
  assert.throws(() => readStanding(toUtf8("<html>")), /JSON/);
});
