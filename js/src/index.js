/**
 * The person's side of a study that is collected by a server.
 *
 *     const seen = await visit("https://survey.example.org/s/...#i=...");
 *     const receipt = await seen.answer({ group: "diabetic", value: 7 });
 */
export { DECLINE } from "./card.js";
export { NoResponse, NotReceived, Refused, Stopped } from "./errors.js";
export { linkText, parseCode, parseLink } from "./link.js";
export { admit } from "./manifest.js";
export { openNotes } from "./places.js";
export { sumOf } from "./promise.js";
export { deliver, Visit, visit } from "./visit.js";
