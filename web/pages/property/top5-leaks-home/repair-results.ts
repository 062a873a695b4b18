import { plural, t } from "@lingui/core/macro";
import type { ListedLeak } from "../../../../contract/leaks/leaks.ts";
import { addDays } from "../../../app/report/search/calendar.ts";
import { cost } from "../../../app/report/text.ts";
import { formatGallonsUnit } from "../../../components/format.ts";
import { type RepairSummary, repairSummary } from "../leak-detail/repair/repair-text.ts";
import { hourAtProperty } from "../leak-detail/view/property-time.ts";
import { REPAIR_DAYS } from "./home-queries.ts";

/** A leak that a person marked as repaired, and what became of it since. */
export interface RepairResult {
  leak: ListedLeak;
  /** The day on which it was repaired, as entered by the person, at its property: yyyy-MM-dd. */
  repairedOn: string;
  /** That day is not over. */
  isToday: boolean;
  summary: RepairSummary;
}

/**
 * What became of leaks that were marked as repaired today or in the 30 days before: those that run on or came back first,
 * else as they come.
 */
export function repairResults(
  leaks: readonly ListedLeak[],
  properties: readonly { id: number; time_zone: string }[],
  now: number = Date.now(),
): RepairResult[] {
  const zones = new Map(properties.map(({ id, time_zone }) => [id, time_zone]));
  const results = leaks.flatMap((leak) => {
    const zone = zones.get(leak.property_id) ?? "UTC";
    const repairedAt = leak.repair?.repaired_at;
    if (repairedAt === undefined) return [];
    const today = hourAtProperty(now, zone).date;
    const repairedOn = hourAtProperty(repairedAt, zone).date;
    if (repairedOn < addDays(today, -REPAIR_DAYS)) return [];
    return [{ leak, repairedOn, isToday: repairedOn >= today, summary: repairSummary(leak, zone) }];
  });
  return results.toSorted((a, b) => Number(b.summary.tone === "bad") - Number(a.summary.tone === "bad"));
}

/**
 * How many repairs of the 30 days before today held, as the Cockpit counts them, and how many more are of today. What they
 * saved is not added up: two meters may have seen the same water.
 */
export function repairsSentence(results: readonly RepairResult[]): string {
  const before = results.filter(({ isToday }) => !isToday);
  const became = (outcome: ListedLeak["outcome"]) => before.filter(({ leak }) => leak.outcome === outcome).length;
  const early = became("too_early") === 0 ? "" : t`, ${became("too_early")} too early to say`;
  const sum = t`${became("held")} of ${plural(before.length, { one: "# repair", other: "# repairs" })} held${early}.`;
  const today = results.length - before.length;
  if (today === 0) return sum;
  const reported = t`${plural(today, { one: "# repair", other: "# repairs" })} reported today.`;
  return before.length === 0 ? reported : `${sum} ${reported}`;
}

/** What a repair saved so far; a text in place of a dash if that is not known. */
export function savedFigure({ saved }: Pick<ListedLeak, "saved">): string {
  return saved === null ? t`nothing saved yet` : t`${formatGallonsUnit(saved.gallons)}, ${cost(saved.dollars)} saved`;
}
