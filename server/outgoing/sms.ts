import { z } from "zod";
import { maskedNumber } from "../../contract/notifications/phone-number.ts";
import { text } from "../problem/text.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { Post } from "./safe-request.ts";
import { oneLine, shortened } from "./short-message.ts";
import type { SmsSettings } from "./sms-settings.ts";
import { fillTemplate } from "./sms-template.ts";

/** Of what a provider says about a failure, in characters. */
const MAX_ANSWER = 150;
/** Twilio's code for a phone whose owner has replied STOP. */
const STOPPED = 21_610;

/** What providers answer, as far as it is about failures. */
const Answer = z
  .looseObject({
    code: z.union([z.string(), z.number()]).nullish().catch(null),
    message: z.string().nullish().catch(null),
    error: z.unknown(),
    errors: z.unknown(),
    error_code: z.unknown(),
    error_message: z.string().nullish().catch(null),
    success: z.unknown(),
    ok: z.unknown(),
    status: z.unknown(),
  })
  .partial();

/**
 * Sends a text message.
 * @param to a number with its country, such as +15551234567
 * @throws DeliveryError
 */
export async function sendSms(
  post: Post,
  { url, headers, body, accepted }: SmsSettings,
  to: string,
  message: string,
): Promise<void> {
  const { type, content } = fillTemplate(body, { to, text: message });
  try {
    const answer = await post({ url, headers: { "content-type": type, ...lowerCase(headers) }, body: content });
    if (accepted !== null ? !answer.body.includes(accepted) : isFailure(answerOf(answer.body))) {
      throw rejection(answer.body, to, { status: answer.status, answer: answer.body });
    }
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.isRetriable || error.answer === null) throw error;
    if (error.status !== null && error.status >= 400) {
      throw rejection(error.answer, to, { status: error.status, answer: error.answer });
    }
    throw error;
  }
}

function rejection(body: string, to: string, failed: { status: number; answer: string }): DeliveryError {
  const answer = answerOf(body);
  if (Number(answer?.code) === STOPPED) {
    return new DeliveryError(
      text`The owner of the phone has replied STOP to the text messages. Reply START to receive them again.`,
      failed,
    );
  }
  // The provider's reason may repeat the number, with + or without, and others read it.
  const reason = oneLine(answer?.message ?? answer?.error_message ?? textOf(answer?.error) ?? body);
  const masked = reason.replaceAll(to.slice(1), maskedNumber(to).slice(1));
  return new DeliveryError(
    text`The provider of text messages has not accepted it (status ${failed.status}): ${shortened(masked, MAX_ANSWER)}`,
    // A token that is not accepted is corrected by the operator.
    { ...failed, isRetriable: failed.status === 401 },
  );
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Whether an answer with a status of success says that it is none: some providers answer so. */
function isFailure(answer: z.output<typeof Answer> | null): boolean {
  if (answer === null) return false;
  const { error, errors, error_code, success, ok, status } = answer;
  return (
    [error, errors, error_code].some((one) => hasContent(one)) ||
    success === false ||
    ok === false ||
    (typeof status === "string" && /^(error|failed|failure|rejected|undelivered)$/i.test(status))
  );
}

function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return ![undefined, null, false, 0, "", "0"].some((empty) => empty === value);
}

function answerOf(body: string): z.output<typeof Answer> | null {
  try {
    return Answer.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
