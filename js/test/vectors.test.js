/**
 * vectors/v1 in node: what Python wrote, this client computes too.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { readVectors } from "./files.js";
import { CHECKS } from "./vectors.js";

for (const [file, claim, check] of CHECKS) {
  test(`${file}: ${claim}`, async () => {
    assert.ok((await check(await readVectors(file), readVectors)) > 0, "a check of no case says nothing");
  });
}
