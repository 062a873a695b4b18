import type { Post } from "./safe-request.ts";
import { linesOf, oneLine, type Receipt, type ShortMessage, shortened } from "./short-message.ts";
import type { SmsSettings } from "./sms-settings.ts";
import { fillTemplate } from "./sms-template.ts";

/** In characters: three parts of 153, into which longer text messages are split and by which they are billed. */
const MAX_LENGTH = 459;

/**
 * Sends a text message.
 * @param to a number with its country, such as +15551234567
 * @throws DeliveryError
 */
export async function sendSms(
  post: Post,
  { url, headers, body }: SmsSettings,
  to: string,
  message: ShortMessage,
): Promise<Receipt> {
  const { type, content } = fillTemplate(body, { to, text: smsText(message) });
  const { status } = await post({ url, headers: { "content-type": type, ...lowerCase(headers) }, body: content });
  return { threadId: null, status };
}

/** Title, text and link; what is too long is cut from the text. */
function smsText({ title, text, link }: ShortMessage): string {
  const words = shortened([oneLine(title), ...linesOf(text)].join("\n"), MAX_LENGTH - link.length - 1);
  return `${words}\n${link}`;
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
