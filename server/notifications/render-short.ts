import type { I18n } from "@lingui/core";
import { placesOf, toGsm } from "../outgoing/gsm-text.ts";
import { oneLine } from "../outgoing/short-message.ts";
import type { RenderedShort } from "./channels/target.ts";
import type { Notice } from "./notice.ts";

type ShortChannel = "sms" | "push";

/** So many places has a text message that is sent and billed as one. */
const MAX_SMS = 160;
/** Of what a place is called at least so much stays, in characters: the end, which names the unit. */
const LEAST_WHERE = 16;
/** Things that a list names; of more the number is enough. */
const MOST_LISTED = 3;

/** A message about one thing. @param link the page that shows it */
export function noticeShort(notice: Notice, channel: ShortChannel, link: string): RenderedShort {
  const { what, where, short, urgency, text } = notice;
  const subject = `${what}: ${where}`;
  if (channel === "push") return { subject, text: [...[short, text].filter((one) => one !== ""), link].join("\n") };
  const details = [[short, urgency], [urgency === "" ? short : urgency], []].map((some) =>
    some.filter((one) => one !== ""),
  );
  return { subject, text: smsText({ what, where, details }, link) };
}

/** A message about several things. */
export function listShort(notices: readonly Notice[], channel: ShortChannel, link: string, i18n: I18n): RenderedShort {
  const count = notices.length;
  const subject = i18n._("Dripline: {count, plural, one {1 thing to look at} other {# things to look at}}", { count });
  if (channel === "sms") return { subject, text: toGsm(`${subject}. ${link}`) };
  const sorted = notices.toSorted((a, b) => (b.dollarsPerDay ?? -1) - (a.dollarsPerDay ?? -1));
  const lines = sorted.slice(0, MOST_LISTED).map(({ what, where }) => `${what}: ${where}`);
  return { subject, text: [...lines, link].join("\n") };
}

/** The message by which a person tries whether text messages, or those to browsers, arrive. */
export function testShort(channel: ShortChannel, link: string, i18n: I18n): RenderedShort {
  const subject = i18n._("A test from Dripline");
  const text = i18n._("Notifications about leaks and devices arrive here.");
  return { subject, text: channel === "sms" ? toGsm(`${subject}. ${text} ${link}`) : `${text}\n${link}` };
}

/** The longest of the ways to say it that is one text message, or the shortest. */
function smsText(
  { what, where, details }: { what: string; where: string; details: readonly string[][] },
  link: string,
): string {
  const write = (place: string, some: readonly string[]) =>
    toGsm([`${oneLine(what)}: ${oneLine(place)}.`, ...some.map(oneLine), link].join(" "));
  const characters = [...where];
  for (const some of details) {
    const whole = write(where, some);
    const tooMany = placesOf(whole) - MAX_SMS;
    if (tooMany <= 0) return whole;
    for (let from = tooMany + 3; from <= characters.length - LEAST_WHERE; from++) {
      const cut = write(`...${characters.slice(from).join("")}`, some);
      if (placesOf(cut) <= MAX_SMS) return cut;
    }
  }
  return write(`...${characters.slice(-LEAST_WHERE).join("")}`, []);
}
