import { z } from "zod";
import { call } from "../call/call.ts";
import { id } from "../call/fields.ts";
import { currencies, measures } from "../labels/measures.ts";

export const measure = z.enum(measures, `Choose one of ${measures.join(", ")}.`);
export const currency = z.enum(currencies, `Choose one of ${currencies.join(", ")}.`);

const params = z.strictObject({ id });
const response = z.object({
  organization_id: z.number().int(),
  measure: measure.describe("In which its people read volumes, unless they chose another. Answers are in gallons."),
  currency: currency.describe("Of its prices and costs. Fields are named dollars; nothing is converted."),
});
export type DisplaySettings = z.infer<typeof response>;

export const displaySettingCalls = {
  "GET /v1/organizations/{id}/display-settings": call({
    access: "admin",
    summary: "The measure and the currency in which an organization sees its figures.",
    params,
    response,
  }),
  "PUT /v1/organizations/{id}/display-settings": call({
    access: "admin",
    summary:
      "Sets the measure and the currency of an organization. Omitted ones stay; no figure is converted or changed.",
    params,
    body: z.strictObject({ measure, currency }).partial(),
    response,
  }),
};
