import type { ListedLeak } from "../../../../contract/leaks.ts";
import { cost } from "../../../app/report/text.ts";
import { formatCount, formatGallonsUnit } from "../../../components/format.ts";
import { type RepairSummary, repairSummary } from "../leak-detail/repair-text.ts";

/** A leak that a person called repaired, and what became of it since. */
export interface RepairResult {
  leak: ListedLeak;
  /** When it was repaired, as entered by the person. */
  repairedAt: string;
  /** IANA time zone of its property. */
  zone: string;
  summary: RepairSummary;
}

/** What became of leaks that were called repaired: those that run on or came back first, else as they come. */
export function repairResults(
  leaks: readonly ListedLeak[],
  properties: readonly { id: number; time_zone: string }[],
): RepairResult[] {
  const zones = new Map(properties.map(({ id, time_zone }) => [id, time_zone]));
  const results = leaks.flatMap((leak) => {
    const zone = zones.get(leak.property_id) ?? "UTC";
    const repairedAt = leak.repair?.repaired_at;
    return repairedAt === undefined ? [] : [{ leak, repairedAt, zone, summary: repairSummary(leak, zone) }];
  });
  return results.toSorted((a, b) => Number(b.summary.tone === "bad") - Number(a.summary.tone === "bad"));
}

/** How many of the repairs held. What they saved is not added up: two meters may have seen the same water. */
export function repairsSentence(results: readonly RepairResult[]): string {
  const held = results.filter(({ summary }) => summary.tone === "good").length;
  const unsure = results.filter(({ summary }) => summary.tone === "unsure").length;
  const early = unsure === 0 ? "" : `, ${unsure} too early to say`;
  return `${held} of ${formatCount(results.length, "repair")} held${early}.`;
}

/** What a repair saved so far; a text in place of a dash if that is not known. */
export function savedFigure({ saved }: Pick<ListedLeak, "saved">): string {
  return saved === null ? "nothing saved yet" : `${formatGallonsUnit(saved.gallons)}, ${cost(saved.dollars)} saved`;
}
