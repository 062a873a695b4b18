import { plural, t } from "@lingui/core/macro";
import { formatDate, formatDateRange, formatNumber, formatPrice } from "../../../../../components/format.ts";
import { dayAtProperty } from "../../../leak-detail/view/property-time.ts";
import { type DaySpan, EVER, isOn, OPEN } from "./day-spans.ts";
import type { HeldDays, HeldPrice, PriceLane } from "./price-lanes.ts";

/** The text of a range of days: "Mar 03 to Mar 09, 2026", "from Mar 03, 2026 on". */
export function spanText({ first, last }: DaySpan): string {
  if (first === EVER) return last === OPEN ? t`always` : t`until ${formatDate(last)}`;
  return last === OPEN ? t`from ${formatDate(first)} on` : formatDateRange(first, last);
}

/** Who set a price and when, in the property's time zone; null: not known. */
export function setByText(historyEntry: HeldPrice["historyEntry"], zone: string): string | null {
  if (historyEntry === null) return null;
  const who = historyEntry.made_by === "" ? "" : t` by ${historyEntry.made_by}`;
  return t`set${who} on ${dayAtProperty(historyEntry.made_at, zone)}`;
}

/** The source of a price. */
export function sourceText({ source, historyEntry }: HeldPrice, zone: string): string {
  const who = setByText(historyEntry, zone);
  if (source === "own") return who ?? t`the units' own price`;
  if (source === "new") return t`new, not saved`;
  if (source === "usual") return t`the usual price`;
  return who === null ? t`the organization's default` : t`the organization's default, ${who}`;
}

/** "all 24 units", "12 of 24 units". */
export function unitsText(count: number, total: number): string {
  if (count === total) return total === 1 ? t`its unit` : t`all ${plural(total, { one: "# unit", other: "# units" })}`;
  return t`${formatNumber(count)} of ${plural(total, { one: "# unit", other: "# units" })}`;
}

/** What a gallon costs on a day, of all units: "$0.018 at 12 of 24 units, set by a@b.example on Mar 03, 2026". */
export function dayPriceText(lanes: readonly PriceLane[], which: "now" | "then", day: string, zone: string): string {
  const total = lanes.reduce((sum, { unit_ids }) => sum + unit_ids.length, 0);
  const found = new Map<string, { span: HeldDays; units: number }>();
  for (const lane of lanes) {
    const span = (lane[which] ?? lane.now).find((one) => isOn(day, one));
    if (span === undefined) continue;
    const key = [span.cost, span.source, span.historyEntry?.id].join();
    found.set(key, { span, units: (found.get(key)?.units ?? 0) + lane.unit_ids.length });
  }
  return [...found.values()]
    .map(({ span, units }) => t`${formatPrice(span.cost)} at ${unitsText(units, total)}, ${sourceText(span, zone)}`)
    .join("; ");
}

/** More of these are counted. */
const SHOWN = 3;

/** What saving takes the place of: "$0.018 at 7 of 12 units, Oct 01 to Oct 31, 2026"; more than three are counted. */
export function replacedTexts(replaced: readonly (HeldDays & { units: number })[], total: number): string[] {
  const whose = {
    own: "",
    new: "",
    organization: t`, the organization's default`,
    usual: t`, the usual price`,
  } as const;
  const lines = replaced.slice(0, SHOWN).map((span) => {
    const units = unitsText(span.units, total);
    return t`${formatPrice(span.cost)} at ${units}, ${spanText(span)}${whose[span.source]}`;
  });
  const more = replaced.length - SHOWN;
  return more > 0 ? [...lines, t`and ${more} more`] : lines;
}
