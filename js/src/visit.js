/**
 * From a link to a receipt: visits a study, answers once, and sends until the server has acknowledged.
 */
import { Refused, Stopped } from "./errors.js";
import { areEqual, fromBase64url, fromHex, toBase64url, toHex } from "./encoding.js";
import { answerBody, blindRequest, namedRequest, openRequest } from "./body.js";
import { readAnswerReply, readSignatureReply, readTicketReply, withdrawalBody } from "./body.js";
import { cardOf, drawColumn } from "./card.js";
import { parseLink } from "./link.js";
import { admit, MOST_EPSILON } from "./manifest.js";
import { overFetch } from "./network.js";
import { noteKey } from "./notes.js";
import { openNotes } from "./places.js";
import { systemSource } from "./randomize.js";
import { sendUntilAnswered } from "./retry.js";
import { answerId, blindedMessage, drawSecrets, finishBlind, modulusOf, queryOf } from "./ticket.js";

/** @typedef {import("./link.js").Link} Link */
/** @typedef {import("./manifest.js").Study} Study */
/** @typedef {import("./notes.js").Note} Note */
/** @typedef {import("./notes.js").Notes} Notes */
/** @typedef {import("./retry.js").Send} Send */
/** @typedef {import("./card.js").Group} Group */
/** @typedef {import("./card.js").Value} Value */

/**
 * What touches the world. `patience` is how many milliseconds a call waits for a server that does not acknowledge.
 * @typedef {object} World
 * @property {Notes} notes
 * @property {Send} send
 * @property {import("./randomize.js").Source} read
 * @property {() => Date} now
 * @property {(milliseconds: number, reason: string) => Promise<void>} sleep
 * @property {number} patience
 * @property {string} mostEpsilon
 */

/**
 * The server has stored the answer with this name. The ticket, if kept, can withdraw it.
 * @typedef {object} Receipt
 * @property {string} study
 * @property {string} answer
 * @property {string} day
 * @property {string} ticket
 */

/**
 * What was drawn and is noted, and nothing of which has to be sent: where it goes, and the very bytes. `isOwn`: it was
 * drawn now, from what was said; otherwise from what an earlier visit or another tab was told.
 * @typedef {object} Prepared
 * @property {boolean} isOwn
 * @property {number} query
 * @property {number} column
 * @property {string} url
 * @property {string} body
 */

/**
 * The browser's own world, but for what is given.
 * @param {Partial<World>} [given]
 * @returns {Promise<World>}
 */
export async function worldOf(given = {}) {
  return {
    notes: given.notes ?? (await openNotes()).notes,
    send: overFetch,
    read: systemSource,
    now: () => new Date(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    patience: Number.POSITIVE_INFINITY,
    mostEpsilon: MOST_EPSILON,
    ...given,
  };
}

/**
 * Fetch the study of a link and check it; nothing is told but that somebody looks at it.
 * @param {string} text
 * @param {Partial<World>} [given]
 * @returns {Promise<Visit>}
 */
export async function visit(text, given) {
  const link = parseLink(text);
  const world = await worldOf(given);
  const url = `${link.server}/v1/studies/${link.study}`;
  const received = await sendUntilAnswered({ method: "GET", url }, world.send, (body) => body, world);
  const study = await admit(received, link.study, world.mostEpsilon);
  return new Visit(world, link, study, await noteKey(link));
}

/**
 * Send again, unchanged, whatever was not acknowledged; nothing is drawn.
 * @param {Partial<World>} [given]
 * @returns {Promise<{study: string, receipt: Receipt | null, reason: string}[]>}
 */
export async function deliver(given) {
  const world = await worldOf(given);
  const waiting = await world.notes.unacknowledged();
  return Promise.all(
    waiting.map(async ([key, note]) => {
      try {
        return { study: note.study, receipt: await handOver(world, key, note, false), reason: "" };
      } catch (error) {
        return { study: note.study, receipt: null, reason: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}

/** One study, seen with one invitation. */
export class Visit {
  /**
   * @param {World} world
   * @param {Link} link
   * @param {Study} study
   * @param {string} key
   */
  constructor(world, link, study, key) {
    this.world = world;
    this.link = link;
    this.study = study;
    this.key = key;
  }

  /** @returns {Promise<import("./notes.js").State | null>} how far this invitation has come; null: nothing was begun */
  async state() {
    return (await this.world.notes.read(this.key))?.state ?? null;
  }

  /**
   * Answer once, and wait for the receipt. What was begun before is carried on: an answer that was drawn is sent as it
   * is, whatever is given now. `isConfirmed` says that answering a topic again is meant; `keepsTicket` keeps what can
   * withdraw the answer, and can show to others which column was sent.
   * @param {{group: Group, value?: Value, isConfirmed?: boolean, keepsTicket?: boolean}} said
   * @returns {Promise<Receipt>}
   */
  async answer({ group, value = null, isConfirmed = false, keepsTicket = false }) {
    await this.prepare({ group, value, isConfirmed });
    return this.send({ keepsTicket });
  }

  /**
   * The first half of `answer`: get the ticket, draw, and note what was drawn, for a person to see before it is sent.
   * @param {{group: Group, value?: Value, isConfirmed?: boolean}} said
   * @returns {Promise<Prepared>}
   */
  async prepare({ group, value = null, isConfirmed = false }) {
    cardOf(this.study, group, value);
    const note = await this.#withTicket(isConfirmed);
    const { drawn, isOwn } =
      note.state === "saved"
        ? await this.#randomized(note, group, value, isConfirmed)
        : { drawn: note, isOwn: false };
    if (drawn.state === "received") throw answered(drawn);
    return this.#prepared(drawn, isOwn);
  }

  /** @returns {Promise<Prepared | null>} what an earlier visit drew and no server has acknowledged */
  async prepared() {
    const note = await this.world.notes.read(this.key);
    return note?.state === "sent" ? this.#prepared(note, false) : null;
  }

  /**
   * The second half of `answer`: send what is noted, and wait for the receipt.
   * @param {{keepsTicket?: boolean}} [wish]
   * @returns {Promise<Receipt>}
   */
  async send({ keepsTicket = false } = {}) {
    const note = await this.world.notes.read(this.key);
    if (note?.state === "received") throw answered(note);
    if (note?.state !== "sent") throw new Refused("study", "must be answered before anything can be sent");
    return handOver(this.world, this.key, note, keepsTicket);
  }

  /**
   * The same study, seen with the invitation that a note is of: its link need not be known any more.
   * @param {string} key
   * @returns {Visit}
   */
  resumed(key) {
    return new Visit(this.world, this.link, this.study, key);
  }

  /**
   * The same study, seen with a code that was typed.
   * @param {string} invitation
   * @returns {Promise<Visit>}
   */
  async invitedBy(invitation) {
    const link = { ...this.link, invitation };
    return new Visit(this.world, link, this.study, await noteKey(link));
  }

  /** @returns {Promise<import("./notes.js").Note | undefined>} what is noted of this invitation */
  note() {
    return this.world.notes.read(this.key);
  }

  /** Take the answer out of every later result; only with the ticket, if it was kept. */
  async withdraw() {
    const { notes } = this.world;
    const note = await notes.read(this.key);
    if (note?.isWithdrawn) return;
    if (!note?.ticket) throw new Refused("ticket", "must have been kept to withdraw an answer");
    const url = `${note.server}/v1/studies/${note.study}/withdrawals`;
    const body = withdrawalBody(ticketOf(note));
    try {
      await sendUntilAnswered({ method: "POST", url, body }, this.world.send, () => null, this.world);
    } catch (error) {
      if (!(error instanceof Stopped && error.problem === "withdrawn")) throw error;
    }
    await notes.withdrawn(this.key);
  }

  /**
   * Leave no note of a received answer, on a device that many people share: it could then be answered again.
   */
  erase() {
    return this.world.notes.erase(this.key);
  }

  /** Start over, as if the link had never been opened; refused once an answer may have been sent. */
  forget() {
    return this.world.notes.forget(this.key);
  }

  /**
   * The note, as far as it goes without drawing an answer.
   * @param {boolean} isConfirmed
   * @returns {Promise<Note>}
   */
  async #withTicket(isConfirmed) {
    const { notes } = this.world;
    let note = await notes.read(this.key);
    if (!note) {
      await notes.check(this.#entry(), isConfirmed);
      note = await notes.add(this.key, await this.#newNote());
    }
    if (note.state === "new") note = await notes.add(this.key, { ...note, state: "asked" });
    if (note.state === "asked") {
      const ticket = toBase64url(await this.#ask(note));
      note = await notes.add(this.key, { ...this.#facts(), state: "saved", ticket });
    }
    return note;
  }

  /** @returns {{server: string, study: string, topic: string, epsilon: string}} what every note holds */
  #facts() {
    const { link, study } = this;
    return { server: link.server, study: link.study, topic: study.topic, epsilon: study.epsilon };
  }

  /** @returns {import("./notes.js").Entry} */
  #entry() {
    const { link, study } = this;
    return { note: this.key, study: link.study, topic: study.topic, day: today(this.world), epsilon: study.epsilon };
  }

  /** @returns {Promise<Note>} with what is sent unchanged as often as it takes */
  async #newNote() {
    const { link, study, world } = this;
    const facts = { ...this.#facts(), state: /** @type {const} */ ("new") };
    if (study.tickets === "open") {
      if (link.invitation !== null) throw new Refused("link", "must have no invitation: this study is open to anyone");
      return { ...facts, request: openRequest() };
    }
    if (link.invitation === null) throw new Refused("link", "must end in an invitation, #i=...");
    if (study.tickets === "named") return { ...facts, request: namedRequest(link.invitation) };
    const n = modulusOf(study, link.key);
    const secrets = drawSecrets(n, world.read);
    const request = blindRequest(await blindedMessage(n, link.study, secrets), link.invitation, link.key);
    const { nonce, salt, r } = secrets;
    return { ...facts, request, nonce: toHex(nonce), salt: toHex(salt), r: r.toString(16) };
  }

  /**
   * @param {Note} note
   * @param {boolean} isOwn
   * @returns {Promise<Prepared>}
   */
  async #prepared(note, isOwn) {
    const { rows, countShare } = this.study.scheme;
    const query = await queryOf({ pool: rows.pool, countShare }, this.study.id, ticketOf(note));
    const { url, body } = answerRequest(note);
    return { isOwn, query, column: note.column ?? -1, url, body };
  }

  /**
   * @param {Note} note
   * @returns {Promise<Uint8Array>} the ticket; a blind one only if the study's key signed it
   */
  async #ask(note) {
    const { link, study, world } = this;
    const url = `${link.server}/v1/studies/${link.study}/tickets`;
    const request = { method: /** @type {const} */ ("POST"), url, body: note.request ?? "" };
    const { tickets } = study;
    if (tickets !== "blind") {
      return sendUntilAnswered(request, world.send, (body) => readTicketReply(body, tickets), world);
    }
    const signed = await sendUntilAnswered(request, world.send, readSignatureReply, world);
    const { nonce = "", salt = "", r = "" } = note;
    const secrets = { nonce: fromHex(nonce), salt: fromHex(salt), r: BigInt(`0x${r}`) };
    const key = keyIn(note);
    return finishBlind(modulusOf(study, key), link.study, key, secrets, signed);
  }

  /**
   * Draw, and note what was drawn before anything of it is sent; whoever was first has drawn.
   * @param {Note} note
   * @param {Group} group
   * @param {Value} value
   * @param {boolean} isConfirmed
   * @returns {Promise<{drawn: Note, isOwn: boolean}>}
   */
  async #randomized(note, group, value, isConfirmed) {
    const { study, world } = this;
    await world.notes.enter(this.#entry(), isConfirmed);
    const { rows, countShare } = study.scheme;
    const query = await queryOf({ pool: rows.pool, countShare }, study.id, ticketOf(note));
    const column = drawColumn(study, query, group, value, world.read);
    /** @type {Note} */
    const ours = { ...note, state: "sent", column };
    const drawn = await world.notes.add(this.key, ours);
    return { drawn, isOwn: drawn === ours };
  }
}

/**
 * Send the noted column until the server has it; compare what it says it has.
 * @param {World} world
 * @param {string} key
 * @param {Note} note
 * @param {boolean} keepsTicket
 * @returns {Promise<Receipt>}
 */
async function handOver(world, key, note, keepsTicket) {
  const { server, study, topic, epsilon } = note;
  const own = await answerId(ticketOf(note));
  if (!areEqual(await sendUntilAnswered(answerRequest(note), world.send, readAnswerReply, world), own)) {
    const reason = "the server says that it has stored an answer, and it is not this one; the note is kept";
    throw new Stopped("answer-unknown", reason);
  }
  const kept = keepsTicket && note.ticket ? { ticket: note.ticket } : {};
  const received = { state: /** @type {const} */ ("received"), server, study, topic, epsilon, ...kept };
  const noted = await world.notes.add(key, { ...received, day: today(world) });
  return { study, answer: toBase64url(own), day: noted.day ?? "", ticket: noted.ticket ?? "" };
}

/**
 * What is sent, the same as often as it is.
 * @param {Note} note
 * @returns {{method: "POST", url: string, body: string}}
 */
function answerRequest(note) {
  const { server, study, column = -1 } = note;
  return { method: "POST", url: `${server}/v1/studies/${study}/answers`, body: answerBody(column, ticketOf(note)) };
}

/**
 * @param {Note} note
 * @returns {Refused}
 */
function answered({ day }) {
  return new Refused("study", `was answered with this invitation from this browser on ${day}`);
}

/**
 * @param {Note} note of a blind ticket that is asked for
 * @returns {number} the signing key that its request names
 */
function keyIn({ request = "{}" }) {
  return JSON.parse(request).key ?? 0;
}

/**
 * @param {Note} note
 * @returns {Uint8Array}
 */
function ticketOf({ ticket = "" }) {
  return fromBase64url("ticket", ticket, Math.floor((ticket.length * 3) / 4));
}

/**
 * @param {World} world
 * @returns {string} the day, which is all that is noted of the time
 */
function today({ now }) {
  return now().toISOString().slice(0, 10);
}
