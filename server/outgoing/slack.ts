import { z } from "zod";
import { text } from "../problem/text.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { Post } from "./safe-request.ts";
import { linesOf, oneLine, type Receipt, type ShortMessage, shortened } from "./short-message.ts";

const POST_MESSAGE = "https://slack.com/api/chat.postMessage";
/** Limits of Slack, in characters. */
const [MAX_HEADER, MAX_SECTION, MAX_LABEL] = [150, 3000, 75];

/** A bot of Slack, which can write into threads, and the channel that it writes to. */
export interface SlackBot {
  /** Begins with xoxb-. */
  token: string;
  /** Id such as C0123456789, or name. */
  channel: string;
}

/** Errors of Slack that pass; all others stay until somebody changes a setting. */
const passing = /^(ratelimited|rate_limited|internal_error|fatal_error|service_unavailable|request_timeout)$/;

const Answer = z.object({ ok: z.boolean(), ts: z.string().optional(), error: z.string().optional() });

/** Sends a message to an incoming webhook of Slack, which knows no threads. @throws DeliveryError */
export async function sendToSlackWebhook(post: Post, url: string, message: ShortMessage): Promise<Receipt> {
  const { status } = await post({ url, headers: json, body: JSON.stringify(contentOf(message)) });
  return { threadId: null, status };
}

/** Sends a message by a bot, into the thread of earlier messages about the same. @throws DeliveryError */
export async function sendBySlackBot(post: Post, bot: SlackBot, message: ShortMessage): Promise<Receipt> {
  const { priorThreadId } = message;
  const { status, body } = await post({
    url: POST_MESSAGE,
    headers: { ...json, authorization: `Bearer ${bot.token}` },
    body: JSON.stringify({
      channel: bot.channel,
      ...(priorThreadId === null ? {} : { thread_ts: priorThreadId }),
      ...contentOf(message),
    }),
  });
  const answer = answerOf(body);
  if (answer === null) {
    throw new DeliveryError(text`Slack's answer could not be read.`, {
      isRetriable: true,
      status,
      answer: body,
    });
  }
  if (answer.ok && answer.ts !== undefined) return { threadId: priorThreadId ?? answer.ts, status };
  const error = answer.error ?? "";
  throw new DeliveryError(text`Slack has not accepted the message (${error}). Check the bot's token and the channel.`, {
    isRetriable: passing.test(error),
    status,
    answer: body,
  });
}

const json = { "content-type": "application/json; charset=utf-8" };

function answerOf(body: string): z.output<typeof Answer> | null {
  try {
    return Answer.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/**
 * The message in blocks of plain text, in which nothing is formatting, a mention or a link. `text` is what notifications
 * show; there &, < and > would be, and are escaped.
 */
function contentOf({ title, text: body, link, linkLabel }: ShortMessage) {
  const header = oneLine(title);
  return {
    text: escaped(header),
    mrkdwn: false,
    unfurl_links: false,
    blocks: [
      { type: "header", text: plain(shortened(header, MAX_HEADER)) },
      { type: "section", text: plain(shortened(linesOf(body).join("\n"), MAX_SECTION)) },
      { type: "actions", elements: [{ type: "button", text: plain(shortened(linkLabel, MAX_LABEL)), url: link }] },
    ],
  };
}

function plain(value: string) {
  return { type: "plain_text", text: value, emoji: false };
}

function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
