/**
 * Whether a device takes part in a study at all: the checks of PROTOCOL.md P1, in its order.
 */
import { Refused } from "./errors.js";
import * as canonical from "./canonical.js";
import { digest } from "./encoding.js";
import { compare, fraction, parseDecimal } from "./decimal.js";
import { checkTop, groupsOf, keysOf, privacyOf, questionOf, ticketsOf, wishesOf } from "./parts.js";
import { epsilonOf, isAtMostExponential, promisedRatio } from "./promise.js";
import { schemeOf } from "./scheme.js";

/** @typedef {import("./parts.js").Question} Question */
/** @typedef {import("./parts.js").Groups} Groups */
/** @typedef {import("./parts.js").Wishes} Wishes */
/** @typedef {import("./scheme.js").Scheme} Scheme */

/**
 * @typedef {object} Study
 * @property {string} id
 * @property {{[name: string]: canonical.Json}} manifest as it was received
 * @property {Question} question
 * @property {Groups} groups
 * @property {Scheme} scheme
 * @property {"blind" | "open" | "named"} tickets
 * @property {string[]} keys moduli as base64url
 * @property {boolean} isHistogram three options or more: every (group, option) pair is an item
 * @property {string} epsilon what one answer costs
 * @property {string} topic what is asked, of which groups
 */

export const MOST_EPSILON = "3";

const VERSION = 1;
const OPTIONAL = ["people", "analysis"];
const MEMBERS = [
  ...["tacit", "title", "owner", "not_after", "question", "groups", "privacy", "tickets", "people", "batch"],
  ...["embed", "publish_answers", "keys", "wishes", "scheme", "analysis"],
];

/**
 * The study that these bytes are, if they are those that the link names and the device may answer it.
 * @param {Uint8Array} received
 * @param {string} id
 * @param {string} [mostEpsilon]
 * @returns {Promise<Study>}
 */
export async function admit(received, id, mostEpsilon = MOST_EPSILON) {
  if ((await digest(received)) !== id) {
    throw new Refused("id", "is not the hash of the bytes that came: they are another study");
  }
  const manifest = membersOf(canonical.decode(received));
  const scheme = schemeOf(manifest.scheme);
  const keys = keysOf(manifest.keys);
  checkTop(manifest);
  const question = questionOf(manifest.question);
  const groups = groupsOf(manifest.groups);
  const privacy = privacyOf(manifest.privacy);
  const tickets = ticketsOf(manifest);
  const isHistogram = question.options.length > 2;
  checkTogether({ question, groups, scheme, wishes: wishesOf(manifest.wishes) });
  checkKeys(keys, tickets);
  const epsilon = costOf(scheme, privacy, mostEpsilon);
  const topic = await digest(canonical.encode([manifest.question ?? null, manifest.groups ?? null]));
  return { id, manifest, question, groups, scheme, tickets, keys, isHistogram, epsilon, topic };
}

/**
 * @param {canonical.Json} value
 * @returns {{[name: string]: canonical.Json}} with exactly the members of a manifest
 */
function membersOf(value) {
  if (!canonical.isObject(value)) throw new Refused("manifest", "must be a JSON object");
  if (!Object.hasOwn(value, "tacit") || value.tacit !== VERSION) {
    throw new Refused("tacit", `must be ${VERSION}, the version`);
  }
  for (const name of Object.keys(value)) {
    if (!MEMBERS.includes(name)) throw new Refused(name, "is not a member of a manifest");
  }
  for (const name of MEMBERS) {
    if (!OPTIONAL.includes(name) && !Object.hasOwn(value, name)) throw new Refused(name, "is missing");
  }
  if (Object.hasOwn(value, "analysis") && !canonical.isObject(value.analysis ?? null)) {
    throw new Refused("analysis", "must be an object");
  }
  return value;
}

/**
 * The scheme must be one for these questions and groups, within the wishes.
 * @param {{question: Question, groups: Groups, scheme: Scheme, wishes: Wishes}} parts
 */
function checkTogether({ question, groups, scheme, wishes }) {
  checkWishes(question, wishes);
  const { rows } = scheme;
  const isHistogram = question.options.length > 2;
  const items = groups.labels.length * (isHistogram ? question.options.length : 1) + (groups.decline ? 1 : 0);
  const levels = isHistogram || question.kind === "none" ? 1 : (wishes.levels ?? 2);
  const due = { items, levels, rows: wishes.rows ?? rows.name, columns: wishes.columns ?? rows.columns };
  const got = { items: rows.items, levels: rows.levels, rows: rows.name, columns: rows.columns };
  for (const name of /** @type {const} */ (["items", "levels", "rows", "columns"])) {
    if (due[name] !== got[name]) throw new Refused(`scheme.${name}`, `must be ${due[name]} for this study`);
  }
  if (wishes.isDie && scheme.total !== 6) {
    throw new Refused("scheme.keep", "must make the weights of all columns add to 6 for one die");
  }
  if (wishes.bits !== undefined && rows.columns > 2 ** wishes.bits) {
    throw new Refused("scheme.columns", `must fit into ${wishes.bits} bits`);
  }
}

/**
 * @param {Question} question
 * @param {Wishes} wishes
 */
function checkWishes({ kind, low, high }, { levels, isDie }) {
  const isNumeric = kind === "range" || kind === "scale";
  if (levels !== undefined && !isNumeric) throw new Refused("scheme.levels", "are for ranges and scales only");
  if (levels !== undefined && kind === "scale" && BigInt(levels) > high.top - low.top + 1n) {
    throw new Refused("scheme.levels", "must be at most the values of the scale");
  }
  if (isDie && isNumeric) throw new Refused("scheme.device", "cannot round a number: it would take a second die");
}

/**
 * @param {string[]} keys
 * @param {string} tickets
 */
function checkKeys(keys, tickets) {
  if (tickets !== "blind" && keys.length) throw new Refused("keys", "are for blind tickets only");
  if (tickets === "blind" && !keys.length) throw new Refused("keys", "must name at least one key for blind tickets");
}

/**
 * What an answer costs; refuses odds above what the manifest says or the device allows.
 * @param {Scheme} scheme
 * @param {import("./parts.js").Privacy} privacy
 * @param {string} mostEpsilon
 * @returns {string}
 */
function costOf(scheme, privacy, mostEpsilon) {
  const ratio = promisedRatio(scheme, privacy.promise);
  if (!ratio || !isAtMostExponential(ratio, privacy.epsilon)) {
    throw new Refused("scheme.keep", "breaks the promise: the odds are above e^epsilon");
  }
  const epsilon = epsilonOf(ratio);
  const most = parseDecimal(mostEpsilon) ?? fraction(0n, 1n);
  if (compare(most, fraction(0n, 1n)) <= 0 || !isAtMostExponential(ratio, most)) {
    throw new Refused("privacy.epsilon", `must be at most ${mostEpsilon} on this device; got ${epsilon}`);
  }
  return epsilon;
}
