import { z } from "zod";
import { call } from "../call/call.ts";
import { dollars, gallons, id } from "../call/fields.ts";
import { leakingMeter, timeZone } from "../call/place-fields.ts";
import { textParams } from "../display/text-params.ts";
import { leakType } from "./cases.ts";
import { leakPresets } from "./leak-presets.ts";

/** The rules that numbers belong to, in the order in which they are shown. */
const ruleNames = [
  "continuous",
  "floor",
  "long_run",
  "often",
  "burst",
  "toilet_running",
  "no_rest",
  "building",
  "new_meter",
  "own_history",
  "any_rule",
  "life",
  "most_flow",
] as const;
export type RuleName = (typeof ruleNames)[number];

const leakPreset = z
  .enum(leakPresets, 'Give "find_more", "balanced" or "fewer_alarms".')
  .describe(
    "Set of numbers that the rules begin with. find_more: leaks open at about two thirds of the usual thresholds, so that smaller ones are found, and more of what is found is use. balanced: the defaults. fewer_alarms: at one and a half times the usual thresholds and later, so that small leaks are found late, or not at all.",
  );
const ownPreset = leakPreset
  .nullable()
  .describe("The property's own, as for an organization; null: it has none, and the organization's settings count.");

/** One number that an organization or a property can set. */
const ruleSetting = z.object({
  name: z.string(),
  value: z.number(),
  default: z.number().describe("What it is without a change: of leak rules the number of the preset."),
  is_changed: z.boolean(),
  /** Such as `gallons`; empty for a plain number. */
  unit: z.string(),
  rule: z.enum(ruleNames),
  rule_name: z.string(),
  label: z.string().describe("Its meaning below the name of its rule."),
  description: z.string().describe("The same as a sentence of its own."),
});
export type RuleSetting = z.input<typeof ruleSetting>;

const params = z.strictObject({ id });
const query = z.strictObject({ language: textParams.language });
const numbersByName = z.record(z.string(), z.number("Give a number."));
const settings = numbersByName.describe("By name. What is left out goes back to its default.");
const EXPECTED = "By name, as read before. Where one is another by now nothing is changed.";
const EXPECTED_PRESET = "As read before. Where it is another by now nothing is changed.";
const body = z.strictObject({ settings, expected: numbersByName.optional().describe(EXPECTED) });
const response = z.object({ organization_id: z.number().int(), settings: z.array(ruleSetting) });

const leakBody = z.strictObject({
  preset: leakPreset.optional().describe("What the numbers begin with; left out: it stays."),
  settings,
  expected: numbersByName.optional().describe(EXPECTED),
  expected_preset: leakPreset.optional().describe(EXPECTED_PRESET),
});
const leakResponse = response.extend({
  preset: leakPreset,
  properties: z
    .array(
      z.object({
        property_id: z.number().int().describe("Id of the property."),
        property_name: z.string().describe("Name of the property."),
        preset: ownPreset,
      }),
    )
    .describe("The properties of the organization that the caller sees, by name."),
});
export type LeakSettingsAnswer = z.input<typeof leakResponse>;

const property = z.strictObject({ property_id: id });
const propertyChoice = z.strictObject({
  preset: ownPreset,
  settings: numbersByName
    .default({})
    .describe("By name. What is left out has the number of the preset. Without a preset none may be given."),
});
const propertyBody = propertyChoice.extend({
  expected: numbersByName.optional().describe(EXPECTED),
  expected_preset: ownPreset.optional().describe(EXPECTED_PRESET),
});
const propertyResponse = z.object({
  property_id: z.number().int(),
  organization_id: z.number().int().nullable().describe("null: it belongs to no organization."),
  preset: ownPreset,
  organization_preset: leakPreset,
  settings: z.array(ruleSetting).describe("Those that count: its own, else the organization's."),
});
export type PropertyLeakSettings = z.input<typeof propertyResponse>;

const backTestCase = z.object({
  case_id: z.number().int().nullable().describe("Id of the case; null: it would be added."),
  building_name: z.string().describe("Its building."),
  unit_name: z.string().nullable().describe("Its unit; null: its meter belongs to none."),
  meter_serial_number: leakingMeter,
  leak_type: leakType.describe("Kind of leak over the life of the case."),
  started_at: z.iso.datetime().describe("When the first of its leaks began."),
  ended_at: z.iso.datetime().nullable().describe("When the last of them ended; null: one of them has no end."),
  is_not_a_leak: z.boolean().describe("Whether a person decided that it is no leak."),
  gallons: gallons.describe("Gallons that leaked in the period."),
  cost: dollars.describe("Dollars for them, at the price of a gallon on each day."),
});
export type BackTestCase = z.input<typeof backTestCase>;

const backTestSum = z.object({
  count: z.number().int().describe("How many cases."),
  not_a_leak_count: z.number().int().describe("How many of them a person decided to be no leak."),
  gallons: gallons.describe("Gallons that they leaked in the period."),
  cost: dollars.describe("Dollars for them, at the price of a gallon on each day."),
});
/** Cases in one list of a back-test. */
export const MAX_BACK_TEST_CASES = 200;
const LIST = `those with the most gallons first, at most ${MAX_BACK_TEST_CASES}; the sums have all of them.`;

const backTest = z.object({
  property_id: z.number().int(),
  property_name: z.string(),
  organization_id: z.number().int().nullable().describe("null: it belongs to no organization."),
  time_zone: timeZone,
  from: z.iso.date().describe("First local day of the period: 90 days ago."),
  until: z.iso.date().describe("Last local day of the period: today."),
  hours_kept_from: z.iso
    .date()
    .nullable()
    .describe(
      "Leaks before this local day stay as they are, as their hours were archived; null: none were in the period.",
    ),
  has_readings: z.boolean().describe("Whether any meter of the property has readings."),
  before: backTestSum.describe("The cases of the period as they are."),
  after: backTestSum.describe("The cases of the period as they would be."),
  removed: backTestSum.describe("Those that would be removed."),
  added: backTestSum.describe("Those that would be added."),
  changed: z.number().int().describe("How many would stay with another start, end or volume in the period."),
  removed_cases: z.array(backTestCase).describe(`The cases that would be removed, ${LIST}`),
  added_cases: z.array(backTestCase).describe(`The cases that would be added, ${LIST}`),
});
export type BackTest = z.input<typeof backTest>;

export const ruleSettingCalls = {
  "GET /v1/organizations/{id}/leak-settings": call({
    access: "admin",
    summary: "The preset and the thresholds of an organization's leak rules, with their defaults and meaning.",
    params,
    query,
    response: leakResponse,
  }),
  "PUT /v1/organizations/{id}/leak-settings": call({
    access: "admin",
    summary:
      "Sets the preset and the thresholds of an organization's leak rules; omitted ones return to the preset's. All leaks of its properties without a preset of their own are recalculated.",
    params,
    query,
    body: leakBody,
    response: leakResponse,
  }),
  "GET /v1/properties/{property_id}/leak-settings": call({
    access: "admin",
    summary: "The thresholds of a property's leak rules: its own preset and numbers, or those of its organization.",
    params: property,
    query,
    response: propertyResponse,
  }),
  "PUT /v1/properties/{property_id}/leak-settings": call({
    access: "admin",
    summary:
      "Gives a property a preset and thresholds of its own, or takes them back. Where that changes what counts, its leaks are recalculated.",
    params: property,
    query,
    body: propertyBody,
    response: propertyResponse,
  }),
  "POST /v1/properties/{property_id}/leak-settings/back-test": call({
    access: "admin",
    summary:
      "Which leak cases of the last 90 days would be removed and which added with other settings, by the hours that are stored. Nothing is changed.",
    params: property,
    body: propertyChoice,
    response: backTest,
  }),
  "GET /v1/organizations/{id}/metering-settings": call({
    access: "admin",
    summary: "The limits for readings of an organization, with their defaults and meaning.",
    params,
    query,
    response,
  }),
  "PUT /v1/organizations/{id}/metering-settings": call({
    access: "admin",
    summary: "Sets the limits for readings of an organization; omitted ones return to their defaults.",
    params,
    query,
    body,
    response,
  }),
  "PUT /v1/properties/{property_id}/meters/{serial}/continuous-use": call({
    access: "property",
    summary:
      "Sets whether a meter is expected to have flow all the time (recirculation, an ice machine): its usual lowest hour is then its zero. Its leaks are recalculated.",
    params: z.strictObject({ property_id: id, serial: z.string().min(1).max(100) }),
    body: z.strictObject({ expected: z.boolean("expected must be true or false.") }),
    response: z.object({
      property_id: z.number().int(),
      meter_serial_number: z.string(),
      continuous_use_expected: z.boolean(),
    }),
  }),
};
