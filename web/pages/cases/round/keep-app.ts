import type { Me } from "../../../../contract/accounts/session.ts";
import { saveMe } from "../../../app/offline/offline-store.ts";

/** Caches of the app begin with this, and end with its release. */
const CACHE = "dripline-app";
const PAGE = "/my-cases";

/**
 * Keeps the app and who is signed in, so that this screen opens without a network. Only browsers in which it was opened
 * keep them. To be called once all scripts of the screen are loaded.
 */
export async function keepApp(me: Me): Promise<void> {
  // Not in private windows, nor over http.
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  await saveMe(me);
  await navigator.serviceWorker.register("/service-worker.js");
  const script = document.querySelector("script[type=module][src]")?.getAttribute("src") ?? "";
  const release = `${CACHE} ${script}`;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const assets = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"));
  const cache = await caches.open(release);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = new Set([PAGE, "/favicon.svg", ...assets.map(({ pathname }) => pathname)]);
  await cache.addAll([...wanted].filter((path) => !kept.has(path)));
  // Where the server has another release by now, its page needs other scripts: the next opening keeps those.
  const page = await (await cache.match(PAGE))?.text();
  if (!page?.includes(script)) return void (await caches.delete(release));
  for (const name of await caches.keys()) if (name.startsWith(CACHE) && name !== release) await caches.delete(name);
}
