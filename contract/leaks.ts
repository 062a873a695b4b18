import { z } from "zod";
import { call } from "./call.ts";
import { checkPeriod, gallons, hours_kept_from, id, ids, listShape, paged } from "./common.ts";
import { place } from "./reporting.ts";
import { ruleSettingCalls } from "./rule-settings.ts";

const instant = z.iso.datetime();
/** Takes any offset, as people write it; answers are in UTC. */
const anyInstant = z.iso.datetime({ offset: true, error: "Give an instant such as 2026-01-31T14:00:00Z." });
const serial = z.string().min(1).max(100);
const confidence = z.enum(["high", "medium", "low"]);

/**
 * `open`: it goes on. `unconfirmed`: it has no end, but its meter fell silent. `suspected`: too early to call it a
 * leak; it counts nowhere. `repaired`: a person said so, and it did not run on for a day after. `ended`: its meter
 * rests again, and nobody said why.
 */
export const leakState = z.enum(["open", "unconfirmed", "suspected", "repaired", "ended"]);

/** A person's word that a leak was repaired. */
const leakRepair = z.object({
  id: z.number().int(),
  repaired_at: instant,
  note: z.string(),
  /** E-mail address of the person. */
  made_by: z.string(),
  made_at: instant,
});

const saved = z.object({
  /** Since when, and until when so far, water is saved: at most 30 days, and not beyond the leak's return. */
  from: instant,
  until: instant,
  gallons,
  dollars: z.number(),
});

const leak = place.extend({
  leak_type: z.enum(["toilet leak", "other leak", "water heater"]),
  meter_serial_number: z.string(),
  attached_to: z.string(),
  state: leakState,
  started_at: instant,
  /** When it could first be told. */
  opened_at: instant,
  /** End of the last measured hour in which it was seen to run. */
  last_confirmed_at: instant,
  /** null: no end is known. */
  ended_at: instant.nullable(),
  rules: z.array(z.string()),
  confidence,
  /** Leak gallons in an hour over its last 24 measured hours; null: suspected, or its hours are no longer kept. */
  gallons_per_hour: gallons.nullable(),
  /** Leak gallons since its start. */
  total_gallons_leaked: gallons,
  /** Dollars for them. */
  leak_cost: z.number(),
  /** The last word on it; null: nobody said that it was repaired. */
  repair: leakRepair.extend({ still_running: z.boolean() }).nullable(),
  /** null: it was not repaired and did not end, its rate is not known, or its meter was not heard since. */
  saved: saved.nullable(),
  /** Begin of the next leak on the same meter; null: none came. */
  came_back_at: instant.nullable(),
});
export type LeakState = z.infer<typeof leakState>;
export type ListedLeak = z.input<typeof leak>;

/** What a rule saw when it first held. */
const reason = z.object({
  rule: z.string(),
  /** What it found, in a sentence for people. */
  sentence: z.string(),
  confidence,
  /** Not enough for a leak yet. */
  suspected: z.boolean(),
  /** What the rule compares, in `unit`, and what it asks for. */
  measure: z.string(),
  unit: z.enum(["gallons", "hours", "minutes", "points"]),
  value: z.number(),
  threshold: z.number(),
  /** The hours looked at. */
  window_starts_at: instant,
  window_ends_at: instant,
  hours_measured: z.number().int(),
  hours_missing: z.number().int(),
  lowest_hour_gallons: gallons,
  /** The leak-free days before that it was held against; null: too few. */
  own_history: z
    .object({
      days: z.number().int(),
      /** What the same comes to on those days, in `unit`; null: the rule does not ask. */
      value: z.number().nullable(),
    })
    .nullable(),
});
export type Reason = z.input<typeof reason>;

const hour = z.object({
  starts_at: instant,
  /** null: not measured. */
  gallons: gallons.nullable(),
  /** Gallons of the hour that were spread over silent hours. Rules do not look at them. */
  estimated_gallons: gallons,
  leak_gallons: gallons,
  /** Minutes, and draws; null where the meter does not say. */
  flow_time: z.number().nullable(),
  events: z.number().nullable(),
});

export const leakCalls = {
  "GET /v1/leaks": call({
    access: "property-or-portfolio",
    summary:
      "Leaks of the properties, units or the meter asked for, a row each: what they lose, whether they ended or were repaired, and what that saved. With days: those that ran at some time in them.",
    query: z
      .strictObject({
        ...listShape(["started_at", "ended_at", "total_gallons_leaked", "property_name"], "-started_at"),
        building_id: ids,
        unit_id: ids,
        meter: serial.optional(),
        state: z.preprocess(
          (value) => (value === undefined || Array.isArray(value) ? value : [value]),
          z.array(leakState).min(1).optional(),
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
      meter: serial,
      /** Needed where several properties have a meter with this serial number. */
      property_id: id.optional(),
      /** Its `started_at`, or any instant at which it ran; without: the newest leak of the meter. */
      started_at: anyInstant.optional(),
    }),
    response: z.object({
      time_zone: z.string(),
      leak,
      reasons: z.array(reason),
      hours: z.array(hour),
      hours_kept_from,
    }),
  }),
  "POST /v1/leaks/repaired": call({
    access: "property",
    summary: "Says that the leak on a meter was repaired; the last word on a leak counts.",
    body: z.strictObject({
      property_id: z.number().int().positive(),
      meter: serial,
      /** The leak; without: the one that ran at repaired_at, or the last one before. */
      started_at: anyInstant.optional(),
      repaired_at: anyInstant,
      note: z.string().trim().max(1000).default(""),
    }),
    response: leakRepair.extend({ leak }),
    status: 201,
  }),
  "DELETE /v1/leaks/repaired/{id}": call({
    access: "property",
    summary: "Takes the word back that a leak was repaired; it stays on record.",
    params: z.strictObject({ id }),
    response: leakRepair.extend({ leak: leak.nullable() }),
  }),
  ...ruleSettingCalls,
};
