/**
 * A browser that a test in another language holds: one JSON object per line in, one out.
 * `{"do": word, ...}` -> `{"gives": ...}`, or `{"failed": reason}`. It ends with its input, and the browser with it.
 * Started as `node drive.js '{"browser": "firefox", "path": ...}'`.
 */
import { createInterface } from "node:readline";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer from "puppeteer-core";
import { watch } from "./early.js";
import { findControl, shown } from "./inside.js";
import { kept } from "./kept.js";

const PATIENCE = 20_000;
const GLANCE = 25;
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const { browser: kind, path, args = [], preferences = {}, profile } = JSON.parse(process.argv[2] ?? "{}");

const browser = await puppeteer.launch({
  browser: kind,
  executablePath: path,
  args,
  extraPrefsFirefox: preferences,
  ...(profile ? { userDataDir: profile } : {}),
  protocolTimeout: 2 * PATIENCE,
});
const contexts = new Map([["default", browser.defaultBrowserContext()]]);
const tabs = new Map();

/** One page, and what was seen of it since it was opened. */
class Tab {
  constructor(page) {
    this.page = page;
    this.requests = [];
    this.errors = [];
    page.setDefaultTimeout(PATIENCE);
    page.on("request", (request) => this.requests.push({ method: request.method(), url: request.url() }));
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (said) => {
      const isOfTheNetwork = said.text().startsWith("Failed to load resource");
      if (said.type() === "error" && !isOfTheNetwork) this.errors.push(said.text());
    });
    page.on("dialog", (dialog) => dialog.accept());
  }
}

const OF_THE_BROWSER = {
  version: () => browser.version(),

  /**
   * A tab; tabs of one context share what they keep, others share nothing. `speed` divides what timers wait; `early`
   * is run before anything of a page.
   */
  async open({ tab, context, speed, early }) {
    if (!contexts.has(context)) contexts.set(context, await browser.createBrowserContext());
    const page = await contexts.get(context).newPage();
    await page.evaluateOnNewDocument(watch, speed);
    if (early) await page.evaluateOnNewDocument(early);
    tabs.set(tab, new Tab(page));
  },

  async close({ tab }) {
    await tabs.get(tab).page.close();
    tabs.delete(tab);
  },

  /** A context, its tabs, and all that was kept in it. */
  async forget({ context }) {
    await contexts.get(context)?.close();
    contexts.delete(context);
  },
};

function valueOf(owner, name) {
  return typeof owner[name] === "function" ? owner[name].bind(owner) : owner[name];
}

/** A page as its first frame sees it: what is evaluated is evaluated there. */
function within(page) {
  const [, frame] = page.frames();
  if (!frame) throw new Error("there is no frame in this page");
  const own = (name) => (name === "evaluate" || name === "evaluateHandle" ? frame : page);
  return new Proxy(page, { get: (_, name) => valueOf(own(name), name) });
}

/** What is to be read; nothing while one page takes the place of another. */
async function shownNow(page) {
  try {
    return await page.evaluate(shown);
  } catch (error) {
    if (/navigat|context|frame|realm/i.test(String(error))) return "";
    throw error;
  }
}

const OF_A_TAB = {
  /** What stands in the frame of a page, under a name of its own. */
  enter: ({ page }, { inner }) => void tabs.set(inner, { page: within(page), requests: [], errors: [] }),

  goto: ({ page }, { url }) => page.goto(url).then(() => null),
  /** Go there, and do not wait until it is loaded. */
  begin: ({ page }, { url }) => page.evaluate((to) => void setTimeout(() => location.assign(to)), url),
  reload: ({ page }) => page.reload().then(() => null),
  back: ({ page }) => page.goBack().then(() => null),

  /** What an expression gives; a promise is waited for. */
  evaluate: ({ page }, { source }) => page.evaluate(source),

  /** Press what is called so: a button, a link, a choice, what opens. */
  press: ({ page }, { name, among }) => onControl(page, name, (control) => control.click(), among),

  /** Type into what is called so, as a keyboard would, instead of what stands there. */
  fill: ({ page }, { name, text }) =>
    onControl(page, name, async (control) => {
      await control.click({ count: 3 });
      await page.keyboard.type(text);
    }),

  key: ({ page }, { name, how }) => page.bringToFront().then(() => page.keyboard[how](name)),
  text: ({ page }) => page.evaluate(shown),
  kept: ({ page }) => page.evaluate(kept),

  /** Wait until one of these is to be read on the page; which one. */
  async until({ page }, { texts, patience }) {
    const end = performance.now() + patience;
    let now = "";
    while (performance.now() < end) {
      now = await shownNow(page);
      const found = texts.find((text) => now.includes(text));
      if (found !== undefined) return found;
      await pause(GLANCE);
    }
    throw new Error(`none of ${JSON.stringify(texts)} is to be read, but:\n${now}`);
  },

  seen: ({ requests, errors }) => ({ requests, errors }),
  offline: ({ page }, { is }) => page.setOfflineMode(is),

  /** What a person has set, as media features. Chromium only, as is paper instead of a screen. */
  media: ({ page }, { features }) =>
    page.emulateMediaFeatures(Object.entries(features).map(([name, value]) => ({ name, value }))),
  print: ({ page }) => page.emulateMediaType("print"),

  size: ({ page }, { width, height, scale = 1 }) => page.setViewport({ width, height, deviceScaleFactor: scale }),
  picture: ({ page }, { file, whole }) => page.screenshot({ path: file, fullPage: whole }).then(() => null),

  /** What axe-core finds on the page as it stands. */
  async axe({ page }) {
    await page.evaluate(await readFile(AXE, "utf8"));
    const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations", "incomplete"] }));
    return Object.fromEntries(["violations", "incomplete"].map((list) => [list, found[list].map(brief)]));
  },

  /** The network and the processor of a slow telephone. */
  async slow({ page }, { latency, bytes, times }) {
    await page.emulateNetworkConditions({ download: bytes, upload: bytes, latency });
    await page.emulateCPUThrottling(times);
  },
};

function brief({ id, impact, help, nodes }) {
  return { id, impact, help, nodes: nodes.map(({ html, failureSummary }) => ({ html, why: failureSummary })) };
}

async function onControl(page, name, act, among = "") {
  await page.bringToFront(); // a tab behind another one paints nothing, and cannot be pressed on
  const found = await page.evaluateHandle(findControl, name, among);
  const control = found.asElement();
  if (!control) throw new Error(`not one thing on the page is called ${name}:\n${await page.evaluate(shown)}`);
  await act(control);
  await found.dispose();
  return null;
}

async function obey({ do: word, ...given }) {
  if (Object.hasOwn(OF_THE_BROWSER, word)) return OF_THE_BROWSER[word](given);
  return OF_A_TAB[word](tabs.get(given.tab), given);
}

for await (const line of createInterface({ input: process.stdin })) {
  const said = await obey(JSON.parse(line)).then(
    (gives) => ({ gives: gives ?? null }),
    (error) => ({ failed: String(error?.message ?? error) }),
  );
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
await browser.close();
