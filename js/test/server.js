/**
 * A server that collects, as small as the protocol allows: in memory, honest, and one request at a time.
 * Hostile servers are made of it by changing one reply.
 */
import { fromBase64url, fromInteger, hash, toBase64url, toInteger, toUtf8 } from "../src/encoding.js";
import { KINDS } from "../src/problem.js";
import { answerId } from "../src/ticket.js";
import { readVectors } from "./files.js";

export const ORIGIN = "https://survey.example.org";
export const INVITATION = "AAECAwQFBgcICQoLDA0ODw";

const { keys } = await readVectors("blind.json");
const { admitted } = await readVectors("manifests.json");
const [p, q] = [keys[0].p, keys[0].q].map((hex) => BigInt(`0x${hex}`));
const [dp, dq] = [p, q].map((prime) => secretExponent(prime - 1n));

/** A study of vectors/v1 by its name: its id and the bytes of its manifest. */
export function studyNamed(name) {
  const { id, manifest } = admitted.find((study) => study.name === name);
  return { id, manifest: toUtf8(manifest), tickets: JSON.parse(manifest).tickets };
}

export class Server {
  constructor(name = "range", invitations = [INVITATION]) {
    this.study = studyNamed(name);
    this.invitations = invitations;
    this.used = new Map();
    this.answers = new Map();
    this.requests = [];
  }

  link(invitation = INVITATION) {
    const isOpen = this.study.tickets === "open";
    return `${ORIGIN}/s/${this.study.id}${isOpen ? "" : `#i=${invitation}`}`;
  }

  /** This is a browser's `send`. */
  send = async (request) => {
    this.requests.push(request);
    const route = request.url.slice(`${ORIGIN}/v1/studies/${this.study.id}`.length);
    if (!request.url.startsWith(`${ORIGIN}/v1/studies/${this.study.id}`)) return problem("study-unknown");
    return { "": this.manifest, "/tickets": this.ticket, "/answers": this.answer, "/withdrawals": this.withdrawal }[
      route
    ].call(this, request.body && JSON.parse(request.body));
  };

  manifest() {
    return { status: 200, body: this.study.manifest };
  }

  async ticket({ invitation, blinded }) {
    if (this.study.tickets === "open") return reply({ ticket: toBase64url(crypto.getRandomValues(new Uint8Array(48))) });
    if (!this.invitations.includes(invitation)) return problem("invitation-unknown");
    if (this.study.tickets === "named") return reply({ ticket: toBase64url(await hash("SHA-256", toUtf8(invitation))) });
    if ((this.used.get(invitation) ?? blinded) !== blinded) return problem("invitation-used");
    this.used.set(invitation, blinded);
    return reply({ signature: toBase64url(signed(fromBase64url("blinded", blinded, 256))) });
  }

  async answer({ column, ticket }) {
    const bytes = fromBase64url("ticket", ticket, Math.floor((ticket.length * 3) / 4));
    const answer = toBase64url(await answerId(bytes));
    const isNew = !this.answers.has(answer);
    if (isNew) this.answers.set(answer, column);
    if (this.answers.get(answer) !== column) return problem("answer-differs");
    return reply({ answer }, isNew ? 201 : 200);
  }

  async withdrawal({ ticket }) {
    const bytes = fromBase64url("ticket", ticket, Math.floor((ticket.length * 3) / 4));
    this.answers.delete(toBase64url(await answerId(bytes)));
    return reply({});
  }

  /** What was sent to a route, in order. */
  bodiesTo(route) {
    return this.requests.filter(({ url }) => url.endsWith(route)).map(({ body }) => body);
  }
}

/** The power to the secret exponent, by the Chinese remainder; inverses are powers, since p and q are primes. */
function signed(blinded) {
  const number = toInteger(blinded);
  const [low, high] = [power(number % p, dp, p), power(number % q, dq, q)];
  const root = low + p * ((((high - low) * power(p, q - 2n, q)) % q + q) % q);
  return fromInteger(root, 256);
}

function secretExponent(order) {
  let times = 1n;
  while ((times * order + 1n) % 65537n) times += 1n;
  return (times * order + 1n) / 65537n;
}

function power(base, exponent, n) {
  let result = 1n;
  for (; exponent; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % n;
    base = (base * base) % n;
  }
  return result;
}

export function reply(members, status = 200) {
  return { status, body: toUtf8(JSON.stringify(members)) };
}

export function problem(name) {
  const [status, title] = KINDS.get(name);
  return reply({ detail: "Ask whoever sent you the link.", status, title, type: `urn:tacit:error:${name}` }, status);
}

