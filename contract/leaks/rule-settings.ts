import { z } from "zod";
import { call } from "../call/call.ts";
import { id } from "../call/fields.ts";
import { textParams } from "../display/text-params.ts";

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

/** One number that an organization can set. */
const ruleSetting = z.object({
  name: z.string(),
  value: z.number(),
  default: z.number(),
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
const body = z.strictObject({
  settings: z
    .record(z.string(), z.number("Give a number."))
    .describe("By name. What is left out goes back to its default."),
  /** By name, as read before. Where one is another by now nothing is changed. */
  expected: z.record(z.string(), z.number("Give a number.")).optional(),
});
const response = z.object({ organization_id: z.number().int(), settings: z.array(ruleSetting) });

export const ruleSettingCalls = {
  "GET /v1/organizations/{id}/leak-settings": call({
    access: "admin",
    summary: "The thresholds of an organization's leak rules, with their defaults and meaning.",
    params,
    query,
    response,
  }),
  "PUT /v1/organizations/{id}/leak-settings": call({
    access: "admin",
    summary:
      "Sets the thresholds of an organization's leak rules; omitted ones return to their defaults. All its leaks are recalculated.",
    params,
    query,
    body,
    response,
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
