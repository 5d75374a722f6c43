/**
 * The answer page: starts what the document asks for.
 */
import { catalogueOf } from "./catalogue.js";
import { visit } from "../src/visit.js";

const words = catalogueOf(JSON.parse(document.getElementById("words")?.textContent ?? ""));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
main.textContent = words.text("loading");
visit(location.href).then(
  ({ study }) => (main.textContent = String(study.manifest.title)),
  (error) => (main.textContent = String(error)),
);
