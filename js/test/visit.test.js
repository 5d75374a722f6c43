/**
 * The whole way in a browser, from a link to a receipt, over both places of notes.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { NoResponse, NotReceived, Refused, Stopped } from "../src/errors.js";
import { toUtf8 } from "../src/encoding.js";
import { deliver, visit } from "../src/visit.js";
import { readVectors } from "./files.js";
import { notesOf, PLACES } from "./places.js";
import { INVITATION, ORIGIN, problem, reply, Server } from "./server.js";

const NOON = new Date("2026-11-19T12:00:00Z");
const OTHER = "EBESExQVFhcYGRobHB0eHw";

/** A world of its own: a browser, a server, no real time. */
function worldOf(browser, send, more = {}) {
  const slept = [];
  const reasons = new Set();
  return {
    slept,
    reasons,
    async given() {
      const sleep = async (milliseconds, reason) => {
        slept.push(milliseconds);
        reasons.add(reason);
      };
      return { notes: await notesOf(browser), send, sleep, now: () => NOON, patience: 60_000, ...more };
    },
  };
}

async function visitOf(browser, server, more = {}) {
  return visit(more.link ?? server.link(), await worldOf(browser, more.send ?? server.send, more.world).given());
}

/** The first so many responses to a route are lost on their way back. */
function losing(server, route, losses) {
  return async (request) => {
    const response = await server.send(request);
    if (!request.url.endsWith(route) || losses === 0) return response;
    losses -= 1;
    throw new NoResponse("the connection was lost");
  };
}

const browsers = Object.entries(PLACES);

for (const [place, browserOf] of browsers) {
  test(`${place}: a link leads to a receipt, and nothing is left but study, topic, day and epsilon`, async () => {
    const server = new Server();
    const seen = await visitOf(browserOf(), server);
    assert.equal(await seen.state(), null);
    const receipt = await seen.answer({ group: "diabetic", value: 7 });
    assert.deepEqual(receipt, { study: server.study.id, answer: [...server.answers.keys()][0], day: "2026-11-19", ticket: "" });
    const { study, topic, epsilon } = { study: seen.study.id, topic: seen.study.topic, epsilon: "1" };
    assert.deepEqual(await seen.world.notes.read(seen.key), { state: "received", server: ORIGIN, study, topic, epsilon, day: "2026-11-19" });
    assert.deepEqual(server.requests.map(({ method }) => method), ["GET", "POST", "POST"]);
  });

  test(`${place}: lost responses cost nothing but time, and the same bytes are sent`, async () => {
    for (const route of ["/tickets", "/answers"]) {
      const server = new Server();
      const world = worldOf(browserOf(), losing(server, route, 20), { patience: Number.POSITIVE_INFINITY });
      await (await visit(server.link(), await world.given())).answer({ group: "diabetic", value: 7 });
      assert.equal(server.bodiesTo(route).length, 21);
      assert.equal(new Set(server.bodiesTo(route)).size, 1);
      assert.equal(server.answers.size, 1);
      assert.deepEqual([...world.reasons], ["the connection was lost"]);
      world.slept.forEach((slept, at) => {
        const base = Math.min(1000 * 2 ** at, 3_600_000);
        assert.ok(0.75 * base < slept && slept <= base, `${at}: ${slept}`);
      });
    }
  });

  test(`${place}: after a reload another choice changes nothing, and the answer is delivered later`, async () => {
    const server = new Server("epsilon of 3");
    const browser = browserOf();
    for (let at = 0; at < 12; at += 1) {
      const seen = await visitOf(browser, server, { send: losing(server, "/answers", 1), world: { patience: 0 } });
      const said = { group: at % 2 ? "diabetic" : "not diabetic", value: at % 11 };
      await assert.rejects(seen.answer(said), NotReceived);
      assert.equal(await seen.state(), "sent");
      await assert.rejects(seen.forget(), Refused);
    }
    assert.equal(new Set(server.bodiesTo("/answers")).size, 1);
    assert.equal(new Set(server.bodiesTo("/tickets")).size, 1);
    const [delivery] = await deliver(await worldOf(browser, server.send).given());
    assert.equal(delivery.receipt.answer, [...server.answers.keys()][0]);
    assert.equal(new Set(server.bodiesTo("/answers")).size, 1);
    assert.deepEqual(await deliver(await worldOf(browser, server.send).given()), []);
  });

  test(`${place}: a ticket whose reply was lost is asked for with the same bytes after a reload`, async () => {
    const server = new Server();
    const browser = browserOf();
    const lost = { send: losing(server, "/tickets", 3), world: { patience: 0 } };
    for (let at = 0; at < 3; at += 1) {
      const seen = await visitOf(browser, server, lost);
      await assert.rejects(seen.answer({ group: "diabetic", value: 7 }), NotReceived);
      assert.equal(await seen.state(), "asked");
    }
    await (await visitOf(browser, server)).answer({ group: "diabetic", value: 7 });
    assert.equal(server.bodiesTo("/tickets").length, 4);
    assert.equal(new Set(server.bodiesTo("/tickets")).size, 1);
  });

  test(`${place}: two tabs at once send one answer`, async () => {
    const server = new Server("epsilon of 3");
    const browser = browserOf();
    const tabs = await Promise.all([0, 1, 2, 3].map(() => visitOf(browser, server)));
    const ends = await Promise.allSettled(
      tabs.map((seen, at) => seen.answer({ group: at % 2 ? "diabetic" : "not diabetic", value: 3 * at })),
    );
    assert.equal(server.answers.size, 1);
    assert.equal(new Set(server.bodiesTo("/answers")).size, 1);
    assert.equal(new Set(server.bodiesTo("/tickets")).size, 1);
    for (const { status, reason } of ends) {
      if (status === "rejected") assert.match(reason.message, /was answered with this invitation/);
    }
  });

  test(`${place}: a crash at any step never leads to a second answer`, async () => {
    for (const when of ["before", "after"]) {
      let steps = 0;
      for (let at = 0; at < 20; at += 1) {
        const server = new Server("open");
        const browser = browserOf();
        const crashing = await worldOf(browser, server.send).given();
        steps = crashAt(crashing, at, when);
        const end = await visit(server.link(), crashing)
          .then((seen) => seen.answer({ group: "diabetic", value: 7 }))
          .catch((error) => error);
        const seen = await visitOf(browser, server);
        if ((await seen.state()) !== "received") await seen.answer({ group: "not diabetic", value: 0 });
        assert.equal(new Set(server.bodiesTo("/answers")).size, 1, `${when} step ${at}: ${end}`);
        assert.equal(server.answers.size, 1);
        assert.equal((await seen.world.notes.entries()).length, 1);
      }
      assert.ok(steps.count < 20 && steps.count > 8, "every step was met");
    }
  });
}

/** Everything that touches the notes or the network, counted; the one with this number fails, before or after. */
function crashAt(world, at, when) {
  const steps = { count: 0 };
  const watched =
    (step) =>
    async (...given) => {
      const isNow = steps.count++ === at;
      if (isNow && when === "before") throw new Error("the power failed");
      const result = await step(...given);
      if (isNow) throw new Error("the power failed");
      return result;
    };
  const { place } = world.notes;
  for (const name of ["read", "change", "enter"]) place[name] = watched(place[name].bind(place));
  world.send = watched(world.send);
  return steps;
}

for (const name of ["range", "open", "only the group, named", "three options with decline", "hashed into 53"]) {
  test(`${name}: is answered`, async () => {
    const server = new Server(name);
    const seen = await visitOf(PLACES.database(), server);
    const { question, groups } = seen.study;
    const value = { range: 7, choice: question.options[1], none: null }[question.kind];
    await seen.answer({ group: groups.labels.at(-1), value });
    const [body] = server.bodiesTo("/answers");
    assert.equal(JSON.parse(body).column.length, 6);
    assert.ok(Number(JSON.parse(body).column) < seen.study.scheme.rows.columns);
  });
}

test("every column is drawn about as often as the odds say", async () => {
  // 4 columns at odds 2.718: own .4754. Of 300 answers between 97 and 189 keep it, but once in 10^7 runs (5.3 sd).
  const server = new Server("open");
  const seen = await visitOf(PLACES.tab(), server);
  const { drawColumn } = await import("../src/card.js");
  const { systemSource } = await import("../src/randomize.js");
  const drawn = Array.from({ length: 300 }, () => drawColumn(seen.study, 0, "diabetic", 10, systemSource));
  const own = drawn.filter((column) => column === 1).length;
  assert.ok(own > 97 && own < 189, `${own} of 300`);
});

test("the bytes of an answer have one length", async () => {
  const lengths = new Set();
  for (const value of [0, 5, 10]) {
    const server = new Server();
    await (await visitOf(PLACES.tab(), server)).answer({ group: "diabetic", value });
    lengths.add(server.bodiesTo("/answers")[0].length);
  }
  assert.deepEqual([...lengths], [386 + 31]);
});

test("a wrong answer is refused before anything is asked for", async () => {
  const server = new Server();
  const seen = await visitOf(PLACES.database(), server);
  for (const said of [{ group: "diabetic", value: 11 }, { group: "Diabetic", value: 7 }, { group: "diabetic" }]) {
    await assert.rejects(seen.answer(said), Refused);
  }
  assert.equal(server.requests.length, 1);
  assert.equal(await seen.state(), null);
});

test("an answer is given once; a second invitation and a second study of one topic only when confirmed", async () => {
  const browser = PLACES.database();
  const server = new Server("range", [INVITATION, OTHER]);
  const seen = await visitOf(browser, server);
  await seen.answer({ group: "diabetic", value: 7 });
  await assert.rejects(seen.answer({ group: "diabetic", value: 7 }), /from this browser on 2026-11-19/);
  const second = await visitOf(browser, server, { link: server.link(OTHER) });
  await assert.rejects(second.answer({ group: "diabetic", value: 7 }), /confirm that it is meant/);
  assert.equal(server.bodiesTo("/tickets").length, 1);
  await second.answer({ group: "not diabetic", value: 1, isConfirmed: true });
  assert.equal(server.answers.size, 2);
  const clone = new Server("open");
  await assert.rejects((await visitOf(browser, clone)).answer({ group: "diabetic", value: 7 }), /confirm that it is meant/);
});

test("a ticket that is kept withdraws the answer; without it nothing can be withdrawn", async () => {
  const server = new Server();
  const seen = await visitOf(PLACES.database(), server);
  const { ticket } = await seen.answer({ group: "diabetic", value: 7, keepsTicket: true });
  assert.equal(ticket.length, 386);
  await seen.withdraw();
  assert.equal(server.answers.size, 0);
  const other = await visitOf(PLACES.database(), new Server());
  await other.answer({ group: "diabetic", value: 7 });
  await assert.rejects(other.withdraw(), (error) => error.field === "ticket");
});

test("a manifest that must be refused is, for its field, and nothing is sent or noted", async () => {
  const { refused } = await readVectors("manifests.json");
  for (const { name, id, manifest, hex, most_epsilon: mostEpsilon, refused: field } of refused) {
    const body = hex === undefined ? toUtf8(manifest) : Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
    const requests = [];
    const send = async (request) => (requests.push(request.method), { status: 200, body });
    const given = { ...(await worldOf(PLACES.tab(), send).given()), mostEpsilon };
    await assert.rejects(visit(`${ORIGIN}/s/${id}#i=${INVITATION}`, given), (error) => error.field === field, name);
    assert.deepEqual(requests, ["GET"], name);
  }
});

const lies = {
  "a signature of nothing": { "/tickets": reply({ signature: "A".repeat(342) }) },
  "what was asked, unsigned": { "/tickets": ({ body }) => reply({ signature: JSON.parse(body).blinded }) },
};

for (const [lie, changed] of Object.entries(lies)) {
  test(`${lie}: stops before anything is drawn, and a right one finishes what was begun`, async () => {
    const server = new Server();
    const browser = PLACES.database();
    const lying = async (request) => {
      const said = changed[`/${request.url.split("/").at(-1)}`];
      await (said && server.send(request));
      return said ? (typeof said === "function" ? said(request) : said) : server.send(request);
    };
    const seen = await visitOf(browser, server, { send: lying });
    await assert.rejects(seen.answer({ group: "diabetic", value: 7 }), /the server signed wrongly/);
    assert.equal(await seen.state(), "asked");
    assert.deepEqual(server.bodiesTo("/answers"), []);
    assert.deepEqual(await seen.world.notes.entries(), []);
    await (await visitOf(browser, server)).answer({ group: "diabetic", value: 7 });
    assert.equal(new Set(server.bodiesTo("/tickets")).size, 1);
  });
}

test("somebody else's acknowledgement is no receipt", async () => {
  const server = new Server();
  const send = async (request) =>
    request.url.endsWith("/answers") ? reply({ answer: "A".repeat(22) }, 201) : server.send(request);
  const seen = await visitOf(PLACES.database(), server, { send });
  await assert.rejects(seen.answer({ group: "diabetic", value: 7 }), (error) => error instanceof Stopped && error.problem === "answer-unknown");
  assert.equal(await seen.state(), "sent");
});

test("a log-in page of some network is no acknowledgement", async () => {
  const server = new Server();
  let pages = 3;
  const send = async (request) =>
    request.url.endsWith("/answers") && pages-- > 0 ? { status: 200, body: toUtf8("<html>") } : server.send(request);
  const seen = await visitOf(PLACES.database(), server, { send });
  const receipt = await seen.answer({ group: "diabetic", value: 7 });
  assert.ok(server.answers.has(receipt.answer));
});

for (const name of ["invitation-used", "study-closed", "ticket-invalid", "invitation-unknown"]) {
  test(`${name}: stops at once, says why, and keeps the note`, async () => {
    for (const route of ["/tickets", "/answers"]) {
      const server = new Server();
      let refusals = 0;
      const send = async (request) =>
        request.url.endsWith(route) ? (refusals++, problem(name)) : server.send(request);
      const seen = await visitOf(PLACES.database(), server, { send });
      await assert.rejects(seen.answer({ group: "diabetic", value: 7 }), (error) => error instanceof Stopped && error.problem === name);
      assert.equal(refusals, 1);
      assert.equal(await seen.state(), route === "/tickets" ? "asked" : "sent");
    }
  });
}

test("what a server asks for by Retry-After is waited", async () => {
  for (const [retryAfter, least] of [["7", 7000], ["Thu, 19 Nov 2026 12:00:30 GMT", 30_000], ["86401", 86_400_000], ["soon", 0]]) {
    const server = new Server();
    let busy = true;
    const send = async (request) => {
      const isBusy = busy && request.url.endsWith("/answers");
      busy &&= !isBusy;
      return isBusy ? { status: 503, body: new Uint8Array(), retryAfter } : server.send(request);
    };
    const world = worldOf(PLACES.tab(), send, { patience: Number.POSITIVE_INFINITY });
    await (await visit(server.link(), await world.given())).answer({ group: "diabetic", value: 7 });
    assert.equal(world.slept.length, 1);
    assert.ok(world.slept[0] >= least && world.slept[0] <= Math.max(least, 1000), `${retryAfter}: ${world.slept}`);
  }
});

test("an invitation is needed where it is, and not told where it is not", async () => {
  const blind = await visitOf(PLACES.tab(), new Server(), { link: `${ORIGIN}/s/${new Server().study.id}` });
  await assert.rejects(blind.answer({ group: "diabetic", value: 7 }), (error) => error.field === "link");
  const server = new Server("open");
  const open = await visitOf(PLACES.tab(), server, { link: `${server.link()}#i=${INVITATION}` });
  await assert.rejects(open.answer({ group: "diabetic", value: 7 }), (error) => error.field === "link");
  assert.equal(server.requests.length, 1);
});

test("nothing secret stands in an address, and group and value are never noted", async () => {
  const server = new Server();
  const browser = PLACES.tab();
  const seen = [];
  const send = async (request) => (seen.push(JSON.stringify(browser.history.state)), server.send(request));
  await (await visitOf(browser, server, { send })).answer({ group: "not diabetic", value: "3.14159" });
  const { ticket } = JSON.parse(server.bodiesTo("/answers")[0]);
  for (const { url } of server.requests) assert.ok(!url.includes(ticket) && !url.includes(INVITATION));
  assert.ok(seen.some((kept) => kept.includes('"column":')), "the search would find what is noted");
  assert.ok(!seen.some((kept) => kept.includes("diabetic") || kept.includes("3.14159")));
});

test("a browser without WebCrypto refuses, as does one without storage", async () => {
  const server = new Server();
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  try {
    await assert.rejects(visitOf(PLACES.tab(), server), (error) => error.field === "crypto");
  } finally {
    Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
  }
  await assert.rejects(visit(server.link(), { send: server.send }), (error) => error.field === "storage");
  assert.equal(server.bodiesTo("/tickets").length, 0);
});
