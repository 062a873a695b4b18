import { z } from "zod";
import { call } from "../call/call.ts";
import {
  checkPeriod,
  date,
  days_kept_from,
  gallons,
  granularityOf,
  hours_kept_from,
  listShape,
  minutes,
  paged,
  reportFilters,
  reportShape,
} from "../call/fields.ts";
import { attachedTo, localDay, meterSerialNumber, timeZone } from "../call/place-fields.ts";
import { CONSUMED, leakGallons, leakType, place, TOTAL_LEAKED } from "./reporting.ts";

/** Minutes of flow, and draws, of a day or an hour. */
const flowTime = minutes.nullable().describe("Minutes in which water ran; null: not measured.");
const event = z.number().nullable().describe("Separate draws of water; null: not measured.");
const events = event.describe("The same as event, by the name that lists of meters have for it.");
const leakDetailOverview = place.extend({
  leak_type: leakType.nullable().describe("Kind of the case to which its leaks belong; null: no leak in the period."),
  case_id: z
    .number()
    .int()
    .nullable()
    .describe("Id of the case to which its leaks in the period belong, else its last one before; null: it has none."),
  meter_serial_number: meterSerialNumber,
  attached_to: attachedTo,
  time_zone: timeZone,
  leak_start_date: date.nullable().describe("Local day on which the leak began; null: no leak in the period."),
  leak_end_date: date.nullable().describe("Local day on which it ended; null: it is not over, or there is none."),
  is_active: z.boolean().describe("Whether it is not over: it runs, or has paused."),
  gallons_consumed: gallons.nullable().describe(CONSUMED),
  gallons_leaked: leakGallons,
  total_gallons_leaked: gallons.describe(TOTAL_LEAKED),
  start_date: date.describe("First local day of the period."),
  end_date: date.describe("Last local day of the period."),
  last_reading_date: date.nullable().describe("Last local day with a reading of this meter; null: never one."),
  unit_leak_type: leakType
    .nullable()
    .describe(
      "The leak list's figures of the meter's unit in the period; null: nothing leaked, or the meter belongs to no unit.",
    ),
  unit_gallons_leaked: gallons
    .nullable()
    .describe("Leak gallons of the whole unit in the period; null: the meter belongs to none."),
  unit_meters: z
    .array(
      z.object({
        meter_serial_number: meterSerialNumber,
        attached_to: attachedTo,
        leak_type: leakType.describe("Kind of leak, by where the meter is installed."),
        gallons_leaked: leakGallons,
      }),
    )
    .describe("The meters of the unit with leak gallons in the period, this one among them, most first."),
  leaks: z
    .array(
      z.object({
        started_at: z.iso.datetime({ offset: true }).describe("When it began."),
        opened_at: z.iso.datetime({ offset: true }).describe("When it could first be detected."),
        ended_at: z.iso.datetime({ offset: true }).nullable().describe("When it ended; null: no end is known."),
        unconfirmed: z
          .boolean()
          .describe(
            "Whether no end is known, but the meter measured nothing in the 24 hours before its property's newest reading.",
          ),
        suspected: z.boolean().describe("Whether it is only suspected; it is then not counted."),
        rules: z.array(z.string()).describe("The rules that match it."),
        opened_by: z.array(z.string()).describe("The rules that opened it; the others matched later."),
        confidence: z.enum(["high", "medium", "low"]).describe("Confidence of the rules."),
        total_gallons_leaked: gallons.describe("Gallons that leaked since it began."),
      }),
    )
    .describe("The leaks of this meter in the period, newest first, each with its rules."),
});
export type LeakDetailOverview = z.infer<typeof leakDetailOverview>;

/** One line of the Day table of the leak detail page. */
const leakDay = z.object({
  date: localDay,
  leak_type: leakType.nullable().describe("Which kind of leak; null: nothing leaked that day."),
  total_leak_gallons: gallons.describe("Gallons that leaked since the leak began, up to the end of the day."),
  leak_gallons: gallons.describe("Gallons that leaked on the day."),
  gallons_consumed: gallons.nullable().describe("Gallons of the day; null: nothing was measured."),
  twenty_two_gallons: gallons
    .nullable()
    .describe("The day's gallons if water ran in all but two of its hours, else 0; null: nothing was measured."),
  flow_time: flowTime,
  event,
  events,
  hours_measured: z.number().int().describe("Hours of the day that were measured."),
  estimated_gallons: gallons.describe("Gallons that were spread over hours without data, part of gallons_consumed."),
});

export const leakStatus = z.enum(["No Leak", "Toilet Leak", "Other Leak", "Water Heater Leak", "Catch-Up", "No Data"]);
const statusOfHour = leakStatus.describe(
  "A kind of leak; Catch-Up: its gallons were spread over hours without data; No Data: it was not measured.",
);

/** One line of the Hour table of the leak detail page. */
const leakHour = z.object({
  date: localDay,
  hour: z.string().describe("Local hour of the day, 00:00 to 23:00; on the day with a repeated hour it occurs twice."),
  starts_at: z.iso.datetime({ offset: true }).describe("When the hour begins, with the property's offset from UTC."),
  gallons: gallons.nullable().describe("Gallons of the hour; null: not measured."),
  leak_gallons: gallons.describe("Gallons that leaked in the hour."),
  total_leak_gallons: gallons.describe("Gallons that leaked since the leak began, up to the end of the hour."),
  leak_status: statusOfHour,
  flow_time: flowTime,
  event,
  events,
  leak_details: statusOfHour,
});
export type LeakDay = z.infer<typeof leakDay>;
export type LeakHour = z.infer<typeof leakHour>;

const chartPoint = z.object({
  label: z.string().describe("A local day such as 2026-01-31, or the start of an hour with its offset from UTC."),
  gallons_consumed: gallons.nullable().describe("Gallons of the point; null: not measured."),
  gallons_leaked: gallons.nullable().describe("Gallons of them that leaked; null: not measured."),
  events: z.number().nullable().describe("Separate draws of water; null: not measured."),
  estimated_gallons: gallons.describe("Gallons of the point that were spread over hours without data."),
});
export type ChartPoint = z.infer<typeof chartPoint>;

const meterParams = z.strictObject({
  meter: z
    .string()
    .min(1)
    .max(100)
    .describe("Serial number of the meter; property_id is needed if several properties have it."),
});

const details = "/v1/reporting/leak-report/leak-details/meters/{meter}";

/** What is known of one meter and its leaks. */
export const leakDetailCalls = {
  [`GET ${details}/overview` as const]: call({
    access: "property-or-portfolio",
    summary: "One meter's place and its leaks in the period.",
    params: meterParams,
    query: reportFilters,
    response: leakDetailOverview,
  }),
  [`GET ${details}/flow/day` as const]: call({
    access: "property-or-portfolio",
    summary: "One meter's days with their leak gallons, newest first unless ordered otherwise.",
    params: meterParams,
    query: z
      .strictObject({
        ...listShape(
          [
            "date",
            "total_leak_gallons",
            "leak_gallons",
            "gallons_consumed",
            "twenty_two_gallons",
            "flow_time",
            "event",
            "events",
          ],
          "-date",
        ),
        granularity_type: granularityOf("day"),
      })
      .superRefine(checkPeriod),
    response: paged(leakDay).extend({ days_kept_from }),
  }),
  [`GET ${details}/flow/hour` as const]: call({
    access: "property-or-portfolio",
    summary: "One meter's hours with their leak status, newest first unless ordered otherwise.",
    params: meterParams,
    query: z
      .strictObject({
        ...listShape(["date", "gallons", "flow_time", "event", "events"], "-date"),
        granularity_type: granularityOf("hour"),
      })
      .superRefine(checkPeriod),
    response: paged(leakHour).extend({ hours_kept_from }),
  }),
  [`GET ${details}/consumption/day` as const]: call({
    access: "property-or-portfolio",
    summary:
      "One meter's gallons and leak gallons by day, a point for every day of the period, null where not measured.",
    params: meterParams,
    query: z.strictObject({ ...reportShape, granularity_type: granularityOf("day") }).superRefine(checkPeriod),
    response: z.array(chartPoint),
  }),
  [`GET ${details}/consumption/hour` as const]: call({
    access: "property-or-portfolio",
    summary: "One meter's gallons and leak gallons by hour, a point for every hour of the period.",
    params: meterParams,
    query: z.strictObject({ ...reportShape, granularity_type: granularityOf("hour") }).superRefine(checkPeriod),
    response: z.array(chartPoint),
  }),
};
