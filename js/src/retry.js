/**
 * Sending until there is an answer: the same bytes, after 1 s, then twice as long up to 1 h (PROTOCOL.md P5).
 */
import { NoResponse, NotReceived, Refused, Stopped } from "./errors.js";
import { actionOf, readProblem } from "./problem.js";

const LONGEST_MILLISECONDS = 3_600_000;
const LONGEST_ASKED = 24 * LONGEST_MILLISECONDS;

/**
 * @typedef {object} Request
 * @property {"GET" | "POST"} method
 * @property {string} url
 * @property {string} [body]
 */

/**
 * @typedef {object} Response
 * @property {number} status
 * @property {Uint8Array} body
 * @property {string} [retryAfter] the header, if it came
 */

/** @typedef {(request: Request) => Promise<Response>} Send throws NoResponse if nothing came back */

/**
 * How a device waits. `patience` is how many milliseconds in all; Infinity: until there is an answer. `sleep` is told
 * why, so that a page can say it.
 * @typedef {object} Waiting
 * @property {(milliseconds: number, reason: string) => Promise<void>} sleep
 * @property {import("./randomize.js").Source} read
 * @property {() => Date} now
 * @property {number} patience
 */

/**
 * How long after the attempt (0 is the first) to try again; `byte` is the chance in it.
 * @param {number} attempt
 * @param {number} byte
 * @returns {number}
 */
export function waitMilliseconds(attempt, byte) {
  const base = Math.min(1000 * 2 ** Math.min(attempt, 20), LONGEST_MILLISECONDS);
  return Math.floor((base * (1024 - byte)) / 1024);
}

/**
 * What `Retry-After` asks for: seconds, or a date; 0 where it asks for nothing that can be read.
 * @param {string | undefined} header
 * @param {Date} now
 * @returns {number} milliseconds
 */
export function askedMilliseconds(header, now) {
  const text = header?.trim() ?? "";
  if (/^[0-9]+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_ASKED);
  const until = /GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(until) ? 0 : Math.min(Math.max(until - now.getTime(), 0), LONGEST_ASKED);
}

/**
 * The reply to these bytes, however often they must be sent. A reply that has not the protocol's form (some
 * network's log-in page) counts as no response. Throws Stopped where the server refuses for good, NotReceived
 * when patience ends.
 * @template Reply
 * @param {Request} request
 * @param {Send} send
 * @param {(body: Uint8Array) => Reply} readReply
 * @param {Waiting} waiting
 * @returns {Promise<Reply>}
 */
export async function sendUntilAnswered(request, send, readReply, waiting) {
  let waited = 0;
  for (let attempt = 0; ; attempt += 1) {
    const [reason, response, reply] = await attemptOnce(request, send, readReply);
    if (reply) return reply.value;
    const [byte = 0] = waiting.read(1);
    const asked = askedMilliseconds(response?.retryAfter, waiting.now());
    const wait = Math.max(waitMilliseconds(attempt, byte), asked);
    waited += wait;
    if (waited > waiting.patience) {
      throw new NotReceived(`not received yet: ${reason}; it is kept on this device and can be sent again`);
    }
    await waiting.sleep(wait, reason);
  }
}

/**
 * @template Reply
 * @param {Request} request
 * @param {Send} send
 * @param {(body: Uint8Array) => Reply} readReply
 * @returns {Promise<[string, Response | null, {value: Reply} | null]>} why there is no reply, what came, the reply
 */
async function attemptOnce(request, send, readReply) {
  let response = null;
  try {
    response = await send(request);
    if (response.status !== 200 && response.status !== 201) return [reasonOf(response), response, null];
    return ["", response, { value: readReply(response.body) }];
  } catch (error) {
    if (error instanceof NoResponse) return [error.message, null, null];
    if (!(error instanceof Refused)) throw error;
    return [`what came back is none of the protocol's replies: ${error.message}`, response, null];
  }
}

/**
 * Why it is to be sent again; throws Stopped where that would change nothing.
 * @param {Response} response
 * @returns {string}
 */
function reasonOf({ status, body }) {
  const { name, title, detail } = readProblem(status, body);
  if (actionOf(status) === "stop") throw new Stopped(name, `${title} ${detail}`.trim());
  return title.replace(/\.$/, "");
}
