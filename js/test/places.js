/**
 * Where notes can stand, as tests make it: each a browser of its own, whose further tabs see the same notes.
 */
import { IDBFactory } from "fake-indexeddb";
import { openNotes } from "../src/places.js";

/** A tab's history, which survives a reload. */
export class Tab {
  state = null;

  replaceState(state) {
    this.state = structuredClone(state);
  }
}

/** Each kind of place: a function to a browser, from which a reload or a further tab opens the same notes. */
export const PLACES = {
  database: () => ({ indexedDB: new IDBFactory() }),
  tab: () => ({ history: new Tab() }),
};

export async function notesOf(browser) {
  return (await openNotes(browser)).notes;
}
