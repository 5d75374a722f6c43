/**
 * The way of one person through the page, apart from what it looks like: which view comes next, and what it may say.
 *
 *     loading → code | person | topic | question → preparing → prepared → sending → received
 *
 * Each view is shown by the function that is given; the journey goes on when the page calls the method of a view.
 */
import { Refused, Stopped } from "../src/errors.js";
import { parseCode, parseLink } from "../src/link.js";
import { sumOf } from "../src/promise.js";
import { visit, worldOf } from "../src/visit.js";
import { standingOf } from "./standing.js";

/** @typedef {import("../src/visit.js").Visit} Visit */
/** @typedef {import("../src/visit.js").Prepared} Prepared */
/** @typedef {import("../src/visit.js").Receipt} Receipt */
/** @typedef {import("../src/manifest.js").Study} Study */
/** @typedef {import("./entry.js").Said} Said */
/** @typedef {import("./standing.js").Standing} Standing */
/** @typedef {{count: number, spent: string, sum: string}} Ledger other answers of this browser; `sum`: with this one */

/**
 * @typedef {{name: "loading" | "preparing" | "withdrawing"}
 *   | {name: "code", isWrong: boolean}
 *   | {name: "person", day: string, isReceived: boolean, isWithdrawn: boolean}
 *   | {name: "topic", day: string, isReceived: boolean, epsilon: string, sum: string}
 *   | {name: "question", study: Study, standing: Standing, ledger: Ledger}
 *   | {name: "prepared", study: Study, prepared: Prepared, said: Said | null}
 *   | {name: "sending"}
 *   | {name: "received", receipt: Receipt, redirect: string}
 *   | {name: "answered", day: string, isInvited: boolean, hasTicket: boolean}
 *   | {name: "withdrawn"}
 *   | {name: "forgotten", left: number}
 *   | {name: "trouble", kind: string, said: string}} View
 */

/**
 * What a journey is given. `noted` is the key of the note that this tab has begun; `note` keeps it, and takes the
 * invitation out of the address.
 * @typedef {object} Surroundings
 * @property {string} href
 * @property {string} noted
 * @property {boolean} isKiosk a device that many people share: nothing is kept after receipt
 * @property {Partial<import("../src/visit.js").World>} world
 * @property {(key: string) => void} note
 * @property {(study: Study) => void} received what is told to whoever waits around the page
 * @property {(view: View) => void} show
 */

export class Journey {
  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.around = surroundings;
    this.isConfirmed = false;
    /** @type {Visit | null} */
    this.seen = null;
    /** @type {Standing} */
    this.standing = { isOpen: true, override: "", redirect: "" };
  }

  /** @returns {string} the origin that answers go to */
  get server() {
    return this.#visit().link.server;
  }

  /** Begin: from the link to the first view that asks for something. */
  open() {
    return this.#attempt(async () => {
      this.around.show({ name: "loading" });
      const { href, noted } = this.around;
      const link = parseLink(href);
      const world = await worldOf({ ...this.around.world, patience: Number.POSITIVE_INFINITY });
      const [seen, standing] = await Promise.all([visit(href, world), standingOf(link, world)]);
      this.standing = standing;
      this.seen = noted && (await world.notes.read(noted)) ? seen.resumed(noted) : seen;
      const needsCode = link.invitation === null && seen.study.tickets !== "open" && this.seen === seen;
      if (needsCode && standing.isOpen) this.around.show({ name: "code", isWrong: false });
      else await this.#admit();
    });
  }

  /**
   * From the view `code`.
   * @param {string} text as it was typed
   */
  enter(text) {
    return this.#attempt(async () => {
      let code;
      try {
        code = parseCode(text);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return this.around.show({ name: "code", isWrong: true });
      }
      this.seen = await this.#visit().invitedBy(code);
      await this.#admit();
    });
  }

  /** From the views `person` and `topic`: it is meant. */
  confirm() {
    this.isConfirmed = true;
    return this.#attempt(() => this.#ask());
  }

  /**
   * From the view `question`: ask for the ticket, and draw.
   * @param {Said} said
   */
  prepare(said) {
    return this.#attempt(async () => {
      this.around.show({ name: "preparing" });
      const seen = this.#visit();
      let prepared;
      try {
        prepared = await seen.prepare({ ...said, isConfirmed: this.isConfirmed });
      } finally {
        if (await seen.state()) this.around.note(seen.key);
      }
      this.around.show({ name: "prepared", study: seen.study, prepared, said: prepared.isOwn ? said : null });
    });
  }

  /**
   * From the view `prepared`.
   * @param {boolean} keepsTicket
   */
  send(keepsTicket) {
    return this.#attempt(async () => {
      this.around.show({ name: "sending" });
      const seen = this.#visit();
      const receipt = await seen.send({ keepsTicket: keepsTicket && !this.around.isKiosk }).catch(whetherTooLate);
      if (this.around.isKiosk) await seen.erase();
      this.around.received(seen.study);
      this.around.show({ name: "received", receipt, redirect: this.standing.redirect });
    });
  }

  /** From the views `received` and `answered`, where a receipt was kept. */
  withdraw() {
    return this.#attempt(async () => {
      this.around.show({ name: "withdrawing" });
      await this.#visit().withdraw();
      this.around.show({ name: "withdrawn" });
    });
  }

  /** From any view: let this browser forget its answers. */
  forget() {
    return this.#attempt(async () => {
      const left = await this.#visit().world.notes.eraseAll();
      this.around.show({ name: "forgotten", left });
    });
  }

  /** What this invitation has come to, and what else this browser has answered, decide what is shown. */
  async #admit() {
    const seen = this.#visit();
    const { study } = seen;
    const note = await seen.note();
    const prepared = await seen.prepared();
    if (prepared) return this.around.show({ name: "prepared", study, prepared, said: null });
    if (note?.isWithdrawn) return this.around.show({ name: "withdrawn" });
    if (note?.state === "received") {
      const isInvited = study.tickets !== "open";
      return this.around.show({ name: "answered", day: note.day ?? "", isInvited, hasTicket: Boolean(note.ticket) });
    }
    if (!this.standing.isOpen) throw new Stopped("study-closed", "");
    const entered = await seen.world.notes.entries();
    const others = entered.filter((entry) => entry.note !== seen.key && entry.topic === study.topic);
    const same = others.filter((entry) => entry.study === study.id);
    const beside = same.length ? same : others.slice(0, 1);
    const notes = await Promise.all(beside.map((entry) => seen.world.notes.read(entry.note)));
    // Of several answers to this study, one that counts.
    const at = Math.max(0, notes.findIndex((before) => before?.state === "received" && !before.isWithdrawn));
    const [earlier, before] = [beside[at], notes[at]];
    if (earlier && !this.around.isKiosk) {
      const { day } = earlier;
      const isReceived = before?.state === "received";
      if (same.length) return this.around.show({ name: "person", day, isReceived, isWithdrawn: Boolean(before?.isWithdrawn) });
      const sum = sumOf(study.epsilon, ...others.map(({ epsilon }) => epsilon));
      return this.around.show({ name: "topic", day, isReceived, epsilon: study.epsilon, sum });
    }
    this.isConfirmed = this.around.isKiosk;
    await this.#ask();
  }

  async #ask() {
    const { study, key, world } = this.#visit();
    const others = (await world.notes.entries()).filter(({ note }) => note !== key).map(({ epsilon }) => epsilon);
    const ledger = { count: others.length, spent: sumOf(...others), sum: sumOf(study.epsilon, ...others) };
    this.around.show({ name: "question", study, standing: this.standing, ledger });
  }

  /** @returns {Visit} */
  #visit() {
    if (!this.seen) throw new Refused("study", "was not seen yet");
    return this.seen;
  }

  /**
   * Whether what was refused is done already: another tab was faster.
   * @param {unknown} error
   * @returns {Promise<boolean>}
   */
  async #wasAnswered(error) {
    if (!(error instanceof Refused && error.field === "study" && this.seen)) return false;
    return (await this.seen.state()) === "received";
  }

  /**
   * @param {() => Promise<void>} step
   * @returns {Promise<void>}
   */
  async #attempt(step) {
    try {
      await step();
    } catch (error) {
      if (await this.#wasAnswered(error)) return this.#attempt(() => this.#admit());
      this.around.show(troubleOf(error));
    }
  }
}

const FIELDS = ["crypto", "storage", "link", "server", "invitation", "code", "id", "privacy.epsilon", "study"];
const PROBLEMS = [
  ...["study-unknown", "study-closed", "too-late", "invitation-unknown", "invitation-used", "invitation-revoked"],
  ...["answer-differs", "answer-unknown", "withdrawn", "ticket-invalid"],
];

/**
 * A study that closed before an answer was received: the server has looked for it, and has not stored it.
 * @param {unknown} error
 * @returns {never}
 */
function whetherTooLate(error) {
  if (error instanceof Stopped && error.problem === "study-closed") throw new Stopped("too-late", error.message);
  throw error;
}

/**
 * The view of an error: a kind that the catalogue has words for, and the exact reason for those who want it.
 * @param {unknown} error
 * @returns {View}
 */
export function troubleOf(error) {
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof Stopped) {
    return { name: "trouble", kind: PROBLEMS.includes(error.problem) ? error.problem : "refused", said };
  }
  if (error instanceof Refused) {
    return { name: "trouble", kind: FIELDS.includes(error.field) ? error.field : "manifest", said };
  }
  return { name: "trouble", kind: "fault", said };
}
