import type { RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { DeliveryError } from "./delivery-error.ts";
import { openPost, type Post } from "./safe-request.ts";
import type { ShortMessage } from "./short-message.ts";
import { sendBySlackBot, sendToSlackWebhook } from "./slack.ts";
import { sendToTeams } from "./teams.ts";
import { openReceiver } from "./testing/receiver.ts";

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
