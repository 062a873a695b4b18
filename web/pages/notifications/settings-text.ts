import { t } from "@lingui/core/macro";
import type { ChannelUse, MailMode, NoticeKind } from "../../../contract/notifications/notice-kinds.ts";
import type { NotificationSettings } from "../../../contract/notifications/settings.ts";
import { formatGallonsUnit, formatTime } from "../../components/format.ts";

type QuietHours = NonNullable<NotificationSettings["quiet_hours"]>;

const MORNING = "06:30";

export const modeNames: Readonly<Record<MailMode, string>> = {
  at_once: t`At once`,
  every_morning: t`Every morning`,
  weekday_mornings: t`On weekday mornings`,
  off: t`Off`,
};

export const modeHints: Readonly<Record<MailMode, string>> = {
  at_once: t`A mail for each thing as it happens, in one thread per leak`,
  every_morning: t`One list at 6:30 AM of what is new`,
  weekday_mornings: t`One list at 6:30 AM, Monday to Friday, of what is new`,
  off: t`No mails about leaks and devices`,
};

export const channelUseNames: Readonly<Record<ChannelUse, string>> = {
  off: t`Nothing`,
  urgent: t`Only what is urgent`,
  all: t`All that I chose`,
};

export const channelUseHints: Readonly<Record<ChannelUse, string>> = {
  off: t`Nothing is sent there`,
  urgent: t`Bursts, and what a route of your organization sends you`,
  all: t`Each thing as it happens, but for quiet hours`,
};

/** What people can be notified of, as the form groups it. */
export const kindGroups: readonly { name: string; kinds: readonly NoticeKind[] }[] = [
  {
    name: t`Leak cases`,
    kinds: ["case opened", "case doubled", "case overdue", "fix reported", "case verified", "case returned"],
  },
  { name: t`Devices`, kinds: ["device outage", "data gap"] },
  { name: t`Readings`, kinds: ["quarantine"] },
  { name: t`Prices`, kinds: ["price ended"] },
];

export const kindHints: Readonly<Record<NoticeKind, string>> = {
  "case opened": t`A new leak that costs enough to raise an alert.`,
  "case doubled": t`A leak loses twice as much as before.`,
  "case overdue": t`A deadline of a leak case passed and the step is not done.`,
  "fix reported": t`A colleague or a vendor reported that a leak is fixed.`,
  "case verified": t`The meter showed no leak for long enough after a fix.`,
  "case returned": t`A leak runs again after a fix was reported or verified.`,
  "device outage": t`A gateway or router is offline: one mail for it, none for its meters.`,
  "data gap": t`A meter is offline while its gateway works.`,
  quarantine: t`Readings look wrong and wait until a person decides.`,
  "price ended": t`A price ended, at a month's end for example, and was not set again.`,
};

/** What settings mean, in sentences; the first says when mails come. @param email where they are sent */
export function meaningOf(settings: NotificationSettings, email: string): string[] {
  const { mail, sms, push, quiet_hours } = settings;
  const isMorning = mail === "every_morning" || mail === "weekday_mornings";
  const burst = burstText(settings);
  const isAtOnce = mail === "at_once" || sms !== "off" || push !== "off";
  return [
    ...mailSentences(mail, email),
    ...(isMorning && quiet_hours !== null ? laterMorning(quiet_hours, settings.time_zone) : []),
    ...(sms === "off" ? [] : [smsSentences[sms]]),
    ...(push === "off" ? [] : [pushSentences[push]]),
    ...(isMorning ? morningBurst(burst) : []),
    ...(isAtOnce && quiet_hours !== null ? quietSentences(quiet_hours, burst) : []),
  ];
}

const smsSentences = {
  urgent: t`Your phone gets a text message of a burst, and of what a route sends you.`,
  all: t`Your phone gets a text message as soon as something happens.`,
};

const pushSentences = {
  urgent: t`Your browsers show a burst, and what a route sends you.`,
  all: t`Your browsers show what happens as soon as it does.`,
};

function morningBurst(burst: string | null): string[] {
  return burst === null ? [] : [t`Only a leak of ${burst} an hour or more is mailed at once, also at night.`];
}

function mailSentences(mail: MailMode, email: string): string[] {
  if (mail === "off") return [t`Nothing is mailed to ${email}.`];
  if (mail === "at_once") {
    return [
      t`You get a mail as soon as something happens. More than 10 within an hour become one list.`,
      t`Mails are sent to ${email}.`,
    ];
  }
  return [
    mail === "every_morning"
      ? t`Every morning at 6:30 you get one list of what is new, and no mail when nothing is.`
      : t`On weekday mornings at 6:30 you get one list of what is new, and no mail when nothing is.`,
    t`It is 6:30 on the property's clock. The list is sent to ${email}.`,
  ];
}

/** When the list of a morning is sent where 6:30 is in quiet hours. */
function laterMorning({ from, until }: QuietHours, timeZone: string | null): string[] {
  if (from === until || from === "" || until === "") return [];
  const end = formatTime(until);
  if (timeZone !== null) {
    return [t`If 6:30 there is in your quiet hours, the list is sent when they end, at ${end} in your time zone.`];
  }
  const isAfterStart = from <= MORNING;
  const isBeforeEnd = MORNING < until;
  const isQuiet = from < until ? isAfterStart && isBeforeEnd : isAfterStart || isBeforeEnd;
  return isQuiet ? [t`6:30 is in your quiet hours, so the list is sent when they end, at ${end}.`] : [];
}

/** From which flow on a leak is a burst; null: no leak is mailed, or no number is typed. */
function burstText({ kinds, burst_gallons_per_hour }: NotificationSettings): string | null {
  const hasLeaks = kinds.some((kind) => kind === "case opened" || kind === "case doubled" || kind === "case returned");
  return hasLeaks && Number.isFinite(burst_gallons_per_hour) ? formatGallonsUnit(burst_gallons_per_hour) : null;
}

function quietSentences({ from, until }: QuietHours, burst: string | null): string[] {
  if (from === until || from === "" || until === "") return [];
  const [start, end] = [formatTime(from), formatTime(until)];
  const quiet = t`From ${start} until ${end} nothing is sent. What comes then is one list at ${end}.`;
  return burst === null ? [quiet] : [quiet, t`Only a leak of ${burst} an hour or more is sent then, too.`];
}
