/**
 * A study's number in words that can be read to somebody: sixteen bits each, a consonant, a vowel, and so on.
 */
import { idBytes } from "../src/ticket.js";

const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aiou";
const WORDS = 4;

/**
 * Four words that begin a study's number.
 * @param {string} id
 * @returns {string}
 */
export function spelled(id) {
  const bytes = idBytes(id);
  return Array.from({ length: WORDS }, (_, at) => wordOf(((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0))).join(
    "-",
  );
}

/**
 * @param {number} bits sixteen
 * @returns {string}
 */
function wordOf(bits) {
  const consonant = (/** @type {number} */ shift) => CONSONANTS[(bits >> shift) & 15] ?? "";
  const vowel = (/** @type {number} */ shift) => VOWELS[(bits >> shift) & 3] ?? "";
  return consonant(12) + vowel(10) + consonant(6) + vowel(4) + consonant(0);
}
