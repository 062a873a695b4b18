import { z } from "zod";
import { call } from "../call/call.ts";
import {
  date,
  days_kept_from,
  dollars,
  flag,
  gallons,
  id,
  ids,
  listShape,
  minutes,
  outside_units_count,
  outside_units_without_price,
  paged,
  percent,
  places,
} from "../call/fields.ts";
import {
  buildingId,
  buildingName,
  leakingMeter,
  organizationId,
  organizationName,
  propertyId,
  propertyName,
  state,
  timeZone,
  unitId,
  unitName,
  unitsCount,
} from "../call/place-fields.ts";
import { bedroomFilters, changeOf, checkFigures, figuresListShape, figuresShape } from "./figures-shape.ts";
import { averageConsumption } from "./leak-report.ts";
import { waterLoss } from "./water-loss.ts";

export const performance = z.enum(["on_track", "opportunities", "critical", "zero_usage"]);
export type Performance = z.infer<typeof performance>;

export const leakType = z.enum(["toilet leak", "other leak", "water heater", "hybrid leak"]);
export type LeakType = z.infer<typeof leakType>;

export const LEAK_TYPE =
  "Kind of leak, by where the meter is installed; hybrid leak: its cases have more than one kind, whatever period is requested.";
/** Parameters of lists of leaks. */
export const INCLUDE_ACTIVE_LEAK =
  "Whether leaks that are not over and had no leak gallons in the period are listed too. Default: no.";
export const ONLY_ACTIVE = "Whether only leaks that are not over are listed: they run, or have paused. Default: no.";
export const CONSUMED = "Gallons used in the period, estimated hours included; null: nothing was measured.";
export const LEAKED = "Gallons of them that leaked.";
export const TOTAL_LEAKED = "Gallons that leaked since the leak began, also before the period.";
export const LEAK_PERCENTAGE =
  "Leak gallons per hundred gallons of the same units and days; null: nothing was used, or measured.";

const leakStart = date.describe("Local day on which the leak began.");
const leakEnd = date.nullable().describe("Local day on which it ended; null: it is not over.");
export const leakGallons = gallons.describe(LEAKED);
export const leakExpense = dollars.describe(
  "Dollars for gallons_leaked: those of each day times the price of a gallon that day.",
);

export const propertyRow = z.object({
  property_id: propertyId,
  organization_id: organizationId,
  property_name: propertyName,
  state,
  performance: performance
    .nullable()
    .describe(
      "By leak percentage: on_track below 10, opportunities below 25, else critical; zero_usage: no water ran. null: no meter reported in the period.",
    ),
  units: z
    .number()
    .int()
    .describe("Units of the property, or those of them with the requested bed counts; so are all figures."),
  units_with_leakage: z.number().int().describe("Units that leaked in the period."),
  bedrooms: z.number().int().describe("Bedrooms of all its units; a studio has 0."),
  days_read: z.number().int().describe("Days of the period on which at least 80 % of its units' top meters were read."),
  gallons_consumed: gallons.nullable().describe(CONSUMED),
  leak_percentage: percent.nullable().describe(LEAK_PERCENTAGE),
  gallons_leaked: gallons.nullable().describe(`${LEAKED} null: nothing was measured.`),
  gallons_consumed_comparison: changeOf("gallons_consumed"),
  leak_percentage_comparison: changeOf("leak_percentage", "percentage points"),
  gallons_leaked_comparison: changeOf("gallons_leaked"),
});
export type PropertyRow = z.infer<typeof propertyRow>;

const leakRow = z.object({
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
  flow_time: minutes.nullable().describe("Minutes of flow per day read; null: not measured."),
  events_sum: z.number().nullable().describe("Draws of water per day read; null: not measured."),
  leak_start_date: leakStart,
  leak_end_date: leakEnd,
  total_gallons_leaked: gallons.describe(TOTAL_LEAKED),
  is_active: z.boolean().describe("Whether it is not over: it runs, or has paused."),
  is_unconfirmed: z
    .boolean()
    .describe(
      "Whether it is active, but its meter measured nothing in the 24 hours before its property's newest reading.",
    ),
});
export type LeakRow = z.infer<typeof leakRow>;

export const unitsWithoutPrice = z
  .number()
  .int()
  .describe(
    "Number of these units with the default price on the last day of the period, because neither the unit nor its organization has a price for it.",
  );

export const isOver = z
  .boolean()
  .describe(
    "Whether the last day is over at all of the requested properties, each in its time zone; else its figures are partial.",
  );

const overview = z.object({
  total_properties: z
    .number()
    .int()
    .describe("The requested properties; if buildings or units are chosen, those with one of these units."),
  total_units: z.number().int().describe("Their units, or the requested ones of them."),
  units_without_price: unitsWithoutPrice,
  units_with_leakage: z.number().int().describe("Units that leaked in the period."),
  gallons_consumed: gallons.nullable().describe(CONSUMED),
  gallons_leaked: gallons.nullable().describe(`${LEAKED} null: nothing was measured.`),
  leak_percentage: percent.nullable().describe(LEAK_PERCENTAGE),
  leak_cost: dollars
    .nullable()
    .describe("Dollars for what leaked, at the price of a gallon in force on each day; null: nothing was measured."),
  units_with_leakage_comparison: changeOf("units_with_leakage"),
  gallons_consumed_comparison: changeOf("gallons_consumed"),
  gallons_leaked_comparison: changeOf("gallons_leaked"),
  leak_percentage_comparison: changeOf("leak_percentage", "percentage points"),
  leak_cost_comparison: changeOf("leak_cost"),
  water_loss: waterLoss,
  start_date: date.describe("First local day of the period."),
  end_date: date.describe("Last local day of the period."),
  is_over: isOver,
  meter_days_read: z.number().int().describe("Meter-days read in the period."),
  meter_days_expected: z.number().int().describe("Expected meter-days of the period."),
  last_reading_date: date
    .nullable()
    .describe("Last local day with a reading of what was asked for, in or out of the period; null: never one."),
  days_kept_from,
});
export type Overview = z.infer<typeof overview>;

/** Where a meter is installed. */
export const place = z.object({
  property_id: propertyId,
  property_name: propertyName,
  building_id: buildingId,
  building_name: buildingName,
  unit_id: unitId,
  unit_name: unitName,
});

const inBuildings = ids.describe("Only these buildings; may be repeated.");
const inUnits = ids.describe("Only these units; may be repeated.");

const leakFilters = {
  building_id: inBuildings,
  unit_id: inUnits,
  include_active_leak: flag.optional().describe(INCLUDE_ACTIVE_LEAK),
  only_active: flag.optional().describe(ONLY_ACTIVE),
};

/** A query parameter that may be repeated, at most 100 times. */
const repeated = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).min(1).max(100).optional(),
  );

export const inClasses = repeated(performance).describe("Only properties of these classes; may be repeated.");
export const inStates = repeated(z.string().max(100)).describe(
  "Only properties in these states, as their addresses have them; may be repeated.",
);

const reporting = "/v1/reporting";

export const reportingCalls = {
  [`GET ${reporting}/overview` as const]: call({
    access: "property-or-portfolio",
    summary:
      "Headline figures of the chosen properties (or, of them, the chosen buildings' and units') and days, and the time of the last reading.",
    query: z.strictObject({ ...figuresShape, building_id: inBuildings, unit_id: inUnits }).superRefine(checkFigures),
    response: overview,
  }),
  [`GET ${reporting}/my-properties/` as const]: call({
    access: "signed-in",
    summary: "The properties in the caller's scope, by name.",
    query: z.strictObject({ organization_id: places.organization_id }),
    response: z.array(
      z.object({
        id: propertyId,
        name: propertyName,
        organization_id: organizationId,
        organization_name: organizationName,
        city: z.string().describe("City of its address."),
        state,
        time_zone: timeZone,
        units_count: unitsCount,
      }),
    ),
  }),
  [`GET ${reporting}/portfolio-insights/properties/performance` as const]: call({
    access: "portfolio",
    summary: "Properties with their consumption, leaks and class in the period.",
    query: z
      .strictObject({
        ...figuresListShape(
          [
            "property_name",
            "state",
            "performance",
            "units",
            "units_with_leakage",
            "bedrooms",
            "days_read",
            "gallons_consumed",
            "leak_percentage",
            "gallons_leaked",
          ],
          "-gallons_leaked",
        ),
        performance: inClasses,
        state: inStates,
      })
      .superRefine(checkFigures),
    response: paged(propertyRow),
  }),
  [`GET ${reporting}/leak-report/leak-overview` as const]: call({
    access: "property-or-portfolio",
    summary: "Leaks with leak gallons in the period, one row per unit.",
    query: z
      .strictObject({
        ...listShape(
          [
            "leak_type",
            "property_name",
            "gallons_consumed",
            "gallons_leaked",
            "flow_time",
            "events_sum",
            "leak_start_date",
            "total_gallons_leaked",
          ],
          "-gallons_leaked",
        ),
        ...leakFilters,
        ...bedroomFilters,
      })
      .superRefine(checkFigures),
    response: paged(leakRow).extend({ outside_units_count, outside_units_without_price, days_kept_from }),
  }),
  [`GET ${reporting}/leak-report/leak-overview/filters` as const]: call({
    access: "property-or-portfolio",
    summary: "Buildings and units to filter by, of the chosen properties (and, of units, the chosen buildings).",
    query: z.strictObject({ ...places, building_id: inBuildings }),
    response: z.object({
      buildings: z
        .array(z.object({ id: buildingId, building_name: buildingName, property_id: propertyId }))
        .describe("Buildings, by name."),
      units: z
        .array(
          z.object({
            id: z.number().int().describe("Id of the unit."),
            name: z.string().describe("Name of the unit."),
            building_id: buildingId,
          }),
        )
        .describe("Units, by name."),
    }),
  }),
  [`GET ${reporting}/leak-report/properties/{id}/overview` as const]: call({
    access: "property-or-portfolio",
    summary: "A property's name, address and contact, and its units' daily consumption.",
    params: z.strictObject({ id: id.describe("Id of the property.") }),
    response: z.object({
      property_id: propertyId,
      organization_id: organizationId,
      organization_name: organizationName,
      name: propertyName,
      city: z.string().describe("City of its address."),
      state,
      street: z.string().describe("Street and number."),
      zip_code: z.string().describe("Zip code."),
      contact_phone: z.string().describe("Telephone number of the contact; empty if not known."),
      contact_email: z.string().describe("Email address of the contact; empty if not known."),
      time_zone: timeZone,
      units_count: unitsCount,
      meters_count: z.number().int().describe("Meters in service."),
      average_consumption: z
        .array(averageConsumption)
        .describe("What its units use on a day, by bedrooms, fewest first."),
    }),
  }),
};
