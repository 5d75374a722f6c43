/**
 * What the page says of chances: by enumeration over every study of vectors/v1, against the draws themselves.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { cardOf, DECLINE, drawColumn } from "../src/card.js";
import { admit } from "../src/manifest.js";
import { toUtf8 } from "../src/encoding.js";
import { chanceOf, chancesByGroup, factorsOf, moved, ownShare, together } from "../page/odds.js";
import { exampleOf, practise } from "../page/practice.js";
import { MOST_ROWS, ownRows, tableOf } from "../page/table.js";
import { readVectors } from "./files.js";

const { admitted } = await readVectors("manifests.json");
const studies = await Promise.all(
  admitted.map(async ({ name, id, manifest }) => ({ name, study: await admit(toUtf8(manifest), id, "20") })),
);
const studyNamed = (name) => studies.find((each) => each.name === name).study;

/** Some queries of every kind: all of a small pool. */
function queriesOf({ scheme }) {
  return Array.from({ length: Math.min(scheme.queries, 40) }, (_, at) => Math.floor((at * scheme.queries) / Math.min(scheme.queries, 40)));
}

for (const { name, study } of studies) {
  test(`${name}: the chances of a card add to one, and no two cards differ by more than is promised`, () => {
    const { scheme } = study;
    const { value } = factorsOf(study);
    for (const query of queriesOf(study)) {
      const cards = [];
      for (let item = 0; item < Math.min(scheme.rows.items, 12); item += 1) {
        for (let level = 0; level < scheme.rows.levels; level += 1) cards.push([item, level]);
      }
      const laws = cards.map(([item, level]) =>
        Array.from({ length: scheme.rows.columns }, (_, column) => chanceOf(scheme, query, item, level, column)),
      );
      for (const law of laws) assert.ok(Math.abs(law.reduce((sum, chance) => sum + chance) - 1) < 1e-12);
      for (let column = 0; column < scheme.rows.columns; column += 1) {
        const chances = laws.map((law) => law[column]);
        assert.ok(Math.max(...chances) <= Math.min(...chances) * value * (1 + 1e-12));
        const said = together(chancesByGroup(study, query, column));
        assert.ok(said.low <= Math.min(...chances) + 1e-12 && said.high >= Math.max(...chances) - 1e-12);
      }
    }
  });
}

test("a chance is that of the draws, counted one by one", () => {
  const study = studyNamed("a die");
  const { scheme } = study;
  assert.equal(scheme.total, 6);
  for (const query of queriesOf(study)) {
    for (const group of study.groups.labels) {
      for (const [level, option] of study.question.options.entries()) {
        const counts = [0, 0];
        for (let draw = 0; draw < 6; draw += 1) counts[drawColumn(study, query, group, option, () => Uint8Array.of(draw))] += 1;
        const { item } = cardOf(study, group, option);
        const law = [0, 1].map((column) => chanceOf(scheme, query, item, level, column));
        assert.deepEqual(counts.map((count) => count / 6), law);
      }
    }
  }
});

test("the words at four epsilons, as docs/answer-page.md has them", async () => {
  const page = await readFile(new URL("../../docs/answer-page.md", import.meta.url), "utf8");
  for (const epsilon of [0.5, 1, 2, 3]) {
    const ratio = Math.exp(epsilon);
    const chance = Math.round((100 * 2) / (ratio + 2));
    const [even, rare] = [0.5, 0.1].map((guess) => Math.round(100 * moved(guess, ratio).high));
    assert.ok(page.includes(`| ${epsilon} | ${chance} | ${even} | ${rare} |`), `epsilon ${epsilon}`);
  }
  assert.deepEqual(moved(0.5, Math.exp(0.5)), { low: 0.37, high: 0.63 });
  assert.deepEqual(moved(0.5, Math.E), { low: 0.26, high: 0.74 });
  assert.deepEqual(moved(0.1, Math.E), { low: 0.03, high: 0.24 });
  assert.deepEqual(moved(0.5, Math.exp(3)), { low: 0.04, high: 0.96 });
  assert.deepEqual(moved(0.1, Math.exp(3)), { low: 0.005, high: 0.7 });
});

test("rounding never promises more than holds", () => {
  for (let step = 1; step < 200; step += 1) {
    const [guess, factor] = [step / 200, 1 + step / 7];
    const { low, high } = moved(guess, factor);
    assert.ok(low <= guess / (guess + (1 - guess) * factor) + 1e-12);
    assert.ok(high >= (guess * factor) / (guess * factor + 1 - guess) - 1e-12);
  }
});

test("the promise for groups has two numbers, and the one for both has one", () => {
  const { group, value } = factorsOf(studyNamed("promise group"));
  assert.ok(Math.abs(group - Math.exp(1.5)) < 1e-6);
  assert.ok(Math.abs(value - Math.exp(3)) < 1e-4);
  const both = factorsOf(studyNamed("range"));
  assert.equal(both.group, both.value);
});

test("the share of own columns is the weight of the own card", () => {
  assert.equal(ownShare(studyNamed("a die")), 5 / 6);
});

test("practice draws for the example only, as often as it says, and the own column is first", () => {
  for (const { study } of studies) {
    const bars = practise(study, (size) => crypto.getRandomValues(new Uint8Array(size)), 300);
    assert.equal(bars.reduce((sum, { drawn }) => sum + drawn, 0), 300);
    assert.ok(Math.abs(bars.reduce((sum, { promised }) => sum + promised, 0) - 300) < 1e-6);
    assert.ok(bars[0].isOwn && bars.length <= 10);
    assert.equal(exampleOf(study).group, study.groups.labels[0]);
  }
});

test("practice that always draws the own column would be seen", () => {
  const bars = practise(studyNamed("range"), (size) => new Uint8Array(size), 100);
  assert.equal(bars[0].drawn, 100);
  assert.ok(bars[0].promised < 50);
});

test("the table says where each card lies; one's own row is among those that chance can round to", () => {
  const study = studyNamed("range with decline");
  const { rows, count } = tableOf(study, 0);
  assert.equal(count, 6);
  assert.deepEqual(rows.map(({ group, answer, coin }) => [group, answer, coin]), [
    ["diabetic", 0, null],
    ["diabetic", 10, null],
    ["not diabetic", 0, null],
    ["not diabetic", 10, null],
    [null, null, 1],
    [null, null, 2],
  ]);
  for (const row of rows) assert.equal(row.column, study.scheme.rows.column(0, row.item, row.level));
  const own = (group, value, query = 0) => ownRows(study, query, group, value).map(({ item, level }) => [item, level]);
  assert.deepEqual(own("diabetic", 7), [[0, 0], [0, 1]]);
  assert.deepEqual(own("diabetic", 10), [[0, 1]]);
  assert.deepEqual(own("not diabetic", 0), [[1, 0]]);
  assert.deepEqual(own(DECLINE, null), [[2, 0], [2, 1]]);
  const counting = study.scheme.rows.pool;
  assert.deepEqual(own("diabetic", 7, counting), [[0, 0]]);
  assert.deepEqual(tableOf(study, counting).rows.map(({ column }) => column), [0, 1, 2].map((item) => study.scheme.rows.countColumn(0, item)));
});

test("the own column that is drawn is the own row's", () => {
  for (const { study } of studies) {
    const { group, value } = exampleOf(study);
    for (const query of queriesOf(study)) {
      const mine = ownRows(study, query, group, value);
      const column = drawColumn(study, query, group, value, (size) => new Uint8Array(size));
      assert.deepEqual(mine.map((row) => row.column), [column], study.id);
    }
  }
});

test("options and levels have their names; a table of very many groups is cut, and says so", () => {
  const histogram = tableOf(studyNamed("three options with decline"), 0);
  assert.equal(histogram.count, 7);
  assert.equal(histogram.rows[6].group, null);
  assert.equal(new Set(histogram.rows.slice(0, 3).map(({ answer }) => answer)).size, 3);
  assert.deepEqual(tableOf(studyNamed("scale of three levels"), 0).rows.slice(0, 3).map(({ answer }) => answer).length, 3);
  const many = tableOf(studyNamed("hashed into 53"), 0);
  assert.deepEqual([many.rows.length, many.count], [MOST_ROWS, 400]);
  const last = studyNamed("hashed into 53");
  assert.deepEqual(ownRows(last, 7, "group 199", 0).map(({ group, answer }) => [group, answer]), [["group 199", 0]]);
});
