/**
 * Everything that a page can check by itself, with the browser's own cryptography and its own database:
 * `checkPage((name) => fetch(`/vectors/v1/${name}`).then((response) => response.json()))`.
 */
import { openNotes } from "../src/places.js";
import { CLAIMS } from "./notes-contract.js";
import { checkAll } from "./vectors.js";

/**
 * @param {(name: string) => Promise<any>} read a file of vectors/v1, parsed
 * @returns {Promise<{claim: string, cases: number, failure: string}[]>}
 */
export async function checkPage(read) {
  return [...(await checkAll(read)), ...(await checkNotes("database", {})), ...(await checkNotes("tab", { history }))];
}

/** The claims of notes over the browser's own database, or over the history of this tab; emptied before each. */
async function checkNotes(place, browser) {
  const found = [];
  for (const [claim, check] of Object.entries(CLAIMS)) {
    await emptied();
    const open = async () => (await openNotes(place === "database" ? globalThis : browser)).notes;
    const failure = await check(open, equal).then(() => "", String);
    found.push({ file: place, claim, cases: 1, failure });
  }
  return found;
}

async function emptied() {
  history.replaceState(null, "");
  await new Promise((resolve) => {
    const removing = indexedDB.deleteDatabase("tacit");
    removing.onsuccess = removing.onerror = resolve;
  });
}

/** Equal as JSON, members in any order. */
function equal(found, expected) {
  const [left, right] = [found, expected].map((value) => JSON.stringify(sorted(value)));
  if (left !== right) throw new Error(`expected ${right}, found ${left}`);
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
}
