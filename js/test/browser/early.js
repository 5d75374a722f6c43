/**
 * Runs in a page before anything of it: notes what its policy forbids and when there is something to answer, and lets
 * its timers run faster.
 */

/**
 * Self-contained, since a browser gets it as text. What timers were asked to wait is kept in `asked`.
 * @param {number} speed
 */
export function watch(speed) {
  const seen = { violations: [], asked: [], answerable: 0 };
  Object.defineProperty(globalThis, "seen", { value: seen });
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
    seen.violations.push(`${effectiveDirective}: ${blockedURI} ${sample}`);
  });
  new MutationObserver((_, observer) => {
    if (!document.querySelector("form input, form select")) return;
    seen.answerable = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  if (speed === 1) return;
  const { setTimeout: original } = globalThis;
  globalThis.setTimeout = (act, milliseconds = 0, ...given) => {
    seen.asked.push(milliseconds);
    return original(act, milliseconds / speed, ...given);
  };
}
