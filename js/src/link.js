/**
 * Links and printed codes: how an invitation reaches a person (PROTOCOL.md P2).
 */
import { Refused } from "./errors.js";
import { fromBase64url, isBase64url, toBase64url } from "./encoding.js";

const INVITATION_BYTES = 16;
const CODE_SYMBOLS = 10;
const MOST_CHARACTERS = 2048;
const MOST_ORIGIN = 300;
const MOST_KEYS = 16;
const MOST_PORT = 65535;
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHECKS = `${SYMBOLS}*~$=U`;

const ORIGIN = "([Hh][Tt][Tt][Pp][Ss]?)://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\])(:[1-9][0-9]{0,4})?";
const SERVER = new RegExp(`^${ORIGIN}$`);
const STUDY = new RegExp(`^${ORIGIN}/s/([A-Za-z0-9_-]{43})(?:\\?.*)?$`);

/**
 * @typedef {object} Link
 * @property {string} server an origin
 * @property {string} study
 * @property {string | null} invitation as bodies spell it; null: an open study
 * @property {number} key
 */

/**
 * The link that a person was given; messages never repeat it, since it is secret.
 * @param {string} given
 * @returns {Link}
 */
export function parseLink(given) {
  const text = given.trim();
  if (text.length > MOST_CHARACTERS) throw new Refused("link", `must have at most ${MOST_CHARACTERS} characters`);
  if (!/^[!-~]+$/.test(text)) throw new Refused("link", "must be one web address, without spaces");
  const at = text.indexOf("#");
  const place = at < 0 ? text : text.slice(0, at);
  const members = fragmentOf(at < 0 ? "" : text.slice(at + 1));
  const isFromPage = members.has("h") || members.has("s");
  const { server, study } = isFromPage ? fromPage(members) : fromServer(place);
  return { server, study, invitation: invitationOf(members), key: keyOf(members) };
}

/**
 * The link in its one form, on the page of the server that collects.
 * @param {Link} link
 * @returns {string}
 */
export function linkText({ server, study, invitation, key }) {
  const parts = [];
  if (invitation !== null) {
    parts.push(invitation.length === CODE_SYMBOLS ? `c=${withCheck(invitation)}` : `i=${invitation}`);
  }
  if (key) parts.push(`k=${key}`);
  return `${server}/s/${study}${parts.length ? `#${parts.join("&")}` : ""}`;
}

/**
 * The code that somebody typed: small letters, hyphens, and O, I and L for 0 and 1 are understood.
 * @param {string} text
 * @returns {string} ten symbols
 */
export function parseCode(text) {
  const isAscii = /^[\0-\x7f]*$/.test(text);
  const symbols = text.toUpperCase().replace(/[- ]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  const code = symbols.slice(0, CODE_SYMBOLS);
  const isCode = /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code) && symbols.length === CODE_SYMBOLS + 1;
  if (!isAscii || !isCode || withCheck(code) !== symbols) {
    throw new Refused("code", `must be the ${CODE_SYMBOLS + 1} symbols that are printed; is one of them mistyped?`);
  }
  return code;
}

/**
 * The code and the symbol that catches a slip of the pen: its number modulo 37.
 * @param {string} code
 * @returns {string}
 */
export function withCheck(code) {
  let number = 0;
  for (const symbol of code) number = (number * 32 + SYMBOLS.indexOf(symbol)) % 37;
  return code + CHECKS.charAt(number);
}

/**
 * The bytes of an invitation: 16 random ones, or the ASCII of a code.
 * @param {string} invitation as bodies spell it
 * @returns {Uint8Array}
 */
export function invitationBytes(invitation) {
  if (invitation.length === CODE_SYMBOLS) return Uint8Array.from(invitation, (symbol) => symbol.charCodeAt(0));
  return fromBase64url("invitation", invitation, INVITATION_BYTES);
}

/**
 * @param {string} fragment
 * @returns {Map<string, string>}
 */
function fragmentOf(fragment) {
  const members = new Map();
  for (const part of fragment.split("&").filter(Boolean)) {
    const [name, value] = part.split(/=(.*)/, 2);
    if (!name || !["i", "c", "k", "h", "s"].includes(name) || members.has(name) || !value) {
      throw new Refused("link", "must have nothing behind the # but i, c, k, h and s, each once");
    }
    members.set(name, value);
  }
  return members;
}

/**
 * @param {string} place
 * @returns {{server: string, study: string}}
 */
function fromServer(place) {
  const [found, scheme = "", host = "", port = "", study] = STUDY.exec(place) ?? [];
  if (!found || !isBase64url(study, 32)) {
    throw new Refused("link", "must be as in https://HOST/s/STUDY#i=INVITATION, with the study's 43 signs");
  }
  return { server: originOf(scheme, host, port), study };
}

/**
 * @param {Map<string, string>} members
 * @returns {{server: string, study: string}}
 */
function fromPage(members) {
  const study = members.get("s");
  if (!isBase64url(study, 32)) throw new Refused("link", "must name the study by 43 signs behind s=");
  const text = members.get("h") ?? "";
  const size = Math.floor((text.length * 3) / 4);
  const bytes = fromBase64url("link", text, size > 0 && size <= MOST_ORIGIN ? size : 1);
  const [found, scheme = "", host = "", port = ""] = SERVER.exec(String.fromCharCode(...bytes)) ?? [];
  if (!found) throw new Refused("server", "must be an origin as in https://survey.example.org, with no path");
  return { server: originOf(scheme, host, port), study };
}

/**
 * @param {string} schemeText
 * @param {string} hostText
 * @param {string} port
 * @returns {string} an origin in its one form
 */
function originOf(schemeText, hostText, port) {
  const [scheme, host] = [schemeText.toLowerCase(), hostText.toLowerCase()];
  if (scheme === "http" && !LOCAL_HOSTS.includes(host)) {
    throw new Refused("link", "must begin with https://: what is sent without TLS can be read on its way");
  }
  if (Number(port.slice(1)) > MOST_PORT) throw new Refused("link", `must have a port within 1..${MOST_PORT}`);
  const isDefault = port === (scheme === "https" ? ":443" : ":80");
  return `${scheme}://${host}${isDefault ? "" : port}`;
}

/**
 * @param {Map<string, string>} members
 * @returns {string | null}
 */
function invitationOf(members) {
  const [invitation, code] = [members.get("i"), members.get("c")];
  if (invitation !== undefined && code !== undefined) {
    throw new Refused("link", "must have an invitation or a code, not both");
  }
  if (code !== undefined) return parseCode(code);
  if (invitation === undefined) return null;
  return toBase64url(fromBase64url("invitation", invitation, INVITATION_BYTES));
}

/**
 * @param {Map<string, string>} members
 * @returns {number}
 */
function keyOf(members) {
  const text = members.get("k") ?? "0";
  if (!/^(?:0|[1-9][0-9]?)$/.test(text) || Number(text) >= MOST_KEYS) {
    throw new Refused("link", `must name a key within 0..${MOST_KEYS - 1} behind k=`);
  }
  return Number(text);
}
