/**
 * What is run inside a page on behalf of a test: each function is self-contained, since a browser gets it as text.
 */

/** What a person can read, each line between two breaks. */
export function shown() {
  return `\n${document.body.innerText}\n`;
}

/**
 * What can be pressed or filled in, and is called so: exactly, else the only one whose name holds it.
 * @param {string} name
 * @param {string} among a selector, for things of one name
 */
export function findControl(name, among) {
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  const named = (element) => {
    const by = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const texts = by.map((id) => document.getElementById(id)?.textContent ?? "");
    const label = element.getAttribute("aria-label") ?? (texts.join(" ") || null);
    const labels = [...(element.labels ?? [])].map((one) => one.textContent).join(" ");
    return plain(label ?? (labels || element.textContent || element.value || ""));
  };
  const visible = [...document.querySelectorAll(among || "button, a[href], input, select, textarea, summary")].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) || element.labels?.[0]?.checkVisibility(),
  );
  const exact = visible.filter((element) => named(element) === name);
  const found = exact.length ? exact : visible.filter((element) => named(element).includes(name));
  const [control] = found;
  if (found.length !== 1 || !control) return null;
  return control.checkVisibility() && control.offsetWidth > 2 ? control : (control.labels?.[0] ?? control);
}
