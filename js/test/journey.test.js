/**
 * The way of a person through the page, view by view, over both places of notes; without a page.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { DECLINE } from "../src/card.js";
import { NoResponse } from "../src/errors.js";
import { withCheck } from "../src/link.js";
import { Journey } from "../page/journey.js";
import { notesOf, PLACES } from "./places.js";
import { INVITATION, ORIGIN, problem, reply, Server } from "./server.js";

const NOON = new Date("2026-11-19T12:00:00Z");
const OTHER = "EBESExQVFhcYGRobHB0eHw";
const THIRD = "ICEiIyQlJicoKSorLC0uLw";
const SAID = { group: "diabetic", value: 7 };

/** A server of the tests, with the route of a study's state. */
function serverOf(name = "range", invitations = [INVITATION, OTHER, THIRD]) {
  const server = new Server(name, invitations);
  const { send } = server;
  server.standing = { state: "open" };
  server.send = (request) => (request.url.endsWith("/state") ? reply(server.standing) : send(request));
  return server;
}

/** A page in a browser: what it showed, and what it put into its address. */
async function pageOf(browser, server, more = {}) {
  const views = [];
  const page = { views, noted: more.noted ?? "", slept: [], told: [] };
  page.journey = new Journey({
    href: more.link ?? server.link(),
    noted: page.noted,
    isKiosk: more.isKiosk ?? false,
    world: {
      notes: await notesOf(browser),
      send: more.send ?? server.send,
      now: () => NOON,
      sleep: async (milliseconds, reason) => void page.slept.push(reason),
    },
    note: (key) => (page.noted = key),
    received: ({ id }) => page.told.push(id),
    show: (view) => views.push(view),
  });
  page.names = () => views.map(({ name }) => name);
  page.last = () => views.at(-1);
  await page.journey.open();
  return page;
}

for (const [place, browserOf] of Object.entries(PLACES)) {
  test(`${place}: from the link to the receipt; the bytes that were shown are those that are sent`, async () => {
    const server = serverOf();
    const page = await pageOf(browserOf(), server);
    assert.deepEqual(page.names(), ["loading", "question"]);
    assert.equal(page.noted, "");
    await page.journey.prepare(SAID);
    const { prepared } = page.last();
    assert.equal(server.bodiesTo("/answers").length, 0);
    assert.equal(page.noted.length, 64);
    await page.journey.send(false);
    assert.deepEqual(page.names(), ["loading", "question", "preparing", "prepared", "sending", "received"]);
    assert.deepEqual(server.bodiesTo("/answers"), [prepared.body]);
    assert.equal(prepared.url, `${ORIGIN}/v1/studies/${server.study.id}/answers`);
    assert.equal(JSON.parse(prepared.body).column, String(prepared.column).padStart(6, "0"));
    assert.equal(page.last().receipt.ticket, "");
    assert.deepEqual(page.told, [server.study.id]);
  });

  test(`${place}: a reload after the draw shows the same bytes, and knows nothing of what was chosen`, async () => {
    const [server, browser] = [serverOf(), browserOf()];
    const first = await pageOf(browser, server);
    await first.journey.prepare(SAID);
    const link = server.link().split("#")[0];
    const second = await pageOf(browser, server, { link, noted: first.noted });
    assert.deepEqual(second.names(), ["loading", "prepared"]);
    assert.deepEqual(second.last().prepared, { ...first.last().prepared, isOwn: false });
    assert.equal(second.last().said, null);
    assert.equal(server.bodiesTo("/answers").length, 0, "nothing is sent that nobody asked to send");
    await second.journey.send(false);
    assert.equal(second.last().name, "received");
  });

  test(`${place}: of two tabs one draws, and the other shows that without taking it for its own`, async () => {
    const [server, browser] = [serverOf(), browserOf()];
    const tabs = [await pageOf(browser, server), await pageOf(browser, server)];
    await Promise.all([tabs[0].journey.prepare(SAID), tabs[1].journey.prepare({ group: "not diabetic", value: 0 })]);
    const [one, other] = tabs.map((page) => page.last());
    assert.equal(one.prepared.body, other.prepared.body);
    assert.deepEqual([one.said, other.said].filter(Boolean).length, 1);
    await Promise.all(tabs.map((page) => page.journey.send(false)));
    assert.equal(server.answers.size, 1);
  });

  test(`${place}: what another tab has sent and received meanwhile is told as answered`, async () => {
    const [server, browser] = [serverOf(), browserOf()];
    const [one, other, late] = [await pageOf(browser, server), await pageOf(browser, server), await pageOf(browser, server)];
    await one.journey.prepare(SAID);
    await other.journey.prepare(SAID);
    await one.journey.send(false);
    await other.journey.send(false);
    await late.journey.prepare(SAID);
    for (const page of [other, late]) assert.deepEqual(page.last(), { name: "answered", day: "2026-11-19", isInvited: true, hasTicket: false });
    assert.equal(server.bodiesTo("/answers").length, 1);
  });

  test(`${place}: a reload while the ticket was asked for goes on without the link`, async () => {
    const [server, browser] = [serverOf(), browserOf()];
    const lost = (request) => {
      if (request.url.endsWith("/tickets")) throw new Error("the page is closed");
      return server.send(request);
    };
    const first = await pageOf(browser, server, { send: lost });
    await first.journey.prepare(SAID);
    assert.equal(first.last().kind, "fault");
    const second = await pageOf(browser, server, { link: server.link().split("#")[0], noted: first.noted });
    assert.equal(second.last().name, "question");
    await second.journey.prepare(SAID);
    await second.journey.send(false);
    assert.equal(second.last().name, "received");
    assert.equal(server.answers.size, 1);
  });

  test(`${place}: the link again says that it is answered, and offers no second answer`, async () => {
    const [server, browser] = [serverOf(), browserOf()];
    const first = await pageOf(browser, server);
    await first.journey.prepare(SAID);
    await first.journey.send(false);
    const second = await pageOf(browser, server);
    assert.deepEqual(second.last(), { name: "answered", day: "2026-11-19", isInvited: true, hasTicket: false });
  });

  test(`${place}: a second invitation asks whether it is another person`, async () => {
    const [server, browser] = [serverOf(), browserOf()];
    const first = await pageOf(browser, server);
    await first.journey.prepare(SAID);
    await first.journey.send(false);
    const second = await pageOf(browser, server, { link: server.link(OTHER) });
    assert.deepEqual(second.last(), { name: "person", day: "2026-11-19", isReceived: true, isWithdrawn: false });
    assert.equal(server.bodiesTo("/tickets").length, 1);
    await second.journey.confirm();
    assert.equal(second.last().name, "question");
    assert.deepEqual(second.last().ledger, { count: 1, spent: "1", sum: "2" });
    await second.journey.prepare({ group: "not diabetic", value: 0 });
    await second.journey.send(false);
    assert.equal(server.answers.size, 2);
  });

  test(`${place}: another study that asks the same is refused until it is meant, and says what both cost`, async () => {
    const browser = browserOf();
    const [one, other] = [serverOf("range"), serverOf("two keys")];
    const first = await pageOf(browser, one);
    await first.journey.prepare(SAID);
    await first.journey.send(false);
    const second = await pageOf(browser, other);
    assert.deepEqual(second.last(), { name: "topic", day: "2026-11-19", isReceived: true, epsilon: "1", sum: "2" });
    await second.journey.confirm();
    await second.journey.prepare(SAID);
    assert.equal(second.last().name, "prepared");
  });

  test(`${place}: a receipt that was kept withdraws, now or after a reload`, async () => {
    const [server, browser] = [serverOf(), browserOf()];
    const first = await pageOf(browser, server);
    await first.journey.prepare({ group: "not diabetic", value: 3 });
    await first.journey.send(true);
    assert.notEqual(first.last().receipt.ticket, "");
    const second = await pageOf(browser, server);
    assert.equal(second.last().hasTicket, true);
    await second.journey.withdraw();
    assert.equal(second.last().name, "withdrawn");
    assert.equal(server.answers.size, 0);
    await first.journey.withdraw();
    assert.equal(first.last().name, "withdrawn", "another tab had it done");
    const third = await pageOf(browser, server);
    assert.equal(third.last().name, "withdrawn", "it is not said to count");
    const fourth = await pageOf(browser, server, { link: server.link(OTHER) });
    assert.deepEqual(fourth.last(), { name: "person", day: "2026-11-19", isReceived: true, isWithdrawn: true });
    const [[, left]] = await (await notesOf(browser)).place.all();
    assert.equal(left.ticket, undefined);
  });

  for (const [taken, left] of [[INVITATION, OTHER], [OTHER, INVITATION]]) {
    test(`${place}: one of two answers is withdrawn, and whoever says "that was me" is told of the other`, async () => {
      const [server, browser] = [serverOf(), browserOf()];
      for (const invitation of [taken, left]) {
        const page = await pageOf(browser, server, { link: server.link(invitation) });
        await page.journey.confirm();
        await page.journey.prepare(SAID);
        await page.journey.send(true);
        if (invitation === taken) await page.journey.withdraw();
      }
      const third = await pageOf(browser, server, { link: server.link(THIRD) });
      assert.deepEqual(third.last(), { name: "person", day: "2026-11-19", isReceived: true, isWithdrawn: false });
    });
  }

  test(`${place}: what was begun and not received is not said to be answered`, async () => {
    const [server, browser] = [serverOf(), browserOf()];
    const first = await pageOf(browser, server);
    await first.journey.prepare(SAID);
    const second = await pageOf(browser, server, { link: server.link(OTHER) });
    assert.deepEqual(second.last(), { name: "person", day: "2026-11-19", isReceived: false, isWithdrawn: false });
    const third = await pageOf(browser, serverOf("two keys"));
    assert.deepEqual(third.last(), { name: "topic", day: "2026-11-19", isReceived: false, epsilon: "1", sum: "2" });
    await first.journey.send(false);
    const fourth = await pageOf(browser, server, { link: server.link(OTHER) });
    assert.equal(fourth.last().isReceived, true);
  });

  test(`${place}: a device that many share keeps nothing, not even for who asks for a receipt`, async () => {
    const [server, browser] = [serverOf(), browserOf()];
    const first = await pageOf(browser, server, { isKiosk: true });
    await first.journey.prepare(SAID);
    await first.journey.send(true);
    assert.equal(first.last().receipt.ticket, "");
    const notes = await notesOf(browser);
    assert.deepEqual([await notes.place.all(), await notes.entries()], [[], []]);
    const second = await pageOf(browser, server, { isKiosk: true, link: server.link(OTHER) });
    assert.equal(second.last().name, "question");
  });

  test(`${place}: forgetting leaves nothing but what no server has confirmed`, async () => {
    const [server, browser] = [serverOf(), browserOf()];
    const first = await pageOf(browser, server);
    await first.journey.prepare(SAID);
    await first.journey.send(false);
    const second = await pageOf(browser, server, { link: server.link(OTHER) });
    await second.journey.confirm();
    await second.journey.prepare(SAID);
    await second.journey.forget();
    assert.deepEqual(second.last(), { name: "forgotten", left: 1 });
    const notes = await notesOf(browser);
    assert.deepEqual((await notes.place.all()).map(([, { state }]) => state), ["sent"]);
    assert.equal((await notes.entries()).length, 1);
    await second.journey.send(false);
    await second.journey.forget();
    assert.deepEqual(second.last(), { name: "forgotten", left: 0 });
    assert.deepEqual([await notes.place.all(), await notes.entries()], [[], []]);
  });
}

const browserOf = PLACES.database;

test("a link without an invitation asks for the code, and a slip of the pen asks again", async () => {
  const server = serverOf("range", ["0123456789"]);
  const page = await pageOf(browserOf(), server, { link: server.link().split("#")[0] });
  assert.deepEqual(page.last(), { name: "code", isWrong: false });
  await page.journey.enter("nothing");
  assert.deepEqual(page.last(), { name: "code", isWrong: true });
  await page.journey.enter(withCheck("0123456789").toLowerCase().replace("5", "5-"));
  assert.equal(page.last().name, "question");
  await page.journey.prepare({ group: "diabetic", value: "2.5" });
  await page.journey.send(false);
  assert.equal(page.last().name, "received");
  assert.equal(JSON.parse(server.bodiesTo("/tickets")[0]).invitation, "0123456789");
});

test("an open study asks for no code, and speaks of no invitation", async () => {
  const [server, browser] = [serverOf("open"), browserOf()];
  const page = await pageOf(browser, server);
  assert.equal(page.last().name, "question");
  await page.journey.prepare(SAID);
  await page.journey.send(false);
  const again = await pageOf(browser, server);
  assert.deepEqual(again.last(), { name: "answered", day: "2026-11-19", isInvited: false, hasTicket: false });
});

test("declining is an answer like any other", async () => {
  const page = await pageOf(browserOf(), serverOf("range with decline"));
  await page.journey.prepare({ group: DECLINE, value: null });
  await page.journey.send(false);
  assert.equal(page.last().name, "received");
});

test("what the researcher had to write, and where people go next, reach the views; other places do not", async () => {
  const server = serverOf();
  server.standing = { state: "open", override: "a <b>pilot</b>", redirect: "https://panel.example.org/done?x=1" };
  const page = await pageOf(browserOf(), server);
  assert.equal(page.last().standing.override, "a <b>pilot</b>");
  await page.journey.prepare(SAID);
  await page.journey.send(false);
  assert.equal(page.last().redirect, "https://panel.example.org/done?x=1");
  for (const redirect of ["javascript:alert(1)", "http://panel.example.org/", "http://localhost.evil.example/", "//x", 7]) {
    server.standing = { state: "open", redirect };
    const other = await pageOf(browserOf(), server);
    assert.equal(other.last().standing.redirect, "", String(redirect));
  }
});

test("a closed study says so; an answer that was drawn before still gets its receipt", async () => {
  const [server, browser] = [serverOf(), browserOf()];
  const first = await pageOf(browser, server);
  await first.journey.prepare(SAID);
  server.standing = { state: "closed" };
  const second = await pageOf(browser, server);
  assert.equal(second.last().name, "prepared");
  await second.journey.send(false);
  assert.equal(second.last().name, "received");
  const other = await pageOf(browser, server, { link: server.link(OTHER) });
  assert.deepEqual(other.last(), { name: "trouble", kind: "study-closed", said: "" });
});

test("lost connections only take time, and each is told", async () => {
  const server = serverOf();
  const losses = new Map([["/tickets", 2], ["/answers", 3], ["/state", 1], [server.study.id, 1]]);
  const send = (request) => {
    for (const [route, left] of losses) {
      if (!request.url.endsWith(route) || left === 0) continue;
      losses.set(route, left - 1);
      throw new NoResponse("there is no connection to the server");
    }
    return server.send(request);
  };
  const page = await pageOf(browserOf(), server, { send });
  await page.journey.prepare(SAID);
  await page.journey.send(false);
  assert.deepEqual(page.slept, Array(7).fill("there is no connection to the server"));
  assert.equal(page.last().name, "received");
  assert.equal(new Set(server.bodiesTo("/answers")).size, 1);
});

for (const [kind, refuse] of Object.entries({
  "study-unknown": (url) => !url.endsWith("/state") && !/tickets|answers/.test(url),
  "invitation-unknown": (url) => url.endsWith("/tickets"),
  "invitation-used": (url) => url.endsWith("/tickets"),
  "invitation-revoked": (url) => url.endsWith("/tickets"),
  "ticket-invalid": (url) => url.endsWith("/answers"),
  "answer-differs": (url) => url.endsWith("/answers"),
  "study-closed": (url) => url.endsWith("/tickets"),
  "too-late": (url) => url.endsWith("/answers"),
  withdrawn: (url) => url.endsWith("/answers"),
})) {
  test(`a server that says ${kind} is told in words`, async () => {
    const server = serverOf();
    const said = kind === "too-late" ? "study-closed" : kind;
    const send = (request) => (refuse(request.url) ? problem(said) : server.send(request));
    const page = await pageOf(browserOf(), server, { send });
    if (page.last().name === "question") await page.journey.prepare(SAID);
    if (page.last().name === "prepared") await page.journey.send(false);
    assert.deepEqual([page.last().name, page.last().kind], ["trouble", kind]);
  });
}

test("links, studies and odds that are refused are told in words", async () => {
  const server = serverOf();
  const kindOf = async (more) => (await pageOf(browserOf(), server, more)).last().kind;
  assert.equal(await kindOf({ link: `${ORIGIN}/s/short` }), "link");
  assert.equal(await kindOf({ link: server.link().replace("https", "http") }), "link");
  const other = serverOf("open");
  const swapped = (request) => (request.url.endsWith(server.study.id) ? other.manifest() : server.send(request));
  assert.equal(await kindOf({ send: swapped }), "id");
  const large = serverOf("a die at more epsilon than it gives");
  const page = await pageOf(browserOf(), large);
  assert.equal(page.last().name, "question", "the odds count, not what the manifest says of them");
});
