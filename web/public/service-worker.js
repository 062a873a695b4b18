// Opens the screen of one's own cases without a network, from the caches that this screen fills.
const PAGE = "/my-cases";
/** Milliseconds after which a poor network counts as none. */
const TIMEOUT = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE) {
    event.respondWith(openPage(request));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
  }
});

/** The page from the network, or else the one that was kept. */
async function openPage(request) {
  const fromNetwork = fetch(request);
  const inTime = Promise.race([fromNetwork, new Promise((_, reject) => setTimeout(reject, TIMEOUT))]);
  return inTime.catch(async () => (await caches.match(PAGE)) ?? fromNetwork);
}

// Shows a notification. Of several about the same the last is shown.
self.addEventListener("push", (event) => {
  const { title, text, link, tag } = event.data.json();
  const options = { body: text, tag, renotify: true, icon: "/icon-192.png", data: { link } };
  event.waitUntil(self.registration.showNotification(title, options));
});

// A click opens its page, in the window that is open already if there is one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openLink(new URL(event.notification.data.link)));
});

async function openLink({ pathname, search }) {
  const address = pathname + search;
  const [open] = await self.clients.matchAll({ type: "window" });
  // One that another worker has, or that is closing, cannot be led elsewhere.
  const led = await open?.navigate(address).catch(() => null);
  return led ? led.focus() : self.clients.openWindow(address);
}
