import type { RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { DeliveryError } from "./delivery-error.ts";
import { smsParts, toGsm } from "./gsm-text.ts";
import { openPost } from "./safe-request.ts";
import { sendSms } from "./sms.ts";
import { type SmsSettings, smsOf, smsShape } from "./sms-settings.ts";
import { openReceiver } from "./testing/receiver.ts";

const post = openPost(["127.0.0.1"], { timeoutMs: 2000 });
const TO = "+15552345678";
const HOSTILE = `A&B "quoted" {to}{text} \\ +1 %20\nsecond line ñ`;

async function receiver(respond?: RequestListener) {
  const opened = await openReceiver(respond);
  onTestFinished(() => opened.close());
  return opened;
}

const settings = (url: string, changed: Partial<SmsSettings> = {}): SmsSettings => ({
  url,
  headers: {},
  body: "To={to}&Body={text}",
  accepted: null,
  ...changed,
});

async function failureOf(work: Promise<unknown>): Promise<DeliveryError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof DeliveryError) return error;
  throw new Error(`No DeliveryError: ${JSON.stringify(error)}`);
}

test("a text message by JSON has its text as it is", async () => {
  const { url, received } = await receiver();
  const body = '{"to":"{to}","message":{"text":"{text}","from":"Dripline"},"parts":3}';
  await sendSms(post, settings(url, { body, headers: { Authorization: "Bearer 1" } }), TO, HOSTILE);
  expect(received[0]?.headers).toMatchObject({ "content-type": "application/json", authorization: "Bearer 1" });
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({
    to: TO,
    message: { text: HOSTILE, from: "Dripline" },
    parts: 3,
  });
});

test("a text message by form has its text as it is", async () => {
  const { url, received } = await receiver();
  await sendSms(post, settings(url, { body: "To={to}&From=%2B1555&Body={text}" }), TO, HOSTILE);
  expect(received[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect([...new URLSearchParams(received[0]?.body)]).toEqual([
    ["To", TO],
    ["From", "+1555"],
    ["Body", HOSTILE],
  ]);
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
  const twilio = smsSettings(TWILIO);
  if (twilio === null) throw new Error("No settings.");
  expect(twilio.url).toBe(`https://api.twilio.com/2010-04-01/Accounts/AC${"0".repeat(32)}/Messages.json`);
  const answer = { sid: "SM1", status: "queued", error_code: null, error_message: null };
  const { url, received } = await receiver((_, response) => response.writeHead(201).end(JSON.stringify(answer)));
  await sendSms(post, { ...twilio, url }, TO, HOSTILE);
  expect([...new URLSearchParams(received[0]?.body)]).toEqual([
    ["To", TO],
    ["From", "+15557654321"],
    ["Body", HOSTILE],
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

test.each([
  ["an error of Twilio", 400, { code: 21_211, message: `The 'To' number ${TO} is not valid.`, status: 400 }, false],
  ["a wrong token", 401, { code: 20_003, message: "Authenticate" }, true],
  ["too many at a time", 429, { code: 20_429, message: "Too Many Requests" }, true],
  ["an outage", 503, "down", true],
  ["an error with a status of success", 200, { status: "error", message: "No credit" }, false],
  ["success: false", 200, { success: false, message: "No credit" }, false],
  ["errors in a list", 200, { errors: [{ title: "No credit" }] }, false],
  ["an error code", 201, { error_code: 30_007, error_message: "Filtered" }, false],
])("%s is a failure", async (_, status, answer, isRetriable) => {
  const { url } = await receiver((_request, response) => response.writeHead(status).end(JSON.stringify(answer)));
  const failed = await failureOf(sendSms(post, settings(url), TO, "A text"));
  expect(failed).toMatchObject({ isRetriable, status });
  expect(failed.message).not.toContain(TO);
});

test("the reason has the provider's own words, and the number masked", async () => {
  const answer = JSON.stringify({ code: 21_211, message: `The 'To' number ${TO} is not valid.` });
  const { url } = await receiver((_request, response) => response.writeHead(400).end(answer));
  const failed = await failureOf(sendSms(post, settings(url), TO, "A text"));
  expect(failed.message).toBe(
    "The provider of text messages has not accepted it (status 400): The 'To' number +1•••5678 is not valid.",
  );
});

test("a phone that has replied STOP is named as that", async () => {
  const answer = JSON.stringify({ code: 21_610, message: "Attempt to send to unsubscribed recipient" });
  const { url } = await receiver((_request, response) => response.writeHead(400).end(answer));
  const failed = await failureOf(sendSms(post, settings(url), TO, "A text"));
  expect(failed.message).toContain("STOP");
  expect(failed.isRetriable).toBe(false);
});

test.each([
  ['{"messages":[{"status":"0"}]}', true],
  ['{"messages":[{"status":"4","error-text":"Bad credentials"}]}', false],
])("with SMS_ACCEPTED the answer %s is accepted: %s", async (answer, isAccepted) => {
  const { url } = await receiver((_request, response) => response.end(answer));
  const sent = sendSms(post, settings(url, { accepted: '"status":"0"' }), TO, "A text");
  if (isAccepted) await sent;
  else expect((await failureOf(sent)).isRetriable).toBe(false);
});

test("a provider that hangs is tried again later", async () => {
  const { url } = await receiver(() => {});
  const hurried = openPost(["127.0.0.1"], { timeoutMs: 200 });
  expect((await failureOf(sendSms(hurried, settings(url), TO, "A text"))).isRetriable).toBe(true);
});

test.each([
  ["plain ASCII stays", "plain ASCII stays"],
  ["El año: ¡qué! Más café, válvula rápida", "El año: ¡qué! Mas café, valvula rapida"],
  ["“3 m³” – it’s…", '"3 m3" - it\'s...'],
  ["12\u00a0gal\u202fan hour", "12 gal an hour"],
  ["€5 [A] {B}", "€5 [A] {B}"],
  ["漏水 🚰", "漏水 🚰"],
  ["Łódź, 5 zł", "Lodz, 5 zl"],
  ["₹1.08 or ₪0.05", "INR 1.08 or ILS 0.05"],
  ["ﬁx Ấ", "ﬁx A"],
])("%j becomes %j in the alphabet of text messages", (text, gsm) => {
  expect(toGsm(text)).toBe(gsm);
});

test.each([
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["€".repeat(80), 1],
  ["€".repeat(81), 2],
  ["ñ".repeat(160), 1],
  [`${"a".repeat(69)}á`, 1],
  [`${"a".repeat(70)}á`, 2],
  ["🚰".repeat(35), 1],
])("%j is billed as %d", (text, parts) => {
  expect(smsParts(text)).toBe(parts);
});
