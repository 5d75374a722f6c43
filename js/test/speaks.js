/**
 * Speaks to a test in another language: one JSON object per line in, one out. `{"do": name, ...}` -> what it gives,
 * or `{"refused": field}`.
 */
import { createInterface } from "node:readline";
import { blindRequest, answerBody, namedRequest, openRequest } from "../src/body.js";
import { DECLINE, drawColumn } from "../src/card.js";
import { fromHex, fromInteger, toBase64url, toHex, toUtf8 } from "../src/encoding.js";
import { Refused } from "../src/errors.js";
import { blind, finish, isSignature } from "../src/blind.js";
import { linkText, parseLink } from "../src/link.js";
import { admit } from "../src/manifest.js";
import { noteKey } from "../src/notes.js";
import { answerId, blindedMessage, drawSecrets, finishBlind, modulusOf, queryOf } from "../src/ticket.js";
import { importKeys, suite } from "./theirs.js";
import { Given } from "./vectors.js";

const WORDS = {
  admit: ({ manifest, id }) => admit(toUtf8(manifest), id, "3").then(({ epsilon, topic }) => ({ epsilon, topic })),
  prepare,
  answer,
  "theirs blinds": async ({ n, message }) => {
    const { blindedMsg, inv } = await suite.blind(await openKey(n), fromHex(message));
    return { blinded: toHex(blindedMsg), inv: toHex(inv) };
  },
  "theirs finishes": async ({ n, message, signed, inv }) => {
    const key = await openKey(n);
    return { signature: toHex(await suite.finalize(key, fromHex(message), fromHex(signed), fromHex(inv))) };
  },
  "theirs signs": async ({ p, q, blinded }) => {
    const { privateKey } = await importKeys({ p, q });
    return { signed: toHex(await suite.blindSign(privateKey, fromHex(blinded))) };
  },
  "theirs verifies": async ({ n, message, signature }) => ({
    valid: await suite.verify(await openKey(n), fromHex(signature), fromHex(message)),
  }),
  "ours blinds": async ({ n, message, salt, r }) => ({
    blinded: toHex(await blind(number(n), fromHex(message), fromHex(salt), number(r))),
  }),
  "ours finishes": async ({ n, message, signed, r }) => ({
    signature: toHex(await finish(number(n), fromHex(message), number(r), fromHex(signed))),
  }),
  "ours verifies": async ({ n, message, signature }) => ({
    valid: await isSignature(number(n), fromHex(message), fromHex(signature)),
  }),
};

function number(hex) {
  return BigInt(`0x${hex}`);
}

function openKey(n) {
  const jwk = { kty: "RSA", n: toBase64url(fromInteger(number(n), 256)), e: "AQAB" };
  return crypto.subtle.importKey("jwk", jwk, { name: "RSA-PSS", hash: "SHA-384" }, true, ["verify"]);
}

/** What a device would send for its ticket, from given bytes. */
async function prepare({ manifest, id, link: text, read }) {
  const study = await admit(toUtf8(manifest), id, "3");
  const link = parseLink(text);
  const facts = { link: linkText(link), note: await noteKey(link) };
  if (study.tickets === "open") return { ...facts, request: openRequest() };
  if (study.tickets === "named") return { ...facts, request: namedRequest(link.invitation) };
  const given = new Given(read);
  const secrets = drawSecrets(modulusOf(study, link.key), given.read);
  given.end("secrets");
  const blinded = await blindedMessage(modulusOf(study, link.key), id, secrets);
  return { ...facts, request: blindRequest(blinded, link.invitation, link.key) };
}

/** What a device would send as its answer, from the server's reply and given bytes. */
async function answer({ manifest, id, link: text, read, reply, group, value, draws }) {
  const study = await admit(toUtf8(manifest), id, "3");
  const { key } = parseLink(text);
  let ticket = fromHex(reply);
  if (study.tickets === "blind") {
    const n = modulusOf(study, key);
    ticket = await finishBlind(n, id, key, drawSecrets(n, new Given(read).read), ticket);
  }
  const { rows, countShare } = study.scheme;
  const query = await queryOf({ pool: rows.pool, countShare }, id, ticket);
  const given = new Given(draws);
  const column = drawColumn(study, query, group ?? DECLINE, value, given.read);
  const left = given.left.length;
  return { query, column, left, body: answerBody(column, ticket), answer: toBase64url(await answerId(ticket)) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { do: word, ...given } = JSON.parse(line);
  const said = await WORDS[word](given).catch((error) => {
    if (error instanceof Refused) return { refused: error.field };
    throw error;
  });
  process.stdout.write(`${JSON.stringify(said)}\n`);
}

