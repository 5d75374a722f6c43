/**
 * The page's own address: what of it is secret and goes, where the same page is in another language.
 */

/**
 * The link that an address is: inside a page of others it stands behind /e/ and means the same.
 * @param {string} href
 * @returns {string}
 */
export function linkOf(href) {
  return href.replace(/^([^#?]*)\/e\/([\w-]{43})(?=[?#]|$)/, "$1/s/$2");
}

/**
 * Whether it is shown inside a page of others.
 * @param {string} href
 * @returns {boolean}
 */
export function isEmbedded(href) {
  return linkOf(href) !== href;
}

/**
 * The address without the invitation, once that is noted; what names server and study stays.
 * @param {string} href
 * @returns {string}
 */
export function withoutInvitation(href) {
  const [place = "", fragment = ""] = href.split(/#(.*)/, 2);
  const kept = fragment.split("&").filter((part) => /^[hs]=/.test(part));
  return kept.length ? `${place}#${kept.join("&")}` : place;
}

/**
 * The same address in another language: a file beside this one where files are hosted, else a wish.
 * @param {string} href
 * @param {string} language
 * @returns {string}
 */
export function inLanguage(href, language) {
  const url = new URL(href);
  if (/\/(?:[\w-]+\.html)?$/.test(url.pathname)) {
    const file = language === "en" ? "index.html" : `${language}.html`;
    url.pathname = url.pathname.replace(/[^/]*$/, file);
  } else url.searchParams.set("lang", language);
  return url.href;
}

/**
 * Whether many people share this device: `?kiosk` in the link.
 * @param {string} href
 * @returns {boolean}
 */
export function isKiosk(href) {
  return new URL(href).searchParams.has("kiosk");
}
