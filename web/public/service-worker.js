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

/** The page from the network, or else the one that was kept: a proxy answers, too, while the server is down. */
async function openPage(request) {
  const fromNetwork = fetch(request);
  const inTime = Promise.race([fromNetwork, new Promise((_, reject) => setTimeout(reject, TIMEOUT))]);
  return inTime
    .then((answer) => (answer.status < 500 ? answer : Promise.reject()))
    .catch(async () => (await caches.match(PAGE)) ?? fromNetwork);
}

// Shows a notification. Of several about the same the last is shown.
self.addEventListener("push", (event) => {
  const { title, text, link, tag } = event.data.json();
  const options = { body: text, tag, renotify: true, icon: "/icon-192.png", data: { link } };
  event.waitUntil(self.registration.showNotification(title, options));
});

// A click opens its page, in the window that is open already if there is one in which nothing is being typed.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openLink(new URL(event.notification.data.link)));
});

/** Milliseconds after which a window that does not answer is taken to be closing, or of an older release. */
const NO_ANSWER = 1000;

async function openLink({ pathname, search }) {
  const address = pathname + search;
  const [open] = await self.clients.matchAll({ type: "window" });
  return open && (await goesTo(open, address)) ? open.focus() : self.clients.openWindow(address);
}

/** Whether a window goes to the address. It answers no while that would lose what is typed into it. */
function goesTo(open, address) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(false), NO_ANSWER);
    open.postMessage(address, [port2]);
  }).finally(() => port1.close());
}
