// Opens the screen of one's own cases without a network, from the caches that this screen fills.
const PAGE = "/my-cases";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE) {
    event.respondWith(fetch(request).catch(async (error) => (await caches.match(PAGE)) ?? Promise.reject(error)));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
  }
});
