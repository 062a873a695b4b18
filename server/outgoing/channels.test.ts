import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import type { RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { DeliveryError } from "./delivery-error.ts";
import { openPost, type Post } from "./safe-request.ts";
import type { ShortMessage } from "./short-message.ts";
import { sendBySlackBot, sendToSlackWebhook } from "./slack.ts";
import { sendSms } from "./sms.ts";
import { smsOf, smsShape } from "./sms-settings.ts";
import { sendToTeams } from "./teams.ts";
import { openReceiver } from "./testing/receiver.ts";
import { sendWebPush, vapidKeys } from "./web-push.ts";

const HOSTILE =
  "A&B <!channel> <https://evil.example|x> *bold* _i_ `code` [a](https://evil.example) :fire: \"'{to}{text}";

const message: ShortMessage = {
  title: `Leak case 17:\r\nUnit ${HOSTILE}`,
  text: `Toilet, since Monday\n${HOSTILE}\r\n\nSecond\u0000 line`,
  link: "https://water.example.com/cases/17?a=1&b=2",
  linkLabel: "Open the case",
  threadKey: "case 17",
  priorThreadId: null,
};

const post = openPost(["127.0.0.1"]);

async function receiver(respond?: RequestListener) {
  const opened = await openReceiver(respond);
  onTestFinished(() => opened.close());
  return opened;
}

async function failureOf(work: Promise<unknown>): Promise<DeliveryError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof DeliveryError) return error;
  throw new Error(`No DeliveryError: ${JSON.stringify(error)}`);
}

test("Slack gets names as plain text, and escaped where they could be formatting", async () => {
  const { url, received } = await receiver((_, response) => response.end("ok"));
  expect(await sendToSlackWebhook(post, url, message)).toEqual({ threadId: null, status: 200 });
  const sent = JSON.parse(received[0]?.body ?? "");
  expect(sent.text).toBe(
    `Leak case 17: Unit ${HOSTILE.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}`,
  );
  expect(sent).toMatchObject({ mrkdwn: false, unfurl_links: false });
  expect(sent.blocks).toEqual([
    { type: "header", text: { type: "plain_text", text: `Leak case 17: Unit ${HOSTILE}`, emoji: false } },
    {
      type: "section",
      text: { type: "plain_text", text: `Toilet, since Monday\n${HOSTILE}\nSecond  line`, emoji: false },
    },
    {
      type: "actions",
      elements: [
        { type: "button", text: { type: "plain_text", text: "Open the case", emoji: false }, url: message.link },
      ],
    },
  ]);
});

test("Slack gets no more characters than it takes", async () => {
  const { url, received } = await receiver();
  await sendToSlackWebhook(post, url, { ...message, title: "🚰".repeat(400), text: "x".repeat(9000) });
  const [header, section] = JSON.parse(received[0]?.body ?? "").blocks;
  expect([[...header.text.text].length, section.text.text.length]).toEqual([150, 3000]);
  expect(header.text.text.endsWith("🚰…")).toBe(true);
});

/** Slack's API in place of the real one. */
function slack(answers: object[]): { api: Post; requests: { headers: Record<string, string>; body: unknown }[] } {
  const requests: { headers: Record<string, string>; body: unknown }[] = [];
  const api: Post = async ({ url, headers, body }) => {
    expect(url).toBe("https://slack.com/api/chat.postMessage");
    requests.push({ headers: { ...headers }, body: JSON.parse(String(body)) });
    return { status: 200, body: JSON.stringify(answers.shift()) };
  };
  return { api, requests };
}

const bot = { token: "xoxb-1", channel: "C1" };

test("a bot of Slack keeps the messages of a case in one thread", async () => {
  const { api, requests } = slack([
    { ok: true, ts: "1.5" },
    { ok: true, ts: "2.5" },
  ]);
  const first = await sendBySlackBot(api, bot, message);
  const second = await sendBySlackBot(api, bot, { ...message, priorThreadId: first.threadId });
  expect([first.threadId, second.threadId]).toEqual(["1.5", "1.5"]);
  expect(requests).toMatchObject([
    { headers: { authorization: "Bearer xoxb-1" }, body: { channel: "C1" } },
    { body: { channel: "C1", thread_ts: "1.5" } },
  ]);
  expect(requests[0]?.body).not.toHaveProperty("thread_ts");
});

test.each([
  ["invalid_auth", false],
  ["channel_not_found", false],
  ["ratelimited", true],
  ["internal_error", true],
])("Slack's error %s is retriable: %s", async (error, isRetriable) => {
  const failed = await failureOf(sendBySlackBot(slack([{ ok: false, error }]).api, bot, message));
  expect(failed).toMatchObject({ isRetriable, status: 200 });
  expect(failed.message).toContain(error);
});

test("an answer that is none of Slack's is a failure with a retry", async () => {
  const api: Post = async () => ({ status: 200, body: "<html>" });
  expect(await failureOf(sendBySlackBot(api, bot, message))).toMatchObject({ isRetriable: true });
});

test("Teams gets an Adaptive Card in which names are no Markdown", async () => {
  const { url, received } = await receiver((_, response) => response.writeHead(202).end());
  expect(await sendToTeams(post, url, message)).toEqual({ threadId: null, status: 202 });
  const sent = JSON.parse(received[0]?.body ?? "");
  expect([sent.type, sent.attachments.length, sent.attachments[0].contentType]).toEqual([
    "message",
    1,
    "application/vnd.microsoft.card.adaptive",
  ]);
  const { content } = sent.attachments[0];
  const lines = [`Leak case 17: Unit ${HOSTILE}`, "Toilet, since Monday", HOSTILE, "Second  line"];
  expect(content).toMatchObject({
    type: "AdaptiveCard",
    version: "1.4",
    body: lines.map((text) => ({ type: "RichTextBlock", inlines: [{ type: "TextRun", text }] })),
    actions: [{ type: "Action.OpenUrl", title: "Open the case", url: message.link }],
  });
  expect(received[0]?.body).not.toContain('TextBlock","text');
  await sendToTeams(post, url, { ...message, text: "🚰".repeat(20_000) });
  expect(Buffer.byteLength(received[1]?.body ?? "")).toBeLessThan(28_000);
});

const TEXT = `Leak case 17: Unit ${HOSTILE}\nToilet, since Monday\n${HOSTILE}\nSecond  line\n${message.link}`;

test("a text message by JSON has the names as they are", async () => {
  const { url, received } = await receiver();
  const body = '{"to":"{to}","message":{"text":"{text}","from":"Dripline"},"parts":3}';
  await sendSms(post, { url, headers: { Authorization: "Bearer 1" }, body }, "+15551234567", message);
  expect(received[0]?.headers).toMatchObject({ "content-type": "application/json", authorization: "Bearer 1" });
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({
    to: "+15551234567",
    message: { text: TEXT, from: "Dripline" },
    parts: 3,
  });
});

test("a text message by form has the names as they are", async () => {
  const { url, received } = await receiver();
  await sendSms(post, { url, headers: {}, body: "To={to}&From=%2B1555&Body={text}" }, "+15551234567", message);
  expect(received[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect([...new URLSearchParams(received[0]?.body)]).toEqual([
    ["To", "+15551234567"],
    ["From", "+1555"],
    ["Body", TEXT],
  ]);
});

test("a text message has at most three parts, and its link whole", async () => {
  const { url, received } = await receiver();
  const long = { ...message, text: "x".repeat(2000) };
  await sendSms(post, { url, headers: {}, body: "To={to}&Body={text}" }, "+15551234567", long);
  const text = new URLSearchParams(received[0]?.body).get("Body") ?? "";
  expect(text.length).toBe(459);
  expect(text.endsWith(`…\n${message.link}`)).toBe(true);
});

function smsSettings(environment: Record<string, string>) {
  return smsOf(z.object(smsShape).parse(environment));
}

const TWILIO = {
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "secret",
  TWILIO_FROM: "+15557654321",
};

test("Twilio needs its own settings only", async () => {
  const settings = smsSettings(TWILIO);
  if (settings === null) throw new Error("No settings.");
  expect(settings.url).toBe(`https://api.twilio.com/2010-04-01/Accounts/AC${"0".repeat(32)}/Messages.json`);
  const { url, received } = await receiver((_, response) => response.writeHead(201).end("{}"));
  await sendSms(post, { ...settings, url }, "+15551234567", message);
  expect([...new URLSearchParams(received[0]?.body)]).toEqual([
    ["To", "+15551234567"],
    ["From", "+15557654321"],
    ["Body", TEXT],
  ]);
  const credentials = Buffer.from(`AC${"0".repeat(32)}:secret`).toString("base64");
  expect(received[0]?.headers.authorization).toBe(`Basic ${credentials}`);
});

test("a messaging service of Twilio takes the place of a number", () => {
  const service = `MG${"0".repeat(32)}`;
  expect(smsSettings({ ...TWILIO, TWILIO_FROM: service })?.body).toBe(
    `To={to}&MessagingServiceSid=${service}&Body={text}`,
  );
});

test.each([
  [{ SMS_URL: "https://sms.example.com/" }, "SMS_BODY must be too"],
  [{ SMS_URL: "sms.example.com", SMS_BODY: "{to}{text}" }, "SMS_URL must be an address"],
  [{ SMS_URL: "https://sms.example.com/", SMS_BODY: "To={to}" }, "SMS_BODY must be JSON or a form"],
  [{ SMS_URL: "https://sms.example.com/", SMS_BODY: "{to} {text}" }, "SMS_BODY must be JSON or a form"],
  [{ SMS_URL: "https://sms.example.com/", SMS_BODY: '{"{to}":"{text}"}' }, "SMS_BODY must be JSON or a form"],
  [{ SMS_URL: "https://a.example/", SMS_BODY: "a={to}&b={text}", SMS_HEADERS: "x" }, "SMS_HEADERS must be JSON"],
  [{ SMS_URL: "https://a.example/", SMS_BODY: "a={to}&b={text}", SMS_HEADERS: '{"a":1}' }, "SMS_HEADERS must be JSON"],
  [
    { SMS_URL: "https://a.example/", SMS_BODY: "a={to}&b={text}", SMS_HEADERS: '{"a":"b\\r\\nc: d"}' },
    "SMS_HEADERS must be JSON",
  ],
  [{ ...TWILIO, SMS_URL: "https://sms.example.com/" }, "two ways"],
  [{ ...TWILIO, TWILIO_FROM: "5551234" }, "TWILIO_FROM must be"],
  [{ TWILIO_ACCOUNT_SID: TWILIO.TWILIO_ACCOUNT_SID }, "TWILIO_AUTH_TOKEN and TWILIO_FROM must be too"],
])("rejects the settings %j", (environment, sentence) => {
  expect(() => smsSettings(environment)).toThrow(sentence);
});

test("without settings there are no text messages", () => {
  expect(smsSettings({})).toBeNull();
});

/** A browser that has subscribed, and decrypts what it gets, as RFC 8291 describes it. */
function browser(endpoint: string) {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: { endpoint, keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") } },
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

const SECRET = "0123456789abcdef0123456789abcdef";

test("a browser decrypts the message, and its push service recognizes the sender", async () => {
  const sent: { url: string; headers: Record<string, string>; body: Buffer }[] = [];
  const service: Post = async ({ url, headers, body }) => {
    sent.push({ url, headers: { ...headers }, body: Buffer.from(body) });
    return { status: 201, body: "" };
  };
  const endpoint = "https://push.example.com/send/1";
  const { subscription, decrypt } = browser(endpoint);
  const keys = vapidKeys(SECRET, "https://water.example.com");
  expect(await sendWebPush(service, keys, subscription, message)).toEqual({ threadId: null, status: 201 });
  const [{ url, headers, body } = { url: "", headers: {}, body: Buffer.alloc(0) }] = sent;
  expect(url).toBe(endpoint);
  expect(decrypt(body)).toEqual({
    title: `Leak case 17: Unit ${HOSTILE}`,
    text: `Toilet, since Monday\n${HOSTILE}\nSecond  line`,
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
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
    aud: "https://push.example.com",
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
  await sendWebPush(service, vapidKeys(SECRET, "https://water.example.com"), subscription, long);
  expect(size).toBeGreaterThan(2000);
  expect(size).toBeLessThan(4096);
});

test("keys of an installation stay the same, and differ from those of another", () => {
  const [one, same, other] = [SECRET, SECRET, `${SECRET}0`].map((secret) => vapidKeys(secret, "https://a.example"));
  expect(one).toEqual(same);
  expect(one?.publicKey).not.toBe(other?.publicKey);
});

test.each([404, 410])("a subscription that is not found any more (%d) is gone", async (status) => {
  const { url } = await receiver((_, response) => response.writeHead(status).end());
  const failed = await failureOf(
    sendWebPush(post, vapidKeys(SECRET, "https://a.example"), browser(url).subscription, message),
  );
  expect(failed).toMatchObject({ isGone: true, isRetriable: false, status });
});

test("a subscription with damaged keys is gone", async () => {
  const damaged = { endpoint: "https://push.example.com/", keys: { p256dh: "AAAA", auth: "AAAA" } };
  const failed = await failureOf(sendWebPush(post, vapidKeys(SECRET, "https://a.example"), damaged, message));
  expect(failed).toMatchObject({ isGone: true, isRetriable: false });
});

test("a push service inside of own networks is not reached", async () => {
  const { subscription } = browser("https://192.168.0.1/");
  const failed = await failureOf(sendWebPush(post, vapidKeys(SECRET, "https://a.example"), subscription, message));
  expect(failed.message).toContain("inside the server's own networks");
});
