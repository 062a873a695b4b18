import { plural, t } from "@lingui/core/macro";
import {
  type ReportDays,
  type ReportKind,
  reportDays,
  reportKinds,
} from "../../../../contract/notifications/report-kinds.ts";
import type { ReportSubscription } from "../../../../contract/notifications/report-subscriptions.ts";
import { formatTime } from "../../../components/format.ts";
import { locale } from "../../../language/language.ts";
import { choiceOf } from "../../search-text.ts";
import type { ReportSearch } from "../search/report-search-fields.ts";

export const reportNames: Readonly<Record<ReportKind, string>> = {
  "owner report": t`Owner's report (PDF)`,
  "portfolio workbook": t`Portfolio workbook (Excel)`,
  "leak list": t`Leak list (Excel)`,
  "device health": t`Device health (Excel)`,
};

/** What can be sent of a screen, and of which days and places. */
export interface SendReportProps {
  kinds: readonly [ReportKind, ...ReportKind[]];
  search: Pick<ReportSearch, "period" | "start_date" | "end_date" | "organization_id" | "property_id">;
  /** Whether the screen has further filters on, which the report does not have. */
  hasMoreFilters: boolean;
}

/** Days that a schedule can have. */
export const daysNames: Readonly<Record<ReportDays, string>> = {
  yesterday: t`Yesterday`,
  last_7_days: t`Last 7 days`,
  last_30_days: t`Last 30 days`,
  last_month: t`Last calendar month`,
  dates: t`Between two dates`,
};

export const repeats = ["once", "day", "week", "month"] as const;
export type Repeat = (typeof repeats)[number];
export const repeatNames: Readonly<Record<Repeat, string>> = {
  once: t`Once, now`,
  day: t`Every day`,
  week: t`Every week`,
  month: t`Every month`,
};
/** What a schedule has unless somebody chooses other days. */
export const usualDays: Readonly<Record<Exclude<Repeat, "once">, Exclude<ReportDays, "dates">>> = {
  day: "yesterday",
  week: "last_7_days",
  month: "last_month",
};

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
/** 2024 began on a Monday. */
const dayNamed = (place: number) =>
  new Date(Date.UTC(2024, 0, 1 + place)).toLocaleDateString(locale, { weekday: "long", timeZone: "UTC" });
export const weekdayChoices = weekdays.map((value, place) => ({ value, label: dayNamed(place) }));

/** What is chosen about a report by mail. */
export interface ScheduleForm extends Record<string, string> {
  kind: string;
  repeat: string;
  weekday: string;
  /** HH:MM */
  time: string;
  days: string;
}

/** Rules of the form's fields. */
export const scheduleRules = {
  time: (time: string, { repeat }: ScheduleForm) =>
    repeat === "once" || /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? null : t`Give a time such as 07:00.`,
};

/** What a call takes of the form. @param once the days of a report that is sent once */
export function wantedOf(
  { kind, repeat, weekday, time, days }: ScheduleForm,
  once: Partial<Wanted> & Pick<Wanted, "days">,
): Wanted {
  const chosen = {
    kind: choiceOf(kind, reportKinds) ?? "leak list",
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const every = choiceOf(repeat, repeats) ?? "once";
  if (every === "once") return { ...chosen, ...once, rule: null };
  const [hour, minute] = time.split(":").map(Number);
  const at = `BYHOUR=${hour};BYMINUTE=${minute}`;
  const rule = {
    day: `FREQ=DAILY;${at}`,
    week: `FREQ=WEEKLY;BYDAY=${weekday};${at}`,
    month: `FREQ=MONTHLY;BYMONTHDAY=1;${at}`,
  }[every];
  return { ...chosen, days: choiceOf(days, reportDays) ?? usualDays[every], rule };
}

/** Of time zones one where the day began last: what is yesterday there is over in all of them. */
export function lastZone(zones: readonly string[]): string | undefined {
  const now = new Date();
  // Swedish dates are yyyy-mm-dd.
  const dayIn = (timeZone: string) => now.toLocaleDateString("sv", { timeZone });
  return zones.toSorted((one, other) => dayIn(one).localeCompare(dayIn(other)))[0];
}

interface Wanted {
  kind: ReportKind;
  days: ReportDays;
  start_date?: string | undefined;
  end_date?: string | undefined;
  rule: string | null;
  time_zone: string;
}

/** When a report is sent, in words; a rule that no form here makes is shown as it is. */
export function scheduleText({ rule }: Pick<ReportSubscription, "rule">): string {
  if (rule === null) return t`Once`;
  const parts = new Map(
    rule
      .replace(/^RRULE:/, "")
      .split(";")
      .map((part) => part.split("="))
      .map(([name, value]) => [name, value]),
  );
  const [freq, day, hour, minute = "0"] = [
    parts.get("FREQ"),
    parts.get("BYDAY"),
    parts.get("BYHOUR") ?? "7",
    parts.get("BYMINUTE"),
  ];
  const time = formatTime(`${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`);
  const known = new Set(["FREQ", "BYDAY", "BYMONTHDAY", "BYHOUR", "BYMINUTE"]);
  if ([...parts.keys()].every((name) => known.has(name ?? ""))) {
    if (freq === "DAILY" && !parts.has("BYDAY")) return t`Every day at ${time}`;
    const weekday = weekdayChoices.find(({ value }) => value === day)?.label;
    if (freq === "WEEKLY" && weekday !== undefined) return t`Every ${weekday} at ${time}`;
    if (freq === "MONTHLY" && parts.get("BYMONTHDAY") === "1") return t`On the first of every month at ${time}`;
  }
  return rule;
}

/** Which properties it is of. */
export function propertiesText(ids: readonly number[] | null): string {
  return ids === null ? t`All properties` : plural(ids.length, { one: "# property", other: "# properties" });
}
