import { z } from "zod";
import { call } from "../call/call.ts";
import { id } from "../call/fields.ts";
import { currencies, measures } from "../display/measures.ts";

export const measure = z.enum(measures, `Choose one of ${measures.join(", ")}.`);
export const currency = z.enum(currencies, `Choose one of ${currencies.join(", ")}.`);

const params = z.strictObject({ id });
const response = z.object({
  organization_id: z.number().int(),
  measure: measure.describe(
    "The measure of volumes on screens, unless a user chose another one. Responses are in gallons.",
  ),
  currency: currency.describe(
    "The currency of prices and costs, in fields named dollars, too. Amounts are never converted.",
  ),
});
export type DisplaySettings = z.infer<typeof response>;

export const displaySettingCalls = {
  "GET /v1/organizations/{id}/display-settings": call({
    access: "report-or-admin",
    summary: "The measure and the currency that an organization's screens and files show.",
    params,
    response,
  }),
  "PUT /v1/organizations/{id}/display-settings": call({
    access: "admin",
    summary:
      "Sets the measure, the currency or both of an organization. Changes how figures are shown, not the figures.",
    params,
    body: z.strictObject({ measure, currency }).partial(),
    response,
  }),
};
