import { z } from "zod";
import { call } from "./call.ts";
import { id } from "./common.ts";

/** One number that an organization can set. */
const ruleSetting = z.object({
  name: z.string(),
  value: z.number(),
  default: z.number(),
  is_changed: z.boolean(),
  /** Such as `gallons`; empty for a plain number. */
  unit: z.string(),
  description: z.string(),
});
export type RuleSetting = z.input<typeof ruleSetting>;

const params = z.strictObject({ id });
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
    summary: "The numbers of the leak rules as they hold for an organization, with their defaults and meaning.",
    params,
    response,
  }),
  "PUT /v1/organizations/{id}/leak-settings": call({
    access: "admin",
    summary:
      "Sets the numbers of the leak rules of an organization; those left out go back to their defaults. All its leaks are worked out anew.",
    params,
    body,
    response,
  }),
  "GET /v1/organizations/{id}/metering-settings": call({
    access: "admin",
    summary: "The numbers by which readings of an organization are judged, with their defaults and meaning.",
    params,
    response,
  }),
  "PUT /v1/organizations/{id}/metering-settings": call({
    access: "admin",
    summary:
      "Sets the numbers by which readings of an organization are judged; those left out go back to their defaults.",
    params,
    body,
    response,
  }),
  "PUT /v1/properties/{property_id}/meters/{serial}/continuous-use": call({
    access: "property",
    summary:
      "Says whether a meter is expected to use water all the time (recirculation, an ice machine): its usual lowest hour is then its zero. Its leaks are worked out anew.",
    params: z.strictObject({ property_id: id, serial: z.string().min(1).max(100) }),
    body: z.strictObject({ expected: z.boolean("expected must be true or false.") }),
    response: z.object({
      property_id: z.number().int(),
      meter_serial_number: z.string(),
      continuous_use_expected: z.boolean(),
    }),
  }),
};
