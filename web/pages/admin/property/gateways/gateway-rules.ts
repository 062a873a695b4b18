import { t } from "@lingui/core/macro";

/** A week. */
const MOST_MINUTES = 10_080;

/** What is wrong with the minutes between two messages as typed; null: nothing. */
export function intervalError(typed: string): string | null {
  if (!/^\d{1,6}$/.test(typed.trim())) return t`Give whole minutes.`;
  const minutes = Number(typed);
  if (minutes < 1) return t`A gateway sends at most once a minute.`;
  return minutes > MOST_MINUTES ? t`A gateway sends at least once a week.` : null;
}
