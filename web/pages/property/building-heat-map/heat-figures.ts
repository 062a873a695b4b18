import { t } from "@lingui/core/macro";
import type { HeatUnit } from "../../../../contract/reporting/heat-map.ts";
import type { HeatScale } from "../../../components/heat-map/heat-scale.ts";
import { Gallons, gal } from "../../../language/measure.ts";
import type { HeatFigure } from "../property/view/property-search.ts";

/** What the cells of a heat map can be about. */
interface Figure {
  label: string;
  /** After the ranges of the legend. */
  unit: string;
  totalHeader: string;
  scale: HeatScale;
  /** One for each day; null: nothing was measured. */
  values: (unit: HeatUnit) => (number | null)[];
  /** Of the unit over all days; null: nothing was measured. */
  total: (unit: HeatUnit) => number | null;
}

/** The sum of what was measured; null where nothing was. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const measured = values.filter((value) => value !== null);
  return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0);
}

/** A studio counts as one bedroom. */
const bedroomsOf = ({ bedrooms }: HeatUnit) => Math.max(1, bedrooms);

/** Use per bedroom of each day; null: nothing was measured, or only fixtures. */
function perBedroomByDay(unit: HeatUnit): (number | null)[] {
  const ofFixtures = new Set(unit.days_of_fixtures);
  return unit.gallons_consumed.map((value, day) =>
    value === null || ofFixtures.has(day) ? null : value / bedroomsOf(unit),
  );
}

/** Use per bedroom and day over the days that count as read; null: none does. */
function perBedroom(unit: HeatUnit): number | null {
  const unread = new Set(unit.days_unread);
  const read = perBedroomByDay(unit).filter((value, day) => value !== null && !unread.has(day));
  const gallons = sumOf(read);
  return gallons === null ? null : gallons / read.length;
}

/**
 * The same shades on every building, so that two can be compared. A noiseless toilet leak loses 5 to 250 gallons a day,
 * one home in ten 90 or more; an apartment uses 120 to 145; per bedroom under 60 is efficient, above 120 high.
 */
export const heatFigures: Readonly<Record<HeatFigure, Figure>> = {
  leaked: {
    label: t`Leak ${Gallons}`,
    unit: t`${gal} leaked in a day`,
    totalHeader: t`Sum (${gal})`,
    scale: { steps: [10, 50, 100, 250], hue: "leak" },
    values: ({ gallons_leaked }) => gallons_leaked,
    total: ({ gallons_leaked }) => sumOf(gallons_leaked),
  },
  used: {
    label: t`All ${Gallons}`,
    unit: t`${gal} used in a day`,
    totalHeader: t`Sum (${gal})`,
    scale: { steps: [50, 100, 150, 300], hue: "water" },
    values: ({ gallons_consumed }) => gallons_consumed,
    total: ({ gallons_consumed }) => sumOf(gallons_consumed),
  },
  "per-bedroom": {
    label: t`${Gallons} per bedroom`,
    unit: t`${gal} per bedroom in a day`,
    totalHeader: t`Per day`,
    scale: { steps: [30, 60, 120, 240], hue: "water" },
    values: perBedroomByDay,
    total: perBedroom,
  },
};
