/**
 * What `GET /v1/studies/{id}/board` says.
 */

/** @typedef {{sd: number | null, low: number | null, high: number | null}} Bounds */
/** @typedef {{estimate: number | null, sd: number | null, low: number | null, high: number | null, population: Bounds}} Figure */

/**
 * @typedef {object} Row
 * @property {string} group
 * @property {string | null} option
 * @property {Figure | null} figure
 * @property {boolean} resolved
 * @property {boolean} clipped
 * @property {number | null} planned half of the interval that the plan promises
 * @property {Figure | null} count
 */

/** @typedef {{answers: number, rows: (number | null)[][]}} Point */

/**
 * @typedef {object} Document
 * @property {string} study
 * @property {string} title
 * @property {string} question
 * @property {string} asked
 * @property {string[]} options
 * @property {"open" | "closed"} state
 * @property {"blind" | "open" | "named"} tickets
 * @property {number} batch
 * @property {string} not_after
 * @property {string} today
 * @property {number} days_left
 * @property {string} override
 * @property {string} epsilon
 * @property {(string | null)[]} strata
 * @property {"owner" | "reader"} role
 * @property {number} invited
 * @property {number} started
 * @property {number} answered
 * @property {number} bulk
 * @property {number} withdrawn
 * @property {number} revoked
 * @property {number} revoked_after_use
 * @property {{[reason: string]: number}} refused
 * @property {{day: string, what: string, count: number}[]} days
 * @property {number} answers
 * @property {number | null} level
 * @property {boolean} rough
 * @property {{name: string, share: boolean, low: number | null, high: number | null, option: string | null}} figure
 * @property {{people: number | null, halfwidth: number | null, now: number | null}} plan
 * @property {Row[]} rows
 * @property {Figure | null} declined
 * @property {Point[]} trail
 * @property {{of: "sum" | "count", furthest: number, answers_for_one_sd: number | null}} influence
 */

export {};
