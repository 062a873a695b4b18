import { z } from "zod";
import { call } from "../call/call.ts";
import {
  days_kept_from,
  gallons,
  granularityOf,
  hours_kept_from,
  listShape,
  minutes,
  paged,
  percent,
} from "../call/fields.ts";
import { localDay } from "../call/place-fields.ts";
import { checkFigures } from "./figures-shape.ts";
import { leakStatus } from "./leak-details.ts";
import { METER_PLACES, meterPlace, unitFilters } from "./top-leaks.ts";

const ofKind = (what: string) => gallons.nullable().describe(`${what} null: nothing was measured.`);

const meterDayRow = z.object({
  ...meterPlace,
  date: localDay,
  gallons_consumed: gallons.nullable().describe("Gallons of the day; null: nothing was measured."),
  flow_time: minutes.nullable().describe("Minutes in which water ran; null: not measured."),
  events: z.number().nullable().describe("Separate draws of water; null: not measured."),
  gallons_leaked: ofKind("Gallons that leaked on the day."),
  toilet_leaks: ofKind("Those of a toilet meter; 0 of any other."),
  other_leaks: ofKind("Those of any other meter, a water heater's among them; 0 of a toilet meter."),
  leak_volume_percentage: percent
    .nullable()
    .describe("Leak gallons per hundred gallons of the day; null: nothing was used, or measured."),
  leak_details: leakStatus.describe(
    "The kind of leak of the day; Catch-Up: gallons were spread over hours without data; No Data: nothing was measured.",
  ),
});
export type MeterDayRow = z.infer<typeof meterDayRow>;

const meterHourRow = z.object({
  ...meterPlace,
  date: localDay,
  hour: z.string().describe("Local hour of the day, 00:00 to 23:00; on the day with a repeated hour it occurs twice."),
  starts_at: z.iso.datetime({ offset: true }).describe("When the hour begins, with the property's offset from UTC."),
  gallons_consumed: gallons.nullable().describe("Gallons of the hour; null: not measured."),
  flow_time: minutes.nullable().describe("Minutes in which water ran; null: not measured."),
  events: z.number().nullable().describe("Separate draws of water; null: not measured."),
  gallons_leaked: ofKind("Gallons that leaked in the hour."),
  leak_details: leakStatus.describe(
    "A kind of leak; Catch-Up: its gallons were spread over hours without data; No Data: it was not measured.",
  ),
});
export type MeterHourRow = z.infer<typeof meterHourRow>;

const volumes = "/v1/reporting/top-leak-volume";

/** Meters by the day and by the hour. */
export const meterVolumeCalls = {
  [`GET ${volumes}/meters/day` as const]: call({
    access: "property-or-portfolio",
    summary:
      "Every meter in service, a row for each local day of the period that has begun, read or not. By date, and by leak gallons with most first, any number of rows can be sorted; by anything else at most a million: choose one property or fewer days.",
    query: z
      .strictObject({
        ...listShape(
          [
            "date",
            ...METER_PLACES,
            "gallons_consumed",
            "flow_time",
            "events",
            "gallons_leaked",
            "toilet_leaks",
            "other_leaks",
            "leak_volume_percentage",
            "leak_details",
          ],
          "-date",
        ),
        ...unitFilters,
        granularity_type: granularityOf("day"),
      })
      .superRefine(checkFigures),
    response: paged(meterDayRow).extend({ days_kept_from }),
  }),
  [`GET ${volumes}/meters/hour` as const]: call({
    access: "property-or-portfolio",
    summary:
      "Every meter in service, a row for each hour of the local days of the period that has begun, read or not. Rows of several properties can be sorted by date only, that is by local day and hour; those of one property by anything, up to a million rows.",
    query: z
      .strictObject({
        ...listShape(
          ["date", ...METER_PLACES, "gallons_consumed", "flow_time", "events", "gallons_leaked", "leak_details"],
          "-date",
        ),
        ...unitFilters,
        granularity_type: granularityOf("hour"),
      })
      .superRefine(checkFigures),
    response: paged(meterHourRow).extend({ hours_kept_from }),
  }),
};
