/**
 * Invitations, drawn where the researcher is: the server is told their hashes, and nothing else.
 */
import { hash, labelled, toBase64url } from "../src/encoding.js";
import { invitationBytes, linkText, withCheck } from "../src/link.js";

/** @typedef {import("../src/randomize.js").Source} Source */
/** @typedef {{link: string, code: string, hash: string, key: number}} Invitation */

export const MOST = 10_000;

const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_SYMBOLS = 10;
const BYTES = 16;

/**
 * @param {number} count
 * @param {{server: string, study: string, key: number, isPrinted: boolean}} kind
 * @param {Source} read
 * @returns {Promise<Invitation[]>}
 */
export async function draw(count, { server, study, key, isPrinted }, read) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const invitation = isPrinted ? drawCode(read) : toBase64url(read(BYTES));
      const bytes = invitationBytes(invitation);
      const link = linkText({ server, study, invitation, key });
      return { link, code: isPrinted ? spelled(invitation) : "", hash: await hashOf(bytes), key };
    }),
  );
}

/**
 * What the server knows an invitation by.
 * @param {Uint8Array} bytes
 * @returns {Promise<string>}
 */
export async function hashOf(bytes) {
  return toBase64url(await hash("SHA-256", labelled("invitation", bytes)));
}

/**
 * The file of `tacit invite`: a person in each row, and what is theirs.
 * @param {Invitation[]} invitations
 * @param {boolean} isNamed
 * @returns {string}
 */
export function asCsv(invitations, isNamed) {
  const hasCodes = invitations.some(({ code }) => code);
  const head = ["person", "link", ...(hasCodes ? ["code"] : []), ...(isNamed ? ["record"] : [])];
  const rows = invitations.map((one, at) => [at + 1, one.link, ...(hasCodes ? [one.code] : []), ...(isNamed ? [one.hash] : [])]);
  return [head, ...rows].map((row) => `${row.join(",")}\n`).join("");
}

/**
 * A printed code: 50 bits, five to a symbol.
 * @param {Source} read
 * @returns {string}
 */
function drawCode(read) {
  return Array.from(read(CODE_SYMBOLS), (byte) => SYMBOLS.charAt(byte & 31)).join("");
}

/**
 * In groups that can be read out, with the symbol that catches a slip.
 * @param {string} code
 * @returns {string}
 */
function spelled(code) {
  const whole = withCheck(code);
  return `${whole.slice(0, 5)}-${whole.slice(5, 10)}-${whole.slice(10)}`;
}
