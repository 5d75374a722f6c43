/**
 * What a browser remembers of one invitation, so that it never answers twice (PROTOCOL.md P5).
 *
 *     new       nonce, salt and r are drawn, with them the bytes that ask for the ticket
 *     asked     these may have been sent
 *     saved     the ticket is here
 *     sent      the column is drawn, and may have been sent: from here on nothing is ever randomised again
 *     received  the server has the answer; all is erased but study, topic, day and epsilon
 *
 * Group and value are never noted. Of several tabs the first one to note a state wins; the others go on with what it
 * noted. A place of notes is a database of the browser, or where that is refused the state of the tab's history.
 */
import { Refused } from "./errors.js";
import { hash, labelled, toHex, toUtf8 } from "./encoding.js";
import { idBytes, invitationHash } from "./ticket.js";
import { invitationBytes } from "./link.js";

/** @typedef {"new" | "asked" | "saved" | "sent" | "received"} State */

/**
 * @typedef {object} Note
 * @property {State} state
 * @property {string} server
 * @property {string} study
 * @property {string} topic
 * @property {string} epsilon
 * @property {string} [request]
 * @property {string} [nonce] in hex, as salt and r
 * @property {string} [salt]
 * @property {string} [r]
 * @property {string} [ticket]
 * @property {number} [column]
 * @property {string} [day]
 * @property {true} [isWithdrawn] the server was asked to take the answer out, and has
 */

/**
 * One answer, before it was drawn: which note, which study, what it asks, when, and how much it tells.
 * @typedef {object} Entry
 * @property {string} note
 * @property {string} study
 * @property {string} topic
 * @property {string} day
 * @property {string} epsilon
 */

/**
 * Where notes and entries stand. `change` is all or nothing, and on the disk (or as near as the browser lets it come)
 * when its promise is kept; nothing else changes the note meanwhile.
 * @typedef {object} Place
 * @property {(key: string) => Promise<Note | undefined>} read
 * @property {(key: string, next: (now: Note | undefined) => Note | null | undefined) => Promise<Note | undefined>}
 *   change the note becomes what `next` gives: null forgets it, undefined leaves it; what there is then
 * @property {() => Promise<[string, Note][]>} all
 * @property {() => Promise<Entry[]>} entries
 * @property {(entry: Entry, check: (earlier: Entry[]) => void) => Promise<void>} enter once per note; `check` may
 *   throw
 * @property {(note: string) => Promise<void>} strike the entry of a note, if there is one
 */

/** @type {State[]} */
const STATES = ["new", "asked", "saved", "sent", "received"];

/**
 * The name of an invitation's note.
 * @param {import("./link.js").Link} link
 * @returns {Promise<string>}
 */
export async function noteKey({ server, study, invitation }) {
  const hashed = invitation === null ? new Uint8Array() : await invitationHash(invitationBytes(invitation));
  return toHex(await hash("SHA-256", labelled("note", idBytes(study), hashed, toUtf8(server))));
}

/** The notes of one browser, wherever they stand. */
export class Notes {
  /** @param {Place} place */
  constructor(place) {
    this.place = place;
  }

  /**
   * @param {string} key
   * @returns {Promise<Note | undefined>}
   */
  read(key) {
    return this.place.read(key);
  }

  /**
   * Note the next state, unless somebody was first; the furthest state that there is now.
   * @param {string} key
   * @param {Note} note
   * @returns {Promise<Note>}
   */
  async add(key, note) {
    const isLater = (/** @type {Note | undefined} */ now) => !now || rank(now) < rank(note);
    return (await this.place.change(key, (now) => (isLater(now) ? note : undefined))) ?? note;
  }

  /**
   * The answer was withdrawn: the receipt is of no more use, and is erased.
   * @param {string} key
   */
  async withdrawn(key) {
    await this.place.change(key, (now) => {
      if (now?.state !== "received") return undefined;
      const { ticket: _, ...left } = now;
      return { ...left, isWithdrawn: true };
    });
  }

  /**
   * Start over; refused once an answer may have been sent.
   * @param {string} key
   */
  async forget(key) {
    await this.place.change(key, (now) => {
      if (now && rank(now) >= STATES.indexOf("sent")) {
        throw new Refused("study", "was answered already: starting over would reveal more than the odds allow");
      }
      return null;
    });
  }

  /**
   * Leave nothing of a received answer: neither the note nor the entry. Anything else stays.
   * @param {string} key
   */
  async erase(key) {
    const left = await this.place.change(key, (now) => (now?.state === "received" ? null : undefined));
    if (left === undefined) await this.place.strike(key);
  }

  /**
   * Forget this browser's answers. What no server has acknowledged stays: sent once more it must be the same.
   * @returns {Promise<number>} how many notes stay
   */
  async eraseAll() {
    const isSent = (/** @type {Note | undefined} */ now) => now?.state === "sent";
    const keys = (await this.place.all()).map(([key]) => key);
    const left = await Promise.all(keys.map((key) => this.place.change(key, (now) => (isSent(now) ? undefined : null))));
    const kept = new Set(keys.filter((_, at) => left[at] !== undefined));
    const entered = (await this.place.entries()).map(({ note }) => note);
    await Promise.all(entered.filter((note) => !kept.has(note)).map((note) => this.place.strike(note)));
    return kept.size;
  }

  /** @returns {Promise<[string, Note][]>} the notes in state `sent`, each with its key */
  async unacknowledged() {
    return (await this.place.all()).filter(([, note]) => note.state === "sent");
  }

  /** @returns {Promise<Entry[]>} all answers of this browser */
  entries() {
    return this.place.entries();
  }

  /**
   * Enter an answer before it is drawn; once per note.
   * @param {Entry} entry
   * @param {boolean} isConfirmed a known topic is meant
   */
  async enter(entry, isConfirmed) {
    await this.place.enter(entry, (earlier) => checkTopic(earlier, entry, isConfirmed));
  }

  /**
   * Refuse what `enter` would refuse now; for before an invitation is used up.
   * @param {Entry} entry
   * @param {boolean} isConfirmed
   */
  async check(entry, isConfirmed) {
    checkTopic(await this.entries(), entry, isConfirmed);
  }
}

/**
 * @param {Note} note
 * @returns {number}
 */
function rank(note) {
  return STATES.indexOf(note.state);
}

/**
 * @param {Entry[]} earlier
 * @param {Entry} entry
 * @param {boolean} isConfirmed
 */
function checkTopic(earlier, entry, isConfirmed) {
  const same = earlier.find(({ note, topic }) => topic === entry.topic && note !== entry.note);
  const isEntered = earlier.some(({ note }) => note === entry.note);
  if (same && !isEntered && !isConfirmed) {
    throw new Refused("study", `asks what was answered from this browser on ${same.day}; confirm that it is meant`);
  }
}
