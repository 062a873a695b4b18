import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import type { ReportDays } from "../../../contract/notifications/report-kinds.ts";
import { wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";

/** When a report is sent: an iCalendar rule by the clock of a zone. */
export interface Schedule {
  rule: string;
  timeZone: string;
  /** When it was made, in milliseconds: from its local day on the rule counts. */
  from: number;
}

const EXAMPLE = "FREQ=WEEKLY;BYDAY=MO;BYHOUR=7;BYMINUTE=0";
/** Of rules that say none. */
const USUAL_HOUR = 7;
/** Days and months as far apart as leap years are. */
const MOST_ITERATIONS = 10_000;
/** Larger ones soon lead to dates beyond those of the calendar. */
const MOST_INTERVAL = 366;

/**
 * The first time after an instant, in milliseconds; null: there is none. A local time that a clock change leaves out is
 * the same time after it, and one that it repeats is the first of both, so that each is once.
 */
export function nextTime(schedule: Schedule, after: number): number | null {
  const { timeZone } = schedule;
  const rules = rulesOf(schedule);
  let next = nextOf(rules, plain(after, timeZone).toZonedDateTime("UTC").epochMilliseconds);
  while (next !== null) {
    const at = next.toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds;
    if (at > after) return at;
    next = nextOf(rules, next.epochMilliseconds);
  }
  return null;
}

function nextOf(rules: RRuleTemporal, after: number): Temporal.ZonedDateTime | null {
  try {
    return rules.next(new Date(after));
  } catch {
    // It is beyond the dates of the calendar, or was not found among as many days as are looked at.
    return null;
  }
}

/** Counted without a zone, as clocks show it. @throws for what is no rule */
function rulesOf({ rule, timeZone, from }: Schedule): RRuleTemporal {
  const hour = rule.includes("BYHOUR") ? 0 : USUAL_HOUR;
  const madeAt = plain(from, timeZone);
  const dtstart = madeAt.with({ hour, minute: 0, second: 0, millisecond: 0 }).toZonedDateTime("UTC");
  const rulesBy = (rruleString: string) =>
    new RRuleTemporal({ rruleString, dtstart, maxIterations: MOST_ITERATIONS, temporal: Temporal });
  const text = untilByClock(rule.replace(/^RRULE:/, ""), timeZone);
  const rules = rulesBy(text);
  const count = /(?<=(?:^|;)COUNT=)\d{1,9}(?=;|$)/;
  const first = count.test(text) ? nextOf(rules, dtstart.epochMilliseconds - 1) : null;
  if (first === null || Temporal.PlainDateTime.compare(first.toPlainDateTime(), madeAt) > 0) return rules;
  // A time of the first day that was over by then is none of those that are counted.
  return rulesBy(text.replace(count, (number) => String(Number(number) + 1)));
}

/** A rule whose UNTIL, which has UTC, is as clocks of the zone show it; that of a day alone is by them already. */
function untilByClock(rule: string, timeZone: string): string {
  return rule.replace(
    /(?<=UNTIL=)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/,
    (until, year, month, day, hour, minute, second) => {
      const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      if (Number.isNaN(at)) return until;
      const local = plain(at, timeZone).toString({ smallestUnit: "second" });
      return /^\d{4}-/.test(local) ? `${local.replaceAll(/[-:]/g, "")}Z` : until;
    },
  );
}

/** @throws ProblemError invalid_fields for a rule that is none, is more often than once a day, or never comes */
export function checkSchedule(schedule: Schedule): void {
  const parts = new Map(
    schedule.rule
      .replace(/^RRULE:/, "")
      .split(";")
      .map((part) => {
        const [name = "", value = ""] = part.split("=");
        return [name, value] as const;
      }),
  );
  if (![...parts].every(([name, value]) => /^[A-Z]+$/.test(name) && /^[A-Z0-9,+-]+$/.test(value))) {
    throw wrongField("rule", text`This is not an iCalendar rule. Use one such as ${EXAMPLE}.`);
  }
  if (
    !["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].includes(parts.get("FREQ") ?? "") ||
    !isUpTo(23, parts.get("BYHOUR") ?? "0") ||
    !isUpTo(59, parts.get("BYMINUTE") ?? "0") ||
    parts.has("BYSECOND")
  ) {
    throw wrongField("rule", text`A report is sent at most once a day, at one hour and minute, as in ${EXAMPLE}.`);
  }
  if (parts.has("RSCALE") || parts.has("SKIP")) {
    throw wrongField("rule", text`Only the Gregorian calendar is supported. Leave out RSCALE and SKIP.`);
  }
  const interval = parts.get("INTERVAL") ?? "1";
  if (!isUpTo(MOST_INTERVAL, interval) || Number(interval) === 0) {
    throw wrongField("rule", text`Set INTERVAL to a whole number from 1 to ${MOST_INTERVAL}.`);
  }
  try {
    rulesOf(schedule);
  } catch {
    throw wrongField("rule", text`This is not an iCalendar rule. Use one such as ${EXAMPLE}.`);
  }
  if (nextTime(schedule, schedule.from) === null) {
    throw wrongField("rule", text`This rule has no future date. Use one such as ${EXAMPLE}.`);
  }
}

function isUpTo(most: number, value: string): boolean {
  return /^\d{1,3}$/.test(value) && Number(value) <= most;
}

/** The local days of a report that is sent at an instant, both included. */
export function daysBefore(
  days: Exclude<ReportDays, "dates">,
  timeZone: string,
  at: number,
): { start_date: string; end_date: string } {
  const today = plain(at, timeZone).toPlainDate();
  const yesterday = today.subtract({ days: 1 });
  const firstOfMonth = today.with({ day: 1 });
  const [first, last] = {
    yesterday: [yesterday, yesterday],
    last_7_days: [today.subtract({ days: 7 }), yesterday],
    last_30_days: [today.subtract({ days: 30 }), yesterday],
    last_month: [firstOfMonth.subtract({ months: 1 }), firstOfMonth.subtract({ days: 1 })],
  }[days];
  return { start_date: String(first), end_date: String(last) };
}

function plain(at: number, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime();
}
