/**
 * The live board: logs in, asks, draws, asks again.
 */
import { catalogueOf } from "../page/catalogue.js";
import { close, invite, take } from "./actions.js";
import { fill, part } from "./dom.js";
import { frameOf } from "./frame.js";
import { listOf } from "./list.js";
import { askForKey, logIn } from "./login.js";
import { START, after, waitOf } from "./poll.js";
import { Screen } from "./screen.js";
import { NoReply, ask, codeOf, problemOf, studyOf } from "./server.js";
import { shape } from "./shape.js";

const words = catalogueOf(JSON.parse(part("words").textContent ?? ""));
const main = part("main");
const study = studyOf(location.pathname);

/** @type {Screen | null} */
let screen = null;
/** @type {string | null} */
let etag = null;
let calm = START;
let timer = 0;
let isAsking = false;
/** Changes when somebody leaves: what is said to a look from before is for nobody. */
let era = 0;

/** What may be told once is taken out of the address before anything else happens. */
async function start() {
  const code = codeOf(location.hash);
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  const outcome = code === null ? "in" : await logIn(code);
  if (outcome !== "in") await logInAgain(words.text(outcome === "unheard" ? "login_unheard" : "login_spent"));
  await look();
}

/**
 * @param {string} why
 */
async function logInAgain(why) {
  [screen, etag] = [null, null];
  document.documentElement.classList.remove("presented");
  await askForKey(main, words, why);
}

/** One look, and when to look again. */
async function look() {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(timer);
  const begun = era;
  const reply = await asked();
  if (begun !== era) return;
  calm = after(calm, reply ? await told(reply) : "failed");
  isAsking = false;
  if (calm.failures) unheard();
  const wait = waitOf(calm, { isClosed: screen?.document?.state === "closed", retryAfter: reply?.retryAfter });
  timer = window.setTimeout(() => !document.hidden && void look(), wait);
}

/** @returns {Promise<import("./server.js").Reply | null>} null: there was none */
async function asked() {
  try {
    return await ask(study === null ? "/v1/session" : `/v1/studies/${study}/board`, { etag });
  } catch (failed) {
    if (failed instanceof NoReply) return null;
    throw failed;
  }
}

/**
 * @param {import("./server.js").Reply} reply
 * @returns {Promise<import("./poll.js").Outcome>}
 */
async function told(reply) {
  if (reply.status === 304) return heard("same");
  if (reply.status === 200) {
    etag = reply.etag;
    if (study === null) return listed(JSON.parse(reply.body));
    screen ??= framed();
    screen.show(JSON.parse(reply.body));
    return heard("changed");
  }
  if (reply.status === 401) {
    await logInAgain(screen ? words.text("login_over") : "");
    return "changed";
  }
  if (reply.status === 404 || reply.status === 403) {
    ended(problemOf(reply) === "study-unknown" ? "no_study" : "no_right");
    return "same";
  }
  return "failed";
}

/**
 * @param {import("./list.js").Told} told
 * @returns {import("./poll.js").Outcome}
 */
function listed(told) {
  const [only] = told.studies;
  if (only && told.studies.length === 1) location.replace(`/board/${only.study}`);
  fill(main, ...listOf(told.studies, words));
  return told.studies.length ? "same" : "changed";
}

/** @returns {Screen} */
function framed() {
  const drawn = () => /** @type {import("./document.js").Document} */ (screen?.document);
  const again = () => void look();
  const acts = {
    present: () => void screen?.present(),
    take: () => take(drawn(), () => screen?.picture() ?? "", words),
    invite: () => invite(drawn(), words, again),
    close: () => close(drawn(), words, again),
    leave: () => void leave(),
  };
  fill(main, ...frameOf(words, acts));
  return new Screen(words);
}

async function leave() {
  era += 1;
  isAsking = true;
  clearTimeout(timer);
  const isLeft = await ask("/v1/session", { method: "DELETE" }).then(
    ({ status }) => status < 400,
    () => false,
  );
  if (isLeft) await logInAgain(words.text("login_left"));
  else unheard();
  isAsking = false;
  await look();
}

/**
 * @param {import("./poll.js").Outcome} outcome
 * @returns {import("./poll.js").Outcome}
 */
function heard(outcome) {
  const banner = document.getElementById("banner");
  if (banner?.firstChild) fill(banner);
  return outcome;
}

function unheard() {
  const banner = document.getElementById("banner");
  if (!banner) fill(main, shape("p", { class: "loading", role: "status" }, words.text("unheard_yet")));
  else if (!banner.firstChild) fill(banner, shape("p", { class: "warning" }, words.text("unheard", { count: screen?.document?.answers ?? 0 })));
}

/**
 * @param {string} word
 */
function ended(word) {
  screen = null;
  fill(main, shape("div", { class: "login card" }, shape("h1", {}, words.text(`${word}_title`)), shape("p", {}, words.text(word)), shape("p", {}, shape("a", { href: "/board" }, words.text("all_studies")))));
}

document.addEventListener("visibilitychange", () => !document.hidden && void look());
document.addEventListener("fullscreenchange", () => !document.fullscreenElement && screen?.leavePresentation());
document.addEventListener("keydown", ({ key }) => key === "Escape" && !document.querySelector("dialog[open]") && screen?.leavePresentation());
void start();
