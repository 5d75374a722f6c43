/**
 * Visits a link and answers, over a real network: node test/visits.js LINK GROUP VALUE. Prints the receipt, or why
 * there is none.
 */
import { visit } from "../src/visit.js";
import { notesOf, PLACES } from "./places.js";

const [link, group, value] = process.argv.slice(2);
const given = { notes: await notesOf(PLACES.database()), sleep: async () => undefined, patience: 0 };
try {
  const { answer } = await (await visit(link, given)).answer({ group, value: Number(value) });
  process.stdout.write(JSON.stringify({ answer }));
} catch (error) {
  process.stdout.write(JSON.stringify({ refused: error.message }));
}
