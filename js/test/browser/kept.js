/**
 * Everything that a page can find again of what was done in it, by place; run inside the page, as text.
 */
export async function kept() {
  const found = {
    local: JSON.stringify({ ...localStorage }),
    session: JSON.stringify({ ...sessionStorage }),
    history: JSON.stringify(history.state),
    address: location.href,
    cookies: document.cookie,
    name: globalThis.name,
    title: document.title,
    page: document.documentElement.outerHTML,
    forms: "",
    databases: "",
    caches: "",
    workers: "",
  };
  const fields = [...document.querySelectorAll("input, select, textarea")];
  const isTicked = (field) => field.checked || field.matches("select");
  const isTyped = (field) => !["radio", "checkbox", "button", "submit"].includes(field.type);
  found.forms = JSON.stringify(fields.filter((one) => isTicked(one) || isTyped(one)).map(({ value }) => value));
  found.workers = JSON.stringify(
    await navigator.serviceWorker?.getRegistrations().then((all) => all.map(({ scope }) => scope)).catch(() => []),
  );
  for (const name of await globalThis.caches?.keys().catch(() => []) ?? []) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found.caches += `${name} ${request.url} ${await cache.match(request).then((reply) => reply.text())}`;
    }
  }
  const result = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await globalThis.indexedDB?.databases().catch(() => []) ?? []) {
    const database = await result(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([result(reading.getAllKeys()), result(reading.getAll())]);
      found.databases += JSON.stringify({ name, store, keys, values });
    }
    database.close();
  }
  return found;
}
