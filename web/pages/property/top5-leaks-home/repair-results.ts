import { plural, t } from "@lingui/core/macro";
import type { CaseState, LeakCase } from "../../../../contract/leaks/cases.ts";
import { addDays } from "../../../app/report/search/calendar.ts";
import { cost } from "../../../app/report/text.ts";
import { formatGallonsUnit } from "../../../components/format.ts";
import { hourAtProperty } from "../leak-detail/view/property-time.ts";
import { REPAIR_DAYS } from "./home-queries.ts";

/** A case of which a fix was reported. */
export interface RepairResult {
  row: LeakCase;
  /** The day on which it was fixed, as reported, at its property: yyyy-MM-dd. */
  fixedOn: string;
  /** verified: the meter proved it; waiting: it may yet; failed: the leak ran on or returned. */
  result: "verified" | "waiting" | "failed";
}

const results: Partial<Record<CaseState, RepairResult["result"]>> = {
  verified: "verified",
  fix_reported: "waiting",
  cannot_verify: "waiting",
};

/** What became of cases that were fixed today or in the 30 days before: failed ones first, else as they come. */
export function repairResults(cases: readonly LeakCase[], now: number = Date.now()): RepairResult[] {
  const found = cases.flatMap((row): RepairResult[] => {
    if (row.fixed_at === null || row.state === "not_a_leak") return [];
    const fixedOn = hourAtProperty(row.fixed_at, row.time_zone).date;
    if (fixedOn < addDays(hourAtProperty(now, row.time_zone).date, -REPAIR_DAYS)) return [];
    return [{ row, fixedOn, result: results[row.state] ?? "failed" }];
  });
  return found.toSorted((a, b) => Number(b.result === "failed") - Number(a.result === "failed"));
}

/** How many fixes are verified, how many wait, and what the verified ones saved. */
export function repairsSentence(found: readonly RepairResult[]): string {
  const count = (result: RepairResult["result"]) => found.filter((one) => one.result === result).length;
  const fixes = plural(found.length, { one: "# fix", other: "# fixes" });
  const waiting = count("waiting") === 0 ? "" : t`, ${count("waiting")} waiting for the meter`;
  const sum = (of: (row: LeakCase) => number | null) => found.reduce((total, { row }) => total + (of(row) ?? 0), 0);
  const gallons = sum(({ gallons_saved }) => gallons_saved);
  const dollars = sum(({ dollars_saved }) => dollars_saved);
  const saved = gallons === 0 ? "" : t` Saved so far: ${formatGallonsUnit(gallons)}, ${cost(dollars)}.`;
  return t`${count("verified")} of ${fixes} verified${waiting}.${saved}`;
}

/** What a fix saved so far. */
export function savedFigure({
  gallons_saved,
  dollars_saved,
}: Pick<LeakCase, "gallons_saved" | "dollars_saved">): string {
  return gallons_saved === null || dollars_saved === null
    ? t`nothing saved yet`
    : t`${formatGallonsUnit(gallons_saved)}, ${cost(dollars_saved)} saved`;
}
