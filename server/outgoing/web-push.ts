import { createCipheriv, createECDH, createHash, createPrivateKey, hkdfSync, randomBytes, sign } from "node:crypto";
import { text } from "../problem/text.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { Post } from "./safe-request.ts";
import { linesOf, oneLine, shortened } from "./short-message.ts";

const CURVE = "prime256v1";
/** For how long a push service keeps a message for a device that is off, in seconds: a day. */
const TTL_SECONDS = 86_400;
/** How long a signature is valid, in seconds; push services accept at most a day. */
const SIGNATURE_SECONDS = 43_200;
/** Lengths of Base64url: of a topic at most, by RFC 8030. */
const TOPIC_LENGTH = 32;
/** In characters: with four bytes for each, below the 3,993 bytes that every push service takes. */
const [MAX_TITLE, MAX_TEXT] = [150, 600];

/** The key pair by which push services recognize an installation, and whom they may contact about it (VAPID, RFC 8292). */
export interface VapidKeys {
  /** As base64url. */
  publicKey: string;
  privateKey: Buffer;
  /** An https: or mailto: address. */
  subject: string;
}

/** A browser's subscription, as it gives it. */
export interface PushSubscription {
  endpoint: string;
  /** Its public key and its secret, as base64url. */
  p256dh: string;
  auth: string;
}

/** What a browser shows. */
export interface PushMessage {
  title: string;
  text: string;
  /** The page that a click opens. */
  link: string;
  /** What it is about: of messages with the same tag a browser shows the last. */
  tag: string;
}

/**
 * The installation's keys, derived from its session secret, so that all of its servers have the same and none is stored.
 * With another secret, browsers have to subscribe again.
 */
export function vapidKeys(sessionSecret: string, subject: string): VapidKeys {
  const pair = createECDH(CURVE);
  const privateKey = Buffer.from(hkdfSync("sha256", sessionSecret, "", "dripline web push", 32));
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey("base64url"), privateKey, subject };
}

/**
 * Sends a message to a browser. While that is off, a later message with the tag replaces this one.
 * @param now in milliseconds since the epoch
 * @throws DeliveryError, gone when the subscription has ended
 */
export async function sendWebPush(
  post: Post,
  keys: VapidKeys,
  subscription: PushSubscription,
  message: PushMessage,
  now: number,
): Promise<void> {
  const payload = {
    title: shortened(oneLine(message.title), MAX_TITLE),
    text: shortened(linesOf(message.text).join("\n"), MAX_TEXT),
    link: message.link,
    tag: message.tag,
  };
  const body = encrypted(subscription, JSON.stringify(payload));
  const headers = {
    authorization: authorization(keys, subscription.endpoint, now),
    "content-type": "application/octet-stream",
    "content-encoding": "aes128gcm",
    ttl: String(TTL_SECONDS),
    urgency: "high",
    topic: createHash("sha256").update(message.tag).digest("base64url").slice(0, TOPIC_LENGTH),
  };
  try {
    await post({ url: subscription.endpoint, headers, body });
  } catch (error) {
    // By RFC 8030 a subscription that has expired or that somebody ended is not found.
    if (!(error instanceof DeliveryError) || (error.status !== 404 && error.status !== 410)) throw error;
    throw new DeliveryError(text`The browser no longer takes notifications.`, { isGone: true, status: error.status });
  }
}

/** Encrypts a message for a browser (RFC 8291), in one record. @throws DeliveryError, gone when its keys are damaged */
function encrypted({ p256dh, auth }: PushSubscription, payload: string): Buffer {
  const own = createECDH(CURVE);
  const sender = own.generateKeys();
  const receiver = Buffer.from(p256dh, "base64url");
  const shared = sharedSecret(() => own.computeSecret(receiver));
  return encryptRecord(
    { shared, sender, receiver, auth: Buffer.from(auth, "base64url"), salt: randomBytes(16) },
    payload,
  );
}

function sharedSecret(compute: () => Buffer): Buffer {
  try {
    return compute();
  } catch (cause) {
    throw new DeliveryError(text`The browser's keys are not valid. Switch notifications on again in it.`, {
      isGone: true,
      cause,
    });
  }
}

interface RecordKeys {
  shared: Buffer;
  /** Public keys of both sides. */
  sender: Buffer;
  receiver: Buffer;
  auth: Buffer;
  salt: Buffer;
}

/** The one record of a message (RFC 8188), with its header. */
export function encryptRecord({ shared, sender, receiver, auth, salt }: RecordKeys, payload: string): Buffer {
  const derive = (key: Buffer, from: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync("sha256", key, from, info, length));
  const secret = derive(shared, auth, Buffer.concat([Buffer.from("WebPush: info\0"), receiver, sender]), 32);
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const cipher = createCipheriv("aes-128-gcm", key, derive(secret, salt, "Content-Encoding: nonce\0", 12));
  // The byte after the text says that this record is the last.
  const content = Buffer.concat([cipher.update(payload, "utf8"), cipher.update(Buffer.of(2)), cipher.final()]);
  const header = Buffer.alloc(21);
  salt.copy(header);
  header.writeUInt32BE(4096, 16);
  header.writeUInt8(sender.length, 20);
  return Buffer.concat([header, sender, content, cipher.getAuthTag()]);
}

/** Shows who sends (RFC 8292), for one push service and half a day. */
function authorization({ publicKey, privateKey, subject }: VapidKeys, endpoint: string, now: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + SIGNATURE_SECONDS, sub: subject };
  const content = `${encode({ typ: "JWT", alg: "ES256" })}.${encode(claims)}`;
  const point = Buffer.from(publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    d: privateKey.toString("base64url"),
  };
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  const signature = sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${content}.${signature.toString("base64url")}, k=${publicKey}`;
}
