/** Serves the page without a network, after the first visit: what was fetched then, all of one version. */
const FILES = __FILES__;
const NAME = `upstar ${registration.scope} ${__VERSION__}`;

addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const mine = `upstar ${registration.scope} `;
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(mine) && name !== NAME).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    const asked = request.mode === "navigate" ? new Request("./") : request;
    return (await cache.match(asked, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
