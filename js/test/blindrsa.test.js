/**
 * Blind signatures against a library that nobody here wrote: each side of ours with the other side of theirs.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { blind, drawBlinding, finish, isSignature } from "../src/blind.js";
import { toInteger, fromHex } from "../src/encoding.js";
import { systemSource } from "../src/randomize.js";
import { readVectors } from "./files.js";
import { importKeys, suite } from "./theirs.js";

const { keys } = await readVectors("blind.json");

for (const [at, primes] of keys.entries()) {
  const n = toInteger(fromHex(primes.n));
  const { publicKey, privateKey } = await importKeys(primes);

  test(`key ${at}: ours blinds and finishes what theirs signs`, async () => {
    for (const size of [0, 79]) {
      const message = systemSource(size);
      const salt = systemSource(48);
      const r = drawBlinding(n, systemSource);
      const signed = await suite.blindSign(privateKey, await blind(n, message, salt, r));
      const signature = await finish(n, message, r, signed);
      assert.equal(await suite.verify(publicKey, signature, message), true);
    }
  });

  test(`key ${at}: theirs blinds and finishes, ours verifies`, async () => {
    const message = systemSource(79);
    const { blindedMsg, inv } = await suite.blind(publicKey, message);
    const signature = await suite.finalize(publicKey, message, await suite.blindSign(privateKey, blindedMsg), inv);
    assert.equal(await isSignature(n, message, signature), true);
    signature[255] ^= 1;
    assert.equal(await isSignature(n, message, signature), false);
  });
}
