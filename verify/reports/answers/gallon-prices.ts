import { dayNumber, dayText } from "../../../server/time/local-day.ts";
import { covers } from "../figures/prices.ts";
import type { PriceEntry } from "../stored/stored.ts";
import { type Answer, chosenProperties, chosenUnits, type Row } from "./answer.ts";
import { compare } from "./ordered.ts";

/** The most entries of a history that are shown. */
const MAX_ENTRIES = 100;

/** A price that is in force from one day to another; null: no start date, no end date. */
interface Span {
  price: number;
  first: string | null;
  last: string | null;
}

export const unitPrices: Answer = (params) => {
  const properties = chosenProperties(params).toSorted((a, b) => compare(a.name, b.name) || a.id - b.id);
  const rows = properties.flatMap((property): Row[] => {
    const units = chosenUnits(params, property);
    if (units.length === 0 && params.query.unit_id !== undefined) return [];
    const ids = units.map(({ id }) => id);
    const inForce = new Map<string, Span & { units: number[] }>();
    for (const id of ids) {
      for (const span of spansOf(property.prices.filter(({ unitIds }) => unitIds.includes(id)))) {
        const key = JSON.stringify(span);
        const entry = inForce.get(key) ?? { ...span, units: [] };
        entry.units.push(id);
        inForce.set(key, entry);
      }
    }
    const priceEntries = property.prices.filter(({ unitIds }) => unitIds.some((id) => ids.includes(id)));
    return [
      {
        property_id: property.id,
        property_name: property.name,
        organization_id: property.organizationId,
        units_count: units.length,
        prices: [...inForce.values()]
          .toSorted(
            (a, b) =>
              compare(a.first ?? "", b.first ?? "") || compare(a.last ?? "~", b.last ?? "~") || a.price - b.price,
          )
          .map(({ units: unit_ids, ...span }) => ({ unit_ids, ...priceOf(span) })),
        history: priceEntries
          .toReversed()
          .slice(0, MAX_ENTRIES)
          .map(({ unitIds, ...one }) => ({
            unit_ids: unitIds.filter((id) => ids.includes(id)),
            ...priceOf({ price: one.price, first: one.firstDay, last: one.lastDay }),
            ...one.historyFields,
          })),
        history_count: priceEntries.length,
      },
    ];
  });
  return { rows };
};

export const organizationPrices: Answer = (params) => {
  const seen = params.organizationIds;
  const { organization_id: chosen } = params.query;
  const organizations = [...params.figures.stored.organizations.values()]
    .filter(({ id }) => seen.includes(id) && (chosen === undefined || chosen.includes(id)))
    .toSorted((a, b) => compare(a.name, b.name) || a.id - b.id);
  return {
    rows: organizations.map((organization) => ({
      organization_id: organization.id,
      organization_name: organization.name,
      prices: spansOf(organization.prices).map(priceOf),
      history: organization.prices
        .toReversed()
        .slice(0, MAX_ENTRIES)
        .map(({ price, firstDay, lastDay, historyFields }) => ({
          ...priceOf({ price, first: firstDay, last: lastDay }),
          ...historyFields,
        })),
      history_count: organization.prices.length,
    })),
  };
};

function priceOf({ price, first, last }: Span): Row {
  return { cost: price / 1000, start_date: first, end_date: last };
}

/** What is in force of prices given one after the other: each stretch of days with the entry given last for it. */
function spansOf(priceEntries: readonly PriceEntry[]): Span[] {
  const begins = new Set<string | null>();
  for (const { firstDay, lastDay } of priceEntries) {
    begins.add(firstDay);
    if (lastDay !== null) begins.add(dayText(dayNumber(lastDay) + 1));
  }
  const sorted = [...begins].sort((a, b) => (a === null ? -1 : b === null ? 1 : a < b ? -1 : 1));
  const spans: (Span & { of: PriceEntry })[] = [];
  for (const [index, first] of sorted.entries()) {
    const of = priceEntries.findLast((one) => covers(one, first ?? "0000-01-01"));
    if (of === undefined) continue;
    const next = sorted[index + 1];
    const last = next === undefined || next === null ? null : dayText(dayNumber(next) - 1);
    const before = spans.at(-1);
    // Parts of one entry that lie side by side are one.
    if (
      before !== undefined &&
      before.of === of &&
      before.last !== null &&
      first === dayText(dayNumber(before.last) + 1)
    ) {
      before.last = last;
    } else spans.push({ price: of.price, first, last, of });
  }
  return spans.map(({ price, first, last }) => ({ price, first, last }));
}
