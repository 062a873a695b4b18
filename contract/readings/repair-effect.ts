import { z } from "zod";
import { date, dollars, gallons } from "../call/fields.ts";

const instant = z.iso.datetime({ offset: true });

/** A day of a meter or a unit of which any hour changes, before and after; null: nothing was measured. */
const dayChange = z.object({
  date,
  gallons_before: gallons.nullable(),
  gallons_after: gallons.nullable(),
  leak_gallons_before: gallons,
  leak_gallons_after: gallons,
});

/** Of the days that change: their number and their sums. */
const sums = {
  days_changed: z.number().int(),
  gallons_before: gallons.nullable(),
  gallons_after: gallons.nullable(),
  leak_gallons_before: gallons,
  leak_gallons_after: gallons,
};

const effectLeak = z.object({
  leak_type: z.enum(["toilet leak", "other leak", "water heater"]),
  started_at: instant,
  opened_at: instant,
  /** null: it goes on. */
  ended_at: instant.nullable(),
  suspected: z.boolean(),
  unconfirmed: z.boolean(),
  rules: z.array(z.string()),
  confidence: z.enum(["high", "medium", "low"]),
  total_gallons_leaked: gallons,
});

const meterEffect = z.object({
  meter_serial_number: z.string(),
  ...sums,
  days: z.array(dayChange.extend({ hours_measured_before: z.number().int(), hours_measured_after: z.number().int() })),
  leaks_opened: z.array(effectLeak),
  leaks_gone: z.array(effectLeak),
  leaks_changed: z.array(z.object({ before: effectLeak, after: effectLeak })),
});

const unitEffect = z.object({
  unit_id: z.number().int(),
  building_name: z.string(),
  unit_name: z.string(),
  ...sums,
  days: z.array(dayChange),
});

/** What a repair changes: meters and units at which something differs. */
export const repairEffect = z.object({
  meters: z.array(meterEffect),
  units: z.array(unitEffect),
  /**
   * Dollars of the water of the units' changed days, by the prices in force when the repair was made or looked at; left
   * out: no unit's day changes, or the repair is older than these figures.
   */
  costs: z
    .object({
      cost_before: dollars,
      cost_after: dollars,
      leak_cost_before: dollars,
      leak_cost_after: dollars,
    })
    .optional(),
});

export type RepairEffect = z.infer<typeof repairEffect>;
export type MeterEffect = RepairEffect["meters"][number];
export type UnitEffect = RepairEffect["units"][number];
export type EffectLeak = MeterEffect["leaks_opened"][number];
export type DayChange = UnitEffect["days"][number];
