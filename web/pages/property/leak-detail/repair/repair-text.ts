import { t } from "@lingui/core/macro";
import type { ListedLeak } from "../../../../../contract/leaks/leaks.ts";
import { cost } from "../../../../app/report/text.ts";
import { formatGallonsUnit } from "../../../../components/format.ts";
import { dayAtProperty, timeAtProperty } from "../view/property-time.ts";

/** The text about a leak's outcome. */
export interface RepairSummary {
  /** good: it stopped; bad: it runs, or recurred; unsure: not known yet. */
  tone: "good" | "bad" | "unsure";
  headline: string;
  sentence: string;
}

/** Whether the leak was repaired, and whether that helped. Times are on the property's clock. */
export function repairSummary(leak: ListedLeak, zone: string): RepairSummary {
  const at = (instant: string) => timeAtProperty(instant, zone);
  const { repair, ended_at, came_back_at } = leak;
  if (leak.state === "suspected") {
    return { tone: "unsure", headline: t`Only suspected`, sentence: t`It is too early to call it a leak.` };
  }
  if (repair?.still_running) {
    return {
      tone: "bad",
      headline: t`It still runs`,
      sentence: t`It was marked as repaired, but ran on for more than a day after ${at(repair.repaired_at)}. ${lossText(leak)}`,
    };
  }
  if (leak.state === "open") return { tone: "bad", headline: t`Not repaired yet`, sentence: lossText(leak) };
  if (leak.state === "unconfirmed") {
    const seen = at(leak.last_confirmed_at);
    return {
      tone: "unsure",
      headline: t`Not known`,
      sentence: t`Its meter fell silent. It was last seen to run ${seen}.`,
    };
  }
  const unmarkedNote = repair === null ? t`It was not marked as repaired.` : "";
  if (came_back_at !== null) {
    const stopped = ended_at === null ? "" : t`It stopped ${at(ended_at)}. `;
    const sentence = t`${stopped}The next leak of this meter began ${at(came_back_at)}. ${unmarkedNote}`.trim();
    return { tone: "bad", headline: t`It came back`, sentence };
  }
  if (ended_at === null || leak.outcome === "too_early") {
    return {
      tone: "unsure",
      headline: t`Too early to say`,
      sentence:
        ended_at === null
          ? t`The meter has not been seen at rest since. Readings of the next day will show it.`
          : t`It stopped ${at(ended_at)}. Its meter has not reported for a whole day since. ${unmarkedNote}`.trim(),
    };
  }
  const headline = repair === null ? t`It stopped` : t`The repair held so far`;
  return { tone: "good", headline, sentence: t`No leak since ${at(ended_at)}. ${unmarkedNote}`.trim() };
}

/** What a leak goes on to lose, at the price that it has cost so far. */
function lossText({ gallons_per_hour: rate, total_gallons_leaked: total, leak_cost }: ListedLeak): string {
  if (rate === null) return t`How fast it loses water is not known.`;
  const day = rate * 24;
  const price = total === 0 ? null : leak_cost / total;
  const money = price === null ? "" : `, ${cost(day * price)},`;
  return t`It loses ${formatGallonsUnit(rate, 1)} an hour: about ${formatGallonsUnit(day)}${money} a day.`;
}

/** The instant that splits a leak's hours into before and after; null: it is running and not marked repaired. */
export function turningPoint({ repair, ended_at }: ListedLeak): string | null {
  return repair?.repaired_at ?? ended_at;
}

/** Whether it can be marked repaired: it is a leak, and not marked yet or the repair did not help. */
export function canBeRepaired({ state }: ListedLeak): boolean {
  return state === "open" || state === "unconfirmed" || state === "ended";
}

/** What its end saved so far; null: nothing yet, not known, or it is still running. */
export function savedText({ saved, state }: ListedLeak, zone: string): string | null {
  if (saved === null || saved.gallons === 0 || (state !== "repaired" && state !== "ended")) return null;
  const [from, until] = [dayAtProperty(saved.from, zone), dayAtProperty(saved.until, zone)];
  const days = from === until ? t`on ${from}` : t`from ${from} to ${until}`;
  return `${formatGallonsUnit(saved.gallons)}, ${cost(saved.dollars)}, ${days}`;
}
