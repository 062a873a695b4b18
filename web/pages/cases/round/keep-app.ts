import type { Me } from "../../../../contract/accounts/session.ts";
import { keepOffline } from "../../../app/offline/keeps-offline.ts";
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
  keepOffline(true);
  await navigator.serviceWorker.register("/service-worker.js");
  const release = `${CACHE} ${document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src}`;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const assets = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"));
  const cache = await caches.open(release);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = new Set([PAGE, "/favicon.svg", ...assets.map(({ pathname }) => pathname)]);
  await cache.addAll([...wanted].filter((path) => !kept.has(path)));
  for (const name of await caches.keys()) if (name.startsWith(CACHE) && name !== release) await caches.delete(name);
}
