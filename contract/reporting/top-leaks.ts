import { z } from "zod";
import { call } from "../call/call.ts";
import { dollars, flag, gallons, id, ids, listShape, minutes, offset, paged, percent } from "../call/fields.ts";
import {
  attachedTo,
  buildingId,
  buildingName,
  leakingMeter,
  meterSerialNumber,
  propertyId,
  propertyName,
  unitId,
  unitName,
} from "../call/place-fields.ts";
import { bedroomFilters, checkFigures } from "./figures-shape.ts";
import { CONSUMED, LEAK_PERCENTAGE, LEAK_TYPE, leakExpense, leakGallons, leakType } from "./reporting.ts";

const inBuildings = ids.describe("Only these buildings; may be repeated.");
const inUnits = ids.describe("Only these units; may be repeated.");
/** Which units a list is about. */
export const unitFilters = { building_id: inBuildings, unit_id: inUnits, ...bedroomFilters };
const activity = {
  include_active_leak: flag
    .optional()
    .describe(
      "Whether places without leak gallons in the period, but with a leak that is not over, are listed too. Default: no.",
    ),
  only_active: flag
    .optional()
    .describe("Whether only places with a leak that is not over are listed: it runs, or has paused. Default: no."),
};

const onlyToDo = flag
  .optional()
  .describe(
    "Whether only places are listed of which a leak of the period that is not over needs somebody: no fix was reported that may hold, nobody decided that it is no leak, and its case is not snoozed. Default: no.",
  );

const leakDays = z.number().int().describe("Local days of the period with leak gallons.");
const totalLeaked = gallons.describe(
  "Gallons that leaked since the begin of the leaks that run in the period, also before and after it.",
);
const flowTime = minutes.nullable().describe("Minutes of flow per day read; null: not measured.");
const events = z.number().nullable().describe("Draws of water per day read; null: not measured.");
const rank = z.number().int().describe("Rank by leak gallons among all rows of the list; 1 leaked most.");

export const leakPropertyRow = z.object({
  property_id: propertyId,
  property_name: propertyName,
  units_with_leakage: z.number().int().describe("Units that leaked in the period."),
  gallons_leaked: leakGallons,
  gallons_consumed: gallons.nullable().describe(CONSUMED),
  leak_percentage: percent.nullable().describe(LEAK_PERCENTAGE),
  total_gallons_leaked: totalLeaked,
  leak_days: leakDays,
});
export type LeakPropertyRow = z.infer<typeof leakPropertyRow>;

const leakUnitRow = z.object({
  rank,
  leak_type: leakType.describe(LEAK_TYPE),
  property_id: propertyId,
  property_name: propertyName,
  building_id: buildingId,
  building_name: buildingName,
  unit_id: unitId,
  unit_name: unitName,
  meter_serial_number: leakingMeter,
  gallons_consumed: gallons.nullable().describe(CONSUMED),
  gallons_leaked: leakGallons,
  leak_expense: leakExpense,
  leak_expense_per_day: dollars
    .nullable()
    .describe("leak_expense by leak_days: what it costs on a day on which it runs. null: there was no such day."),
  flow_time: flowTime,
  events,
  leak_days: leakDays,
  total_gallons_leaked: totalLeaked,
});
export type LeakUnitRow = z.infer<typeof leakUnitRow>;

/** Where a meter is installed. */
export const meterPlace = {
  property_id: propertyId,
  property_name: propertyName,
  building_id: buildingId,
  building_name: buildingName,
  unit_id: unitId,
  unit_name: unitName,
  attached_to: attachedTo,
  meter_serial_number: meterSerialNumber,
};

const topMeterRow = z.object({
  rank,
  leak_type: leakType.describe("Kind of leak, by where the meter is installed."),
  ...meterPlace,
  gallons_consumed: gallons.nullable().describe(CONSUMED),
  gallons_leaked: leakGallons,
  flow_time: flowTime,
  events,
  leak_days: leakDays,
  total_gallons_leaked: totalLeaked,
});
export type TopMeterRow = z.infer<typeof topMeterRow>;

const unitFields = [
  "rank",
  "leak_type",
  "property_name",
  "building_name",
  "unit_name",
  "meter_serial_number",
  "gallons_consumed",
  "gallons_leaked",
  "leak_expense_per_day",
  "flow_time",
  "events",
  "leak_days",
  "total_gallons_leaked",
] as const;

/** Those of its fields by which lists of meters are ordered. */
export const METER_PLACES = [
  "property_name",
  "building_name",
  "unit_name",
  "attached_to",
  "meter_serial_number",
] as const;

const volumes = "/v1/reporting/top-leak-volume";

/** Where most water leaks: properties, units and meters. */
export const topLeakCalls = {
  [`GET ${volumes}/properties` as const]: call({
    access: "property-or-portfolio",
    summary:
      "Properties whose units leaked in the period. Leaks of a building's meter or of irrigation are in no sum of units. include_active_leak adds properties with a leak that is not over; only_active shows only those.",
    query: z
      .strictObject({
        ...listShape(
          [
            "property_name",
            "units_with_leakage",
            "gallons_leaked",
            "gallons_consumed",
            "leak_percentage",
            "total_gallons_leaked",
            "leak_days",
          ],
          "-gallons_leaked",
        ),
        ...unitFilters,
        ...activity,
      })
      .superRefine(checkFigures),
    response: paged(leakPropertyRow),
  }),
  [`GET ${volumes}/units` as const]: call({
    access: "property-or-portfolio",
    summary:
      "Units that leaked in the period, one row for each; a leaking meter of a building or of irrigation has a row of its own.",
    query: z
      .strictObject({
        ...listShape(unitFields, "-gallons_leaked"),
        ...unitFilters,
        ...activity,
        only_to_do: onlyToDo,
      })
      .superRefine(checkFigures),
    response: paged(leakUnitRow),
  }),
  [`GET ${volumes}/properties/{id}/units` as const]: call({
    access: "property-or-portfolio",
    summary: "The same of one property.",
    params: z.strictObject({ id: id.describe("Id of the property.") }),
    query: z
      .strictObject({ ...listShape(unitFields, "-gallons_leaked"), offset, ...unitFilters, ...activity })
      .omit({ organization_id: true, property_id: true })
      .superRefine(checkFigures),
    response: paged(leakUnitRow),
  }),
  "GET /v1/reporting/top-meters": call({
    access: "property-or-portfolio",
    summary:
      "Meters with leak gallons in the period, at their present place. A unit's top meter also measures the water of the fixtures below it, so these are never summed.",
    query: z
      .strictObject({
        ...listShape(
          [
            "rank",
            "leak_type",
            ...METER_PLACES,
            "gallons_consumed",
            "gallons_leaked",
            "flow_time",
            "events",
            "leak_days",
            "total_gallons_leaked",
          ],
          "-gallons_leaked",
        ),
        ...unitFilters,
        include_active_leak: flag
          .optional()
          .describe(
            "Whether meters without leak gallons in the period, but with a leak that runs, are listed too. Default: no.",
          ),
        only_active: flag
          .optional()
          .describe("Whether only meters with a leak that runs are listed, none whose leak has paused. Default: no."),
      })
      .superRefine(checkFigures),
    response: paged(topMeterRow),
  }),
};
