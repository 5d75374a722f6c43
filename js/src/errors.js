/**
 * Everything that this client refuses or is refused, in three kinds. Messages never repeat what is secret.
 */

/** A rule is broken; `field` names where, and is the reason's name in Python too. */
export class Refused extends Error {
  /**
   * @param {string} field
   * @param {string} rule
   */
  constructor(field, rule) {
    super(`${field} ${rule}`);
    this.name = "Refused";
    this.field = field;
    this.rule = rule;
  }
}

/** A server refused for good what was sent; sending it again would change nothing. */
export class Stopped extends Error {
  /**
   * @param {string} problem the name of the problem, as in "invitation-used"
   * @param {string} message
   */
  constructor(problem, message) {
    super(message);
    this.name = "Stopped";
    this.problem = problem;
  }
}

/** A server has not acknowledged yet; what was to be sent is kept and can be sent again. */
export class NotReceived extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "NotReceived";
  }
}

/** Nothing came back, or nothing that could be read; what was sent may or may not have arrived. */
export class NoResponse extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "NoResponse";
  }
}
