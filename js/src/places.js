/**
 * Where a browser can keep notes: its database, else the state of the tab's history, else nowhere.
 */
import { Refused } from "./errors.js";
import { Notes } from "./notes.js";

/** @typedef {import("./notes.js").Note} Note */
/** @typedef {import("./notes.js").Entry} Entry */
/** @typedef {import("./notes.js").Place} Place */
/** @typedef {{note: string, entry: Entry}} Kept */
/** @typedef {Pick<History, "state" | "replaceState">} Tab */

const NAME = "tacit";
const VERSION = 1;
const NOTES = "notes";
const LEDGER = "ledger";

/**
 * The notes of this browser. In a tab they live as long as the tab does: `isLasting` says which.
 * @param {{indexedDB?: IDBFactory, history?: Tab}} [browser]
 * @returns {Promise<{notes: Notes, isLasting: boolean}>}
 */
export async function openNotes(browser = globalThis) {
  const database = await openDatabase(browser);
  if (database) return { notes: new Notes(new DatabasePlace(database)), isLasting: true };
  const tab = usableTab(browser);
  if (tab) return { notes: new Notes(new TabPlace(tab)), isLasting: false };
  throw new Refused("storage", "must be allowed for this page: without a note it could answer twice");
}

/**
 * @param {{indexedDB?: IDBFactory}} browser
 * @returns {Promise<IDBDatabase | null>}
 */
async function openDatabase(browser) {
  try {
    const { indexedDB } = browser; // reading it throws where storage is refused
    if (!indexedDB) return null;
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(NOTES);
      opening.result.createObjectStore(LEDGER);
    };
    const database = await resultOf(opening);
    database.onversionchange = () => database.close(); // whoever deletes the notes need not wait for this tab
    return database;
  } catch {
    return null;
  }
}

/**
 * @param {{history?: Tab}} browser
 * @returns {Tab | null} where what is written can be read again
 */
function usableTab({ history }) {
  try {
    if (!history) return null;
    history.replaceState({ ...history.state, [NAME]: history.state?.[NAME] ?? { notes: {}, entries: [] } }, "");
    return history.state?.[NAME] ? history : null;
  } catch {
    return null;
  }
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @implements {Place} */
class DatabasePlace {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** @type {Place["read"]} */
  read(key) {
    return this.#reading(NOTES, (store) => store.get(key));
  }

  /** @type {Place["all"]} */
  async all() {
    const keys = await this.#reading(NOTES, (store) => store.getAllKeys());
    const noted = await Promise.all(keys.map((key) => this.read(String(key))));
    return keys.flatMap((key, at) => (noted[at] ? [[String(key), noted[at]]] : []));
  }

  /** @type {Place["entries"]} */
  entries() {
    return this.#reading(LEDGER, (store) => store.getAll());
  }

  /** @type {Place["change"]} */
  change(key, next) {
    return this.#writing(NOTES, (store, finish) => {
      const reading = store.get(key);
      reading.onsuccess = finish.guarded(() => {
        const now = reading.result;
        const later = next(now);
        if (later === null) store.delete(key);
        // `add` fails where another tab has noted something since, however that may come about.
        else if (later) now ? store.put(later, key) : store.add(later, key);
        finish.with(later === null ? undefined : (later ?? now));
      });
    });
  }

  /** @type {Place["enter"]} */
  enter(entry, check) {
    return this.#writing(LEDGER, (store, finish) => {
      const reading = store.getAll();
      reading.onsuccess = finish.guarded(() => {
        const earlier = reading.result;
        check(earlier);
        if (!earlier.some((/** @type {Entry} */ { note }) => note === entry.note)) store.add(entry, entry.note);
        finish.with(undefined);
      });
    });
  }

  /** @type {Place["strike"]} */
  strike(note) {
    return this.#writing(LEDGER, (store, finish) => {
      store.delete(note);
      finish.with(undefined);
    });
  }

  /**
   * @template Result
   * @param {string} name
   * @param {(store: IDBObjectStore) => IDBRequest<Result>} ask
   * @returns {Promise<Result>}
   */
  async #reading(name, ask) {
    return resultOf(ask(this.#transaction(name, "readonly").objectStore(name)));
  }

  /**
   * @param {string} name
   * @param {"readonly" | "readwrite"} mode
   * @returns {IDBTransaction} refused where the database was closed, since somebody deletes it
   */
  #transaction(name, mode) {
    try {
      return this.database.transaction(name, mode, mode === "readwrite" ? { durability: "strict" } : {});
    } catch {
      throw unusable();
    }
  }

  /**
   * One transaction that is on the disk when it is complete; only then the promise is kept.
   * @template Result
   * @param {string} name
   * @param {(store: IDBObjectStore, finish: {with: (result: Result) => void, guarded: (step: () => void) => () => void})
   *   => void} steps
   * @returns {Promise<Result>}
   */
  #writing(name, steps) {
    return new Promise((resolve, reject) => {
      const transaction = this.#transaction(name, "readwrite");
      /** @type {Result} */
      let result;
      /** @type {unknown} */
      let refusal = null;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(refusal ?? unusable());
      steps(transaction.objectStore(name), {
        with: (value) => {
          result = value;
        },
        guarded: (step) => () => {
          try {
            step();
          } catch (error) {
            refusal = error;
            transaction.abort();
          }
        },
      });
    });
  }
}

/** @returns {Refused} */
function unusable() {
  return new Refused("storage", "must take the note before anything is sent, and it did not; nothing was sent");
}

/**
 * One tab, one thread: whatever is written is written at once, and survives a reload.
 * @implements {Place}
 */
class TabPlace {
  /** @param {Tab} tab */
  constructor(tab) {
    this.tab = tab;
  }

  /** @type {Place["read"]} */
  async read(key) {
    return this.#kept().notes[key];
  }

  /** @type {Place["all"]} */
  async all() {
    return Object.entries(this.#kept().notes);
  }

  /** @type {Place["entries"]} */
  async entries() {
    return this.#kept().entries;
  }

  /** @type {Place["change"]} */
  async change(key, next) {
    const { notes, entries } = this.#kept();
    const later = next(notes[key]);
    if (later === undefined) return notes[key];
    const { [key]: _, ...others } = notes;
    this.#keep({ notes: later === null ? others : { ...others, [key]: later }, entries });
    return later ?? undefined;
  }

  /** @type {Place["enter"]} */
  async enter(entry, check) {
    const { notes, entries } = this.#kept();
    check(entries);
    if (!entries.some(({ note }) => note === entry.note)) this.#keep({ notes, entries: [...entries, entry] });
  }

  /** @type {Place["strike"]} */
  async strike(struck) {
    const { notes, entries } = this.#kept();
    this.#keep({ notes, entries: entries.filter(({ note }) => note !== struck) });
  }

  /** @returns {{notes: {[key: string]: Note}, entries: Entry[]}} */
  #kept() {
    return this.tab.state?.[NAME] ?? { notes: {}, entries: [] };
  }

  /** @param {{notes: {[key: string]: Note}, entries: Entry[]}} kept */
  #keep(kept) {
    try {
      this.tab.replaceState({ ...this.tab.state, [NAME]: kept }, "");
    } catch {
      throw unusable();
    }
  }
}
