import { createECDH, createHash, hkdfSync } from "node:crypto";
import webPush from "web-push";
import { text } from "../problem/text.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { Post } from "./safe-request.ts";
import { linesOf, oneLine, type Receipt, type ShortMessage, shortened } from "./short-message.ts";

/** For how long a push service keeps a message for a device that is off, in seconds: a day. */
const TTL_SECONDS = 86_400;
/** Lengths of Base64url: of a topic at most, by RFC 8030. */
const TOPIC_LENGTH = 32;
/** In characters: with four bytes for each, below the 3,993 bytes that every push service takes. */
const [MAX_TITLE, MAX_TEXT] = [150, 600];

/** The key pair by which push services recognize an installation, and whom they may contact about it. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
  /** An https: or mailto: address. */
  subject: string;
}

/** A browser's subscription, as it gives it. */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * The installation's keys, derived from its session secret, so that all of its servers have the same without a setting.
 * With another secret, browsers have to subscribe again.
 */
export function vapidKeys(sessionSecret: string, subject: string): VapidKeys {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(hkdfSync("sha256", sessionSecret, "", "dripline web push", 32)));
  return { publicKey: pair.getPublicKey("base64url"), privateKey: pair.getPrivateKey("base64url"), subject };
}

/**
 * Sends a message to a browser. While that is off, a later message of the thread replaces this one.
 * @throws DeliveryError, gone when the subscription has ended
 */
export async function sendWebPush(
  post: Post,
  keys: VapidKeys,
  subscription: PushSubscription,
  message: ShortMessage,
): Promise<Receipt> {
  const { endpoint, headers, body } = requestOf(keys, subscription, message);
  try {
    const { status } = await post({ url: endpoint, headers, body });
    return { threadId: null, status };
  } catch (error) {
    // By RFC 8030 a subscription that has expired or that somebody ended is not found.
    if (!(error instanceof DeliveryError) || (error.status !== 404 && error.status !== 410)) throw error;
    throw new DeliveryError(text`This browser no longer takes notifications.`, { isGone: true, status: error.status });
  }
}

function requestOf(keys: VapidKeys, subscription: PushSubscription, message: ShortMessage) {
  const payload = JSON.stringify({
    title: shortened(oneLine(message.title), MAX_TITLE),
    text: shortened(linesOf(message.text).join("\n"), MAX_TEXT),
    link: message.link,
    tag: message.threadKey,
  });
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: keys,
      TTL: TTL_SECONDS,
      topic: createHash("sha256").update(message.threadKey).digest("base64url").slice(0, TOPIC_LENGTH),
    });
    const texts = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
    return { endpoint, headers: Object.fromEntries(texts), body: body ?? "" };
  } catch (cause) {
    throw new DeliveryError(text`This browser's subscription is not valid. Switch notifications on again.`, {
      isGone: true,
      cause,
    });
  }
}
