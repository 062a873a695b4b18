import { t } from "@lingui/core/macro";
import { formatDuration } from "../../../../components/format.ts";
import { locale } from "../../../../language/language.ts";

const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

/** An instant in the reader's own time: "Nov 22, 2026, 8:43 AM". */
export function momentOf(instant: string): string {
  return moment.format(new Date(instant));
}

/** When a session was last used: "now" within two minutes, "3 h 5 min ago" within a day, then the instant. */
export function lastSeen(instant: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(instant)) / MINUTE);
  if (minutes < 2) return t`now`;
  return minutes < DAY_MINUTES ? t`${formatDuration(minutes)} ago` : momentOf(instant);
}
