/**
 * When to ask again: soon while the study fills, seldom while nothing happens, never while nobody looks.
 */

/** @typedef {"changed" | "same" | "failed"} Outcome */
/** @typedef {{quiet: number, failures: number}} Calm how often nothing was new, and how often nobody replied, in a row */

/** @type {Calm} */
export const START = { quiet: 0, failures: 0 };

const SOON = 1500;
const SELDOM = 15_000;
const CLOSED = 60_000;
const LATEST = 60_000;

/**
 * @param {Calm} calm
 * @param {Outcome} outcome
 * @returns {Calm}
 */
export function after(calm, outcome) {
  if (outcome === "changed") return START;
  return outcome === "same" ? { quiet: calm.quiet + 1, failures: 0 } : { quiet: 0, failures: calm.failures + 1 };
}

/**
 * @param {Calm} calm
 * @param {{isClosed: boolean, retryAfter?: number | undefined}} told what the server said; seconds
 * @returns {number} milliseconds
 */
export function waitOf({ quiet, failures }, { isClosed, retryAfter = 0 }) {
  if (failures) return Math.max(Math.min(SOON * 2 ** (failures - 1), LATEST), Math.min(retryAfter, 3600) * 1000);
  return isClosed ? CLOSED : Math.min(SOON * 1.4 ** Math.max(0, quiet - 4), SELDOM);
}
