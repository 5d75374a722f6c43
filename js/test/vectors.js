/**
 * The checks of vectors/v1, for node and for a page: they need nothing but a function that reads a file.
 */
import * as canonical from "../src/canonical.js";
import { digest, fromBase64url, fromHex, fromUtf8, toBase64url, toHex, toUtf8 } from "../src/encoding.js";
import { blind, encodePss, finish, isSignature } from "../src/blind.js";
import { answerBody, blindRequest, namedRequest, openRequest, readAnswerReply, readSignatureReply, readTicketReply, withdrawalBody } from "../src/body.js";
import { cardOf, DECLINE, drawColumn } from "../src/card.js";
import { parseDecimal, place } from "../src/decimal.js";
import { Refused } from "../src/errors.js";
import { invitationBytes, linkText, parseCode, parseLink, withCheck } from "../src/link.js";
import { admit } from "../src/manifest.js";
import { actionOf, KINDS, readProblem } from "../src/problem.js";
import { below, randomize, roundToLevel } from "../src/randomize.js";
import { waitMilliseconds } from "../src/retry.js";
import { columnOf, schemeOf } from "../src/scheme.js";
import { answerId, blindedMessage, drawSecrets, finishBlind, invitationHash, messageOf, queryOf } from "../src/ticket.js";

/** A case that does not come out as the file says. */
export class Wrong extends Error {}

/** Every check, in the order of the flow: a file, what is claimed, and a function to the count of its cases. */
export const CHECKS = [
  ["ids.json", "canonical JSON and its hash", checkIds],
  ["manifests.json", "what is admitted, what it costs, and its topic", checkAdmitted],
  ["manifests.json", "what must be refused, and for which field", checkRefusedManifests],
  ["rows.json", "the columns of cards", checkRows],
  ["randomize.json", "uniform integers from given bytes", checkBelow],
  ["randomize.json", "columns from draws at every threshold", checkDraws],
  ["rounding.json", "values between levels, and texts that are no numbers", checkRounding],
  ["answers.json", "from what is said to the column", checkAnswers],
  ["answers.json", "what cannot be said", checkRefusedAnswers],
  ["rfc9474.json", "the published blind signatures", checkPublished],
  ["blind.json", "blind tickets from drawn secrets", checkBlind],
  ["blind.json", "signatures that must be refused", checkRefusedSignatures],
  ["tickets.json", "invitations, tickets and the names of answers", checkTickets],
  ["queries.json", "queries of tickets", checkQueries],
  ["links.json", "links and codes, and what is none", checkLinks],
  ["bodies.json", "what is sent, byte for byte, and what is read", checkBodies],
  ["problems.json", "problem documents and what follows from them", checkProblems],
  ["retry.json", "how long is waited", checkRetry],
];

/**
 * Every check, one after the other; `read` gives a file of vectors/v1 by its name, parsed.
 * @param {(name: string) => Promise<any>} read
 * @returns {Promise<{file: string, claim: string, cases: number, failure: string}[]>}
 */
export async function checkAll(read) {
  const found = [];
  for (const [file, claim, check] of CHECKS) {
    try {
      found.push({ file, claim, cases: await check(await read(file), read), failure: "" });
    } catch (error) {
      found.push({ file, claim, cases: 0, failure: String(error) });
    }
  }
  return found;
}

function same(found, expected, where) {
  const [left, right] = [found, expected].map((value) => JSON.stringify(value));
  if (left !== right) throw new Wrong(`${where}: expected ${right}, found ${left}`);
}

/** The field for which something is refused; null if it is not. */
async function fieldOf(attempt) {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof Refused) return error.field;
    throw error;
  }
  return null;
}

/** A source of given bytes, which must all be used. */
export class Given {
  constructor(hex) {
    this.left = fromHex(hex);
  }

  read = (size) => {
    if (size > this.left.length) throw new Wrong(`${size} bytes are wanted, ${this.left.length} are left`);
    const now = this.left.subarray(0, size);
    this.left = this.left.subarray(size);
    return now;
  };

  end(where) {
    same(this.left.length, 0, `${where}: bytes left over`);
  }
}

async function checkIds({ canonical: cases }) {
  for (const { text, id } of cases) {
    same(fromUtf8(canonical.encode(JSON.parse(text))), text, text);
    same(await digest(toUtf8(text)), id, text);
    canonical.decode(toUtf8(text));
  }
  return cases.length;
}

async function checkAdmitted({ admitted }) {
  for (const { name, id, epsilon, topic, queries, weight, manifest } of admitted) {
    const study = await admit(toUtf8(manifest), id);
    const { scheme } = study;
    same([study.epsilon, study.topic, scheme.queries, scheme.total], [epsilon, topic, queries, weight], name);
  }
  return admitted.length;
}

async function checkRefusedManifests({ refused }) {
  for (const { name, id, manifest, hex, most_epsilon: most, refused: field } of refused) {
    const bytes = hex === undefined ? toUtf8(manifest) : fromHex(hex);
    same(await fieldOf(() => admit(bytes, id, most)), field, name);
  }
  return refused.length;
}

function checkRows({ cases }) {
  for (const { scheme: members, query, items, columns } of cases) {
    const scheme = schemeOf(members);
    const levels = [...Array(scheme.rows.levels).keys()];
    const found = items.map((item) => levels.map((level) => columnOf(scheme, query, item, level)));
    same(found, columns, `${scheme.rows.name} ${query}`);
  }
  return cases.length;
}

function checkBelow({ below: cases }) {
  for (const { width, read, drawn } of cases) {
    const given = new Given(read);
    same(String(below(BigInt(width), given.read)), drawn, `below(${width}) of ${read}`);
    given.end(`below(${width}) of ${read}`);
  }
  return cases.length;
}

function checkDraws({ columns: cases }) {
  for (const { scheme, query, item, level, read, column } of cases) {
    const given = new Given(read);
    const where = `${JSON.stringify(scheme)} ${query} ${item} ${level} ${read}`;
    same(randomize(schemeOf(scheme), query, item, level, given.read), column, where);
    given.end(where);
  }
  return cases.length;
}

function checkRounding({ places, refused, draws }) {
  for (const { value, low, high, levels, level, rise, run } of places) {
    const found = place(parseDecimal(value), parseDecimal(low), parseDecimal(high), levels);
    same([found.level, String(found.rise), String(found.run)], [level, rise, run], value);
  }
  for (const text of refused) same(parseDecimal(text), null, text);
  for (const { rise, run, read, up } of draws) {
    const given = new Given(read);
    same(roundToLevel(0, BigInt(rise), BigInt(run), given.read) === 1, up, `${rise}/${run} of ${read}`);
    given.end(`${rise}/${run} of ${read}`);
  }
  return places.length + refused.length + draws.length;
}

async function checkAnswers({ cases }, read) {
  const studies = await studiesByName(read);
  for (const { study: name, group, value, query, read: hex, column } of cases) {
    const study = studies.get(name);
    const given = new Given(hex);
    same(drawColumn(study, query, group ?? DECLINE, value, given.read), column, `${name}: ${group} ${value} ${hex}`);
    given.end(name);
  }
  return cases.length;
}

async function checkRefusedAnswers({ refused }, read) {
  const studies = await studiesByName(read);
  for (const { study: name, group, value, refused: field } of refused) {
    const study = studies.get(name);
    same(await fieldOf(() => cardOf(study, group ?? DECLINE, value)), field, `${name}: ${group} ${value}`);
  }
  return refused.length;
}

async function studiesByName(read) {
  const { admitted } = await read("manifests.json");
  const studies = admitted.map(async ({ name, id, manifest }) => [name, await admit(toUtf8(manifest), id)]);
  return new Map(await Promise.all(studies));
}

async function checkPublished(cases) {
  for (const one of cases) {
    const [n, inverse] = [one.n, one.inv].map((hex) => BigInt(`0x${hex}`));
    const [message, salt, signed, signature] = [one.msg, one.salt, one.blind_sig, one.sig].map(fromHex);
    const r = inverseOf(inverse, n);
    same(toHex(await encodePss(message, salt, n.toString(2).length - 1)), one.encoded_msg, "encoded");
    same(toHex(await blind(n, message, salt, r)), one.blinded_msg, "blinded");
    same(toHex(await finish(n, message, r, signed, salt.length)), one.sig, "signature");
    same(await isSignature(n, message, signature, salt.length), true, "verified");
    same(await isSignature(n, message, signature, 47), false, "with another length of salt");
  }
  return cases.length;
}

function inverseOf(number, n) {
  let [low, high, before, now] = [n, number % n, 0n, 1n];
  while (high) [low, high, before, now] = [high, low % high, now, before - (low / high) * now];
  return ((before % n) + n) % n;
}

async function checkBlind({ cases }) {
  for (const { n: hex, id, key, read, message, encoded, blinded, signed, ticket } of cases) {
    const n = BigInt(`0x${hex}`);
    const given = new Given(read);
    const secrets = drawSecrets(n, given.read);
    given.end("secrets");
    same(toHex(messageOf(id, secrets.nonce)), message, "message");
    same(toHex(await encodePss(messageOf(id, secrets.nonce), secrets.salt, 2047)), encoded, "encoded");
    same(toHex(await blindedMessage(n, id, secrets)), blinded, "blinded");
    same(toBase64url(await finishBlind(n, id, key, secrets, fromHex(signed))), ticket, "ticket");
  }
  return cases.length;
}

async function checkRefusedSignatures({ refused }) {
  for (const { name, n: hex, id, nonce, salt, r, signed, refused: field } of refused) {
    const n = BigInt(`0x${hex}`);
    const secrets = { nonce: fromHex(nonce), salt: fromHex(salt), r: BigInt(`0x${r}`) };
    const attempt = async () => {
      await blindedMessage(n, id, secrets);
      await finishBlind(n, id, 0, secrets, fromHex(signed));
    };
    same(await fieldOf(attempt), field, name);
  }
  return refused.length;
}

async function checkTickets({ invitations, open, named, blind: blinds }) {
  for (const { invitation, hash } of invitations) same(toHex(await invitationHash(fromHex(invitation))), hash, hash);
  const valid = [...open, ...named, ...blinds].filter(({ answer }) => answer !== undefined);
  for (const { ticket, answer } of valid) {
    const bytes = fromBase64url("ticket", ticket, Math.floor((ticket.length * 3) / 4));
    same(toBase64url(await answerId(bytes)), answer, ticket);
  }
  return invitations.length + valid.length;
}

async function checkQueries({ cases }) {
  for (const { pool, count_share: countShare, id, ticket, query } of cases) {
    const bytes = fromBase64url("ticket", ticket, Math.floor((ticket.length * 3) / 4));
    same(await queryOf({ pool, countShare }, id, bytes), query, ticket);
  }
  return cases.length;
}

async function checkLinks({ study, links, refused, codes, refused_codes: badCodes }) {
  for (const { text, server, invitation, key, link } of links) {
    const found = parseLink(text);
    same(found, { server, study, invitation, key }, text);
    same(linkText(found), link, text);
    same(parseLink(link), found, link);
  }
  for (const { name, text } of refused) same((await fieldOf(() => parseLink(text))) !== null, true, name);
  for (const { code, printed, typed } of codes) {
    same([parseCode(typed), withCheck(code), toHex(invitationBytes(code))], [code, printed, toHex(toUtf8(code))], code);
  }
  for (const text of badCodes) same(await fieldOf(() => parseCode(text)), "code", text);
  return links.length + refused.length + codes.length + badCodes.length;
}

const READERS = {
  signature: readSignatureReply,
  open: (body) => readTicketReply(body, "open"),
  named: (body) => readTicketReply(body, "named"),
  answer: readAnswerReply,
};

async function checkBodies({ tickets, answers, withdrawals, replies, replies_bad: bad }) {
  for (const { kind, invitation, key, blinded, bytes } of tickets) {
    const found =
      kind === "open"
        ? openRequest()
        : kind === "named"
          ? namedRequest(invitation)
          : blindRequest(fromBase64url("blinded", blinded, 256), invitation, key);
    same(found, bytes, kind);
  }
  for (const { column, ticket, bytes } of answers) {
    same(answerBody(column, fromBase64url("ticket", ticket, 289)), bytes, String(column));
  }
  for (const { ticket, bytes } of withdrawals) same(withdrawalBody(fromBase64url("ticket", ticket, 289)), bytes, ticket);
  for (const { kind, bytes, read } of replies) same(toBase64url(READERS[kind](toUtf8(bytes))), read, bytes);
  for (const { kind, bytes } of bad) {
    same((await fieldOf(() => READERS[kind](toUtf8(bytes)))) !== null, true, bytes.slice(0, 80));
  }
  return tickets.length + answers.length + withdrawals.length + replies.length + bad.length;
}

function checkProblems({ problems, with_errors: withErrors, others }) {
  same([...KINDS.keys()].sort(), problems.map(({ name }) => name).sort(), "names");
  for (const { name, status, title, detail, action, document } of problems) {
    same(readProblem(status, toUtf8(document)), { name, title, detail }, name);
    same(actionOf(status), action, name);
  }
  for (const { name, status, document } of withErrors) same(readProblem(status, toUtf8(document)).name, name, name);
  for (const { status, document, name, action } of others) {
    same(readProblem(status, toUtf8(document)).name, name, document);
    same(actionOf(status), action, name);
  }
  return problems.length + withErrors.length + others.length;
}

function checkRetry({ waits }) {
  for (const { attempt, byte, milliseconds } of waits) same(waitMilliseconds(attempt, byte), milliseconds, `${attempt} ${byte}`);
  return waits.length;
}
