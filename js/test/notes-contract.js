/**
 * What every place of notes must do; for node, and for a page with its own database.
 */
import { Refused } from "../src/errors.js";

const FACTS = { server: "https://survey.example.org", study: "s", topic: "t", epsilon: "1" };

export function noteIn(state, more = {}) {
  return { state, ...FACTS, ...more };
}

export function entryOf(note, more = {}) {
  return { note, study: "s", topic: "t", day: "2026-11-19", epsilon: "1", ...more };
}

async function fieldOf(promise) {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Refused) return error.field;
    throw error;
  }
  return null;
}

/** Claims, each with a test: `open` opens the notes of one browser again, as a reload or another tab does. */
export const CLAIMS = {
  "a note that was not made is not there": async (open, equal) => {
    const notes = await open();
    equal(await notes.read("key"), undefined);
    equal(await notes.unacknowledged(), []);
    equal(await notes.entries(), []);
  },
  "a note is there after a reload": async (open, equal) => {
    const made = noteIn("new", { nonce: "00", r: "7" });
    equal(await (await open()).add("key", made), made);
    equal(await (await open()).read("key"), made);
    equal(await (await open()).read("other"), undefined);
  },
  "of two tabs the first one to note a state wins, and the other goes on with that": async (open, equal) => {
    const [one, other] = [await open(), await open()];
    const drawn = await Promise.all(
      [one, other, one, other].map((notes, column) => notes.add("key", noteIn("sent", { column }))),
    );
    equal(new Set(drawn.map(({ column }) => column)).size, 1);
    equal(await one.read("key"), drawn[0]);
  },
  "what was received can be erased, entry and all, and nothing else can": async (open, equal) => {
    const notes = await open();
    for (const state of ["new", "sent", "received"]) {
      await notes.add(state, noteIn(state));
      await notes.enter(entryOf(state), true);
      await notes.erase(state);
    }
    const left = await open();
    equal((await left.place.all()).map(([key]) => key).sort(), ["new", "sent"]);
    equal((await left.entries()).map(({ note }) => note).sort(), ["new", "sent"]);
  },
  "all can be erased but what no server has confirmed": async (open, equal) => {
    const notes = await open();
    for (const state of ["new", "asked", "saved", "sent", "received"]) {
      await notes.add(state, noteIn(state));
      await notes.enter(entryOf(state), true);
    }
    await notes.enter(entryOf("an entry without a note"), true);
    equal(await notes.eraseAll(), 1);
    const left = await open();
    equal((await left.place.all()).map(([key]) => key), ["sent"]);
    equal((await left.entries()).map(({ note }) => note), ["sent"]);
  },
  "a state never goes back": async (open, equal) => {
    const notes = await open();
    const received = noteIn("received", { day: "2026-11-19" });
    await notes.add("key", received);
    for (const state of ["new", "asked", "saved", "sent", "received"]) {
      equal(await notes.add("key", noteIn(state, { column: 3 })), received);
    }
  },
  "a further state leaves nothing of the one before": async (open, equal) => {
    const notes = await open();
    await notes.add("key", noteIn("new", { nonce: "00", salt: "11", r: "7" }));
    await notes.add("key", noteIn("saved", { ticket: "abc" }));
    equal(await notes.read("key"), noteIn("saved", { ticket: "abc" }));
    await notes.add("key", noteIn("received", { day: "2026-11-19" }));
    equal(await notes.read("key"), noteIn("received", { day: "2026-11-19" }));
  },
  "starting over is possible before anything was sent, and never after": async (open, equal) => {
    const notes = await open();
    for (const state of ["new", "asked", "saved"]) {
      await notes.add("key", noteIn(state));
      await notes.forget("key");
      equal(await notes.read("key"), undefined);
    }
    for (const state of ["sent", "received"]) {
      await notes.add("key", noteIn(state));
      equal(await fieldOf(notes.forget("key")), "study");
      equal((await notes.read("key")).state, state);
    }
  },
  "what was sent and not acknowledged can be found": async (open, equal) => {
    const notes = await open();
    await notes.add("a", noteIn("sent", { column: 1 }));
    await notes.add("b", noteIn("received"));
    await notes.add("c", noteIn("saved"));
    await notes.add("d", noteIn("sent", { column: 2 }));
    equal((await (await open()).unacknowledged()).sort(), [
      ["a", noteIn("sent", { column: 1 })],
      ["d", noteIn("sent", { column: 2 })],
    ]);
  },
  "an answer is entered once, whoever enters it": async (open, equal) => {
    const tabs = [await open(), await open()];
    await Promise.all(tabs.map((notes) => notes.enter(entryOf("a"), false)));
    equal(await tabs[0].entries(), [entryOf("a")]);
  },
  "a topic is entered again only when that is meant": async (open, equal) => {
    const notes = await open();
    await notes.enter(entryOf("a"), false);
    equal(await fieldOf(notes.check(entryOf("b"), false)), "study");
    equal(await fieldOf(notes.enter(entryOf("b"), false)), "study");
    equal(await notes.entries(), [entryOf("a")]);
    equal(await fieldOf(notes.enter(entryOf("c", { topic: "another" }), false)), null);
    equal(await fieldOf(notes.check(entryOf("b"), true)), null);
    equal(await fieldOf(notes.enter(entryOf("b"), true)), null);
    equal(await fieldOf(notes.enter(entryOf("b"), false)), null);
    equal((await notes.entries()).map(({ note }) => note).sort(), ["a", "b", "c"]);
  },
};
