import { t } from "@lingui/core/macro";
import { ApiError } from "../api-error.ts";

/** Whether this browser can show notifications; not in private windows, nor over http. */
export function canShow(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Address of this browser at its push service; null: it shows none of this server's notifications. */
export async function ownEndpoint(): Promise<string | null> {
  const worker = canShow() ? await navigator.serviceWorker.getRegistration() : undefined;
  return (await worker?.pushManager.getSubscription())?.endpoint ?? null;
}

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Subscribes this browser; it asks its user first.
 * @param serverKey base64url
 * @throws ApiError with a sentence for people
 */
export async function subscribe(serverKey: string): Promise<Subscription> {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new ApiError(403, {
      detail: t`This browser blocks notifications from Dripline. Allow them in its settings for this site.`,
    });
  }
  await navigator.serviceWorker.register("/service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(serverKey) };
  // One that was made with another key of the server takes no messages any more.
  const made = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { p256dh = "", auth = "" } = made.toJSON().keys ?? {};
  return { endpoint: made.endpoint, keys: { p256dh, auth } };
}

/** Ends the subscription of this browser, if it has one. Its push service tells the server, which forgets it then. */
export async function unsubscribe(): Promise<void> {
  const worker = canShow() ? await navigator.serviceWorker.getRegistration() : undefined;
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
