import { z } from "zod";
import { call } from "../call/call.ts";
import {
  checkPeriod,
  dollars,
  gallons,
  hours_kept_from,
  id,
  ids,
  instantOf,
  listShape,
  minutes,
  paged,
} from "../call/fields.ts";
import { attachedTo, meterSerialNumber, timeZone } from "../call/place-fields.ts";
import { textParams } from "../display/text-params.ts";
import { place } from "../reporting/reporting.ts";
import { ruleSettingCalls } from "./rule-settings.ts";

const instant = z.iso.datetime();
/** Takes any offset, as people write it; answers are in UTC. */
const anyInstant = z.iso.datetime({ offset: true, error: "Give an instant such as 2026-01-31T14:00:00Z." });
const serial = z.string().min(1).max(100);
const confidence = z.enum(["high", "medium", "low"]);

const STATE =
  "open: it goes on; unconfirmed: it has no end, but its meter fell silent; suspected: too early to call it a leak, it counts nowhere; repaired: a person marked it, and it did not run on for a day after; ended: its meter rests again, and nobody said why.";

export const leakKind = z.enum(["toilet leak", "other leak", "water heater"]);
export const leakState = z.enum(["open", "unconfirmed", "suspected", "repaired", "ended"]);

/** A query parameter that may be repeated, at most 10 times. */
const several = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).min(1).max(10).optional(),
  );

/** A person's report that a leak was repaired. */
const leakRepair = z.object({
  id: z.number().int().describe("Id of the word."),
  repaired_at: instant.describe("When it was repaired."),
  note: z.string().describe("What the person wrote; empty: nothing."),
  made_by: z.string().describe("E-mail address of the person."),
  made_at: instant.describe("When they marked it."),
});

export const leak = place.extend({
  leak_type: leakKind.describe("Which kind of leak, by where the meter sits."),
  meter_serial_number: meterSerialNumber,
  attached_to: attachedTo,
  state: leakState.describe(STATE),
  started_at: instant.describe("When it began."),
  opened_at: instant.describe("When it could first be told."),
  last_confirmed_at: instant.describe("End of the last measured hour in which it was seen to run."),
  ended_at: instant.nullable().describe("When it ended; null: no end is known."),
  rules: z.array(z.string()).describe("The rules that hold for it."),
  confidence: confidence.describe("How sure the rules are."),
  gallons_per_hour: gallons
    .nullable()
    .describe(
      "Leak gallons in an hour over its last 24 measured hours; null: suspected, or its hours are no longer kept.",
    ),
  total_gallons_leaked: gallons.describe("Gallons that leaked since it began."),
  leak_cost: dollars.describe("Dollars for them, at the price of a gallon in force on each day."),
  repair: leakRepair
    .extend({ still_running: z.boolean().describe("Whether it ran on for a day after, and still does.") })
    .nullable()
    .describe("The last repair mark; null: it is not marked as repaired."),
  came_back_at: instant
    .nullable()
    .describe("Begin of the next leak of the same kind at the same place, on the same meter; null: none came."),
});
export type LeakState = z.infer<typeof leakState>;
export type ListedLeak = z.input<typeof leak>;

/** What a rule saw when it first held. */
const reason = z.object({
  rule: z.string().describe("Name of the rule."),
  sentence: z.string().describe("What it found, in a sentence for people."),
  confidence: confidence.describe("How sure the rule is."),
  suspected: z.boolean().describe("Whether it is not enough for a leak yet."),
  measure: z.string().describe("What the rule compares, in words."),
  unit: z.enum(["gallons", "hours", "minutes", "points"]).describe("Unit of value and threshold."),
  value: z.number().describe("What was found, in unit."),
  threshold: z.number().describe("What the rule asks for, in unit."),
  window_starts_at: instant.describe("Begin of the hours looked at."),
  window_ends_at: instant.describe("Their end."),
  hours_measured: z.number().int().describe("How many of them were measured."),
  hours_missing: z.number().int().describe("How many of them were not."),
  lowest_hour_gallons: gallons.describe("Gallons of the lowest of them."),
  own_history: z
    .object({
      days: z.number().int().describe("How many days that were."),
      value: z
        .number()
        .nullable()
        .describe("What the same comes to on those days, in unit; null: the rule does not ask."),
    })
    .nullable()
    .describe("The leak-free days before that it was held against; null: too few."),
});
export type Reason = z.input<typeof reason>;

const hour = z.object({
  starts_at: instant.describe("When the hour begins."),
  gallons: gallons.nullable().describe("Gallons of the hour; null: not measured."),
  estimated_gallons: gallons.describe(
    "Gallons of the hour that were spread over silent hours. Rules do not look at them.",
  ),
  leak_gallons: gallons.describe("Gallons that leaked in the hour."),
  flow_time: minutes.nullable().describe("Minutes in which water ran; null: the meter does not say."),
  events: z.number().nullable().describe("Separate draws of water; null: the meter does not say."),
});

export const leakCalls = {
  "GET /v1/leaks": call({
    access: "property-or-portfolio",
    summary:
      "Leaks of the properties, units or the meter asked for, a row each: what they lose, and whether they ended or were repaired. With days: those that ran at some time in them.",
    query: z
      .strictObject({
        ...listShape(["started_at", "ended_at", "repaired_at", "total_gallons_leaked", "property_name"], "-started_at"),
        building_id: ids.describe("Only these buildings; may be repeated."),
        unit_id: ids.describe("Only these units; may be repeated."),
        meter: serial.optional().describe("Only the meter with this serial number."),
        state: several(leakState).describe(`Only leaks in these states; may be repeated. ${STATE}`),
        repaired_since: instantOf("repaired_since must be an instant such as 2026-01-31T00:00:00Z.")
          .optional()
          .describe(
            "Only leaks that a person said were repaired at this instant or later, also those that run on all the same.",
          ),
      })
      .superRefine(checkPeriod),
    response: paged(leak),
  }),
  "GET /v1/leaks/why": call({
    access: "property-or-portfolio",
    summary:
      "Why this is a leak: for each rule that found it a sentence and its numbers, and the hours looked at with the day before them.",
    query: z.strictObject({
      meter: serial.describe("Serial number of the meter."),
      property_id: id
        .optional()
        .describe("The meter's property; needed where several have a meter with this serial number."),
      started_at: anyInstant
        .optional()
        .describe("When the leak began, or any instant at which it ran. Left out: the newest leak of the meter."),
      ...textParams,
    }),
    response: z.object({
      time_zone: timeZone,
      leak: leak.describe("The leak."),
      reasons: z.array(reason).describe("What each rule that found it saw."),
      hours: z.array(hour).describe("The hours looked at, with the day before them."),
      hours_kept_from,
    }),
  }),
  "POST /v1/leaks/repaired": call({
    access: "property",
    summary: "Says that the leak on a meter was repaired; the last word on a leak counts.",
    body: z.strictObject({
      property_id: z.number().int().positive().describe("The meter's property."),
      meter: serial.describe("Serial number of the meter."),
      started_at: anyInstant
        .optional()
        .describe("When the leak began. Left out: the one that ran at repaired_at, or the last one before."),
      repaired_at: anyInstant.describe("When it was repaired."),
      note: z.string().trim().max(1000).default("").describe("What was done."),
    }),
    response: leakRepair.extend({ leak: leak.describe("The leak.") }),
    status: 201,
  }),
  "DELETE /v1/leaks/repaired/{id}": call({
    access: "property",
    summary: "Takes the word back that a leak was repaired; it stays on record.",
    params: z.strictObject({ id: id.describe("Id of the word.") }),
    response: leakRepair.extend({ leak: leak.nullable().describe("The leak; null: it is no more.") }),
  }),
  ...ruleSettingCalls,
};
