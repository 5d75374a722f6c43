/**
 * Notes in the database of a browser and in the history of a tab, and the refusal where there is neither.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { IDBFactory } from "fake-indexeddb";
import { Refused } from "../src/errors.js";
import { openNotes } from "../src/places.js";
import { CLAIMS, noteIn } from "./notes-contract.js";
import { notesOf, PLACES, Tab } from "./places.js";

for (const [place, browserOf] of Object.entries(PLACES)) {
  for (const [claim, check] of Object.entries(CLAIMS)) {
    test(`${place}: ${claim}`, async () => {
      const browser = browserOf();
      await check(() => notesOf(browser), assert.deepEqual);
    });
  }
}

const refusing = {
  "no database and no history": {},
  "a database that throws when it is looked at": {
    get indexedDB() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  },
  "a database that throws when it is opened": { indexedDB: { open: () => { throw new Error("UnknownError"); } } },
  "a database that fails to open": { indexedDB: { open: () => failing() } },
  "a history that forgets": { history: { state: null, replaceState: () => {} } },
  "a history that throws": { history: { state: null, replaceState: () => { throw new Error("SecurityError"); } } },
};

function failing() {
  const request = { error: new DOMException("A mutation operation was attempted.", "InvalidStateError") };
  setTimeout(() => request.onerror(), 0);
  return request;
}

for (const [what, browser] of Object.entries(refusing)) {
  test(`${what}: refused, since it could answer twice`, async () => {
    await assert.rejects(openNotes(browser), (error) => error instanceof Refused && error.field === "storage");
  });
}

test("where the database is refused, the tab's history serves, and is said not to last", async () => {
  const browser = { indexedDB: { open: () => failing() }, history: new Tab() };
  const { notes, isLasting } = await openNotes(browser);
  assert.equal(isLasting, false);
  await notes.add("key", noteIn("new"));
  assert.deepEqual(await (await notesOf(browser)).read("key"), noteIn("new"));
  assert.equal((await openNotes({ indexedDB: new IDBFactory() })).isLasting, true);
});

test("what else stands in a tab's history stays", async () => {
  const history = new Tab();
  history.replaceState({ scroll: 7 });
  const { notes } = await openNotes({ history });
  await notes.add("key", noteIn("new"));
  assert.equal(history.state.scroll, 7);
});

test("every change asks the browser to be strict about the disk, and acts only when it is complete", async () => {
  const indexedDB = new IDBFactory();
  const asked = [];
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...given) => {
    const request = open(...given);
    request.addEventListener("success", () => {
      const database = request.result;
      const transaction = database.transaction.bind(database);
      database.transaction = (...wanted) => {
        const made = transaction(...wanted);
        if (wanted[1] === "readwrite") {
          asked.push(wanted[2]);
          made.addEventListener("complete", () => asked.push("complete"));
        }
        return made;
      };
    });
    return request;
  };
  const { notes } = await openNotes({ indexedDB });
  await notes.add("key", noteIn("new"));
  assert.deepEqual(asked, [{ durability: "strict" }, "complete"]);
  await notes.enter({ note: "key", study: "s", topic: "t", day: "", epsilon: "1" }, false);
  assert.deepEqual(asked.slice(2), [{ durability: "strict" }, "complete"]);
});

test("a transaction that is aborted, as by a full disk, is a refusal and not a note", async () => {
  const indexedDB = new IDBFactory();
  const { notes } = await openNotes({ indexedDB });
  const { database } = notes.place;
  const transaction = database.transaction.bind(database);
  database.transaction = (...wanted) => {
    const made = transaction(...wanted);
    if (wanted[1] === "readwrite") queueMicrotask(() => made.abort());
    return made;
  };
  await assert.rejects(notes.add("key", noteIn("new")), (error) => error.field === "storage");
  assert.equal(await notes.read("key"), undefined);
});

test("notes that were deleted under a tab are not written any more: nothing may be sent without them", async () => {
  const indexedDB = new IDBFactory();
  const { notes } = await openNotes({ indexedDB });
  await notes.add("key", noteIn("new"));
  await new Promise((resolve) => {
    indexedDB.deleteDatabase("tacit").onsuccess = resolve;
  });
  for (const attempt of [notes.add("key", noteIn("sent")), notes.read("key"), notes.entries()]) {
    await assert.rejects(attempt, (error) => error.field === "storage");
  }
});
