import { t } from "@lingui/core/macro";
import { gallonsIn } from "../../../contract/display/measures.ts";
import type { NoticeKind } from "../../../contract/notifications/notice-kinds.ts";
import { channelUses, mailModes, noticeKinds } from "../../../contract/notifications/notice-kinds.ts";
import type { NotificationSettings } from "../../../contract/notifications/settings.ts";
import type { FieldNames } from "../../app/form/newer-values.ts";
import { numberError } from "../../app/form/rules.ts";
import type { Rules } from "../../app/form/use-entry.ts";
import { choiceOf } from "../../app/search-text.ts";
import { inMeasure, measure } from "../../language/measure.ts";

const fields = [
  "mail",
  "sms",
  "push",
  "kinds",
  "which_properties",
  "property_ids",
  "least_cost",
  "quiet",
  "quiet_from",
  "quiet_until",
  "time_zone",
  "burst",
] as const;
export type Field = (typeof fields)[number];

/** What is typed into the form; lists with commas between. */
export type SettingsForm = Record<Field, string>;

/** Bounds of the contract. */
const MOST_COST = 1_000_000;
const [LEAST_BURST, MOST_BURST] = [1, 100_000];

/** A number as people type it, without the decimals that nobody reads: 60, 0.227. */
const typed = (value: number) => String(Number(value.toPrecision(3)));
const amountOf = (text: string) => Number(text.trim().replace(",", "."));

export function formOf(settings: NotificationSettings): SettingsForm {
  const { quiet_hours, property_ids } = settings;
  return {
    mail: settings.mail,
    sms: settings.sms,
    push: settings.push,
    kinds: listed(noticeKinds.filter((kind) => settings.kinds.includes(kind))),
    which_properties: property_ids === null ? "all" : "chosen",
    property_ids: listed(property_ids ?? []),
    least_cost: String(settings.least_dollars_per_day),
    quiet: quiet_hours === null ? "no" : "yes",
    quiet_from: quiet_hours?.from ?? "21:00",
    quiet_until: quiet_hours?.until ?? "06:30",
    time_zone: settings.time_zone ?? "",
    burst: typed(inMeasure(settings.burst_gallons_per_hour)),
  };
}

/**
 * What is typed, as the call takes it. What the form does not show with the chosen way of sending stays as it was.
 * @param before the settings with which typing began
 */
export function settingsOf(values: SettingsForm, before: NotificationSettings): NotificationSettings {
  const mail = choiceOf(values.mail, mailModes) ?? before.mail;
  const sms = choiceOf(values.sms, channelUses) ?? before.sms;
  const push = choiceOf(values.push, channelUses) ?? before.push;
  if (!hasMessages(values)) return { ...before, mail, sms, push };
  return {
    mail,
    sms,
    push,
    kinds: kindsIn(values.kinds),
    property_ids: values.which_properties === "all" ? null : idsIn(values.property_ids),
    least_dollars_per_day: amountOf(values.least_cost),
    quiet_hours: values.quiet === "no" ? null : { from: values.quiet_from, until: values.quiet_until },
    time_zone: values.time_zone || null,
    burst_gallons_per_hour: burstIn(values, before),
  };
}

/** In gallons an hour; exactly as before where nothing else was typed. */
export function burstIn({ burst }: SettingsForm, before: NotificationSettings): number {
  if (burst.trim() === formOf(before).burst) return before.burst_gallons_per_hour;
  return Number((amountOf(burst) * gallonsIn(measure)).toFixed(3));
}

export function listed(values: readonly (string | number)[]): string {
  return values.join(",");
}

export function idsIn(text: string): number[] {
  return text === "" ? [] : text.split(",").map(Number);
}

export function kindsIn(text: string): NoticeKind[] {
  const chosen = text.split(",");
  return noticeKinds.filter((kind) => chosen.includes(kind));
}

/** Whether anything is sent at all. */
export function hasMessages({ mail, sms, push }: SettingsForm): boolean {
  return mail !== "off" || sms !== "off" || push !== "off";
}

const hasQuietHours = (values: SettingsForm) => hasMessages(values) && values.quiet === "yes";
const timeError = (text: string) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? null : t`Give a time of day.`);

function amountError(text: string, least: number, most: number): string | null {
  return numberError(text.replace(",", "."), least, most, false);
}

/** What is wrong with the settings as typed; what is not in sight is not wrong. */
export const settingsRules: Rules<SettingsForm> = {
  kinds: (text, values) =>
    hasMessages(values) && text === "" ? t`Choose at least one, or turn everything off.` : null,
  property_ids: (text, values) =>
    hasMessages(values) && values.which_properties === "chosen" && text === ""
      ? t`Choose at least one property, or all.`
      : null,
  least_cost: (text, values) => (hasMessages(values) ? amountError(text, 0, MOST_COST) : null),
  burst: (text, values) =>
    hasMessages(values)
      ? amountError(text, Number(typed(inMeasure(LEAST_BURST))), Number(typed(inMeasure(MOST_BURST))))
      : null,
  quiet_from: (text, values) => (hasQuietHours(values) ? timeError(text) : null),
  quiet_until: (text, values) => {
    if (!hasQuietHours(values)) return null;
    return text === values.quiet_from ? t`Quiet hours cannot last all day.` : timeError(text);
  },
};

/** The call's fields under the form's names. */
export const fieldOf: Readonly<Record<string, Field>> = {
  "notifications.mail": "mail",
  "notifications.sms": "sms",
  "notifications.push": "push",
  "notifications.kinds": "kinds",
  "notifications.property_ids": "property_ids",
  "notifications.least_dollars_per_day": "least_cost",
  "notifications.quiet_hours": "quiet_until",
  "notifications.quiet_hours.from": "quiet_from",
  "notifications.quiet_hours.until": "quiet_until",
  "notifications.time_zone": "time_zone",
  "notifications.burst_gallons_per_hour": "burst",
};

export const fieldNames: FieldNames<Field> = {
  mail: t`When mails are sent`,
  sms: t`Text messages`,
  push: t`Notifications in browsers`,
  kinds: t`What you are notified of`,
  which_properties: t`Which properties`,
  property_ids: t`Properties`,
  least_cost: t`Least cost a day`,
  quiet: t`Quiet hours`,
  quiet_from: t`From`,
  quiet_until: t`Until`,
  time_zone: t`Time zone`,
  burst: t`Burst`,
};
