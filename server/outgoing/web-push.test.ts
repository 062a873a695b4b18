import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { DeliveryError } from "./delivery-error.ts";
import { openPost, type Post } from "./safe-request.ts";
import { openReceiver } from "./testing/receiver.ts";
import { encryptRecord, type PushMessage, type PushSubscription, sendWebPush, vapidKeys } from "./web-push.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const keys = vapidKeys(SECRET, "https://water.example.com");
const NOW = Date.parse("2026-11-28T12:00:00Z");
const post = openPost(["127.0.0.1"]);
const message: PushMessage = {
  title: "Toilet leak:\r\n101 <b>",
  text: 'Loses "3 gal" an hour\n\nSecond\u0000 line',
  link: "https://water.example.com/cases/17?a=1&b=2",
  tag: "case 17",
};

/** A browser that has subscribed, and decrypts what it gets, as RFC 8291 describes it. */
function browser(endpoint: string) {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const subscription: PushSubscription = {
    endpoint,
    p256dh: publicKey.toString("base64url"),
    auth: auth.toString("base64url"),
  };
  return {
    subscription,
    decrypt(body: Buffer): unknown {
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + 65)];
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const secret = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32));
      const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
      const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(body.subarray(-16));
      const padded = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString("utf8"));
    },
  };
}

async function failureOf(work: Promise<unknown>): Promise<DeliveryError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof DeliveryError) return error;
  throw new Error(`No DeliveryError: ${JSON.stringify(error)}`);
}

test("encrypts the example of RFC 8291, appendix A, as it is there", () => {
  const read = (text: string) => Buffer.from(text, "base64url");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
  const receiver = read("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
  const record = encryptRecord(
    {
      shared: pair.computeSecret(receiver),
      sender: pair.getPublicKey(),
      receiver,
      auth: read("BTBZMqHH6r4Tts7J_aSIgg"),
      salt: read("DGv6ra1nlYgDCS1FRnbzlw"),
    },
    "When I grow up, I want to be a watermelon",
  );
  expect(record.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("a browser decrypts the message, and its push service recognizes the sender", async () => {
  const sent: { url: string; headers: Record<string, string>; body: Buffer }[] = [];
  const service: Post = async ({ url, headers, body }) => {
    sent.push({ url, headers: { ...headers }, body: Buffer.from(body) });
    return { status: 201, body: "" };
  };
  const endpoint = "https://push.example.com/send/1";
  const { subscription, decrypt } = browser(endpoint);
  await sendWebPush(service, keys, subscription, message, NOW);
  const [{ url, headers, body } = { url: "", headers: {}, body: Buffer.alloc(0) }] = sent;
  expect(url).toBe(endpoint);
  expect(decrypt(body)).toEqual({
    title: "Toilet leak: 101 <b>",
    text: 'Loses "3 gal" an hour\nSecond  line',
    link: message.link,
    tag: "case 17",
  });
  expect(headers).toMatchObject({ ttl: "86400", "content-encoding": "aes128gcm" });
  expect(headers.topic).toMatch(/^[\w-]{32}$/);
  const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? "") ?? [];
  expect(key).toBe(keys.publicKey);
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const publicKey = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, "base64url"))).toBe(true);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
    aud: "https://push.example.com",
    exp: NOW / 1000 + 43_200,
    sub: "https://water.example.com",
  });
});

test("the longest push message is below what push services take", async () => {
  let size = 0;
  const service: Post = async ({ body }) => {
    size = body.length;
    return { status: 201, body: "" };
  };
  const { subscription } = browser("https://push.example.com/send/1");
  const long = { ...message, title: "🚰".repeat(500), text: '"🚰'.repeat(500) };
  await sendWebPush(service, keys, subscription, long, NOW);
  expect(size).toBeGreaterThan(2000);
  expect(size).toBeLessThan(4096);
});

test("keys of an installation stay the same, and differ from those of another", () => {
  expect(vapidKeys(SECRET, "https://a.example").publicKey).toBe(keys.publicKey);
  expect(vapidKeys(`${SECRET}0`, "https://a.example").publicKey).not.toBe(keys.publicKey);
});

test.each([404, 410])("a subscription that is not found any more (%d) is gone", async (status) => {
  const opened = await openReceiver((_, response) => response.writeHead(status).end());
  onTestFinished(() => opened.close());
  const failed = await failureOf(sendWebPush(post, keys, browser(opened.url).subscription, message, NOW));
  expect(failed).toMatchObject({ isGone: true, isRetriable: false, status });
});

test("a subscription with damaged keys is gone", async () => {
  const damaged = { endpoint: "https://push.example.com/", p256dh: "AAAA", auth: "AAAA" };
  const failed = await failureOf(sendWebPush(post, keys, damaged, message, NOW));
  expect(failed).toMatchObject({ isGone: true, isRetriable: false });
});

test.each(["https://192.168.0.1/", "https://169.254.169.254/", "https://[::1]/"])(
  "a push service at %s, inside of own networks, is not reached",
  async (endpoint) => {
    const failed = await failureOf(sendWebPush(post, keys, browser(endpoint).subscription, message, NOW));
    expect(failed.message).toContain("inside the server's own networks");
  },
);
