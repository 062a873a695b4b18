import { z } from "zod";
import { call } from "../call/call.ts";
import { bodyId, checkPeriod, date, dayOf, dollars, ids, paged, paging, places, reportShape } from "../call/fields.ts";
import { organizationId, propertyId, propertyName } from "../call/place-fields.ts";
import { checkSpan, costs, endDate, newCost, newCostMeasure, perGallon } from "./cost-entry.ts";

const finances = "/v1/reporting/portfolio-insights/finances";

const cost = dollars.describe("Dollars for a gallon.");
const lastDay = date.nullable().describe("Last local day, included; null: until further notice.");
const historyFields = {
  id: z.number().int().describe("Id of the entry; later ones are greater."),
  made_by: z.string().describe("Email address of the author; empty: not known."),
  made_at: z.iso.datetime().describe("When they marked it."),
};
const MAX_HISTORY_ENTRIES = 100;

const unitPrice = z.object({
  unit_ids: z.array(z.number().int()).describe("Ids of the requested units."),
  cost,
  start_date: date.describe("First local day."),
  end_date: lastDay,
});

export const propertyPrices = z.object({
  property_id: propertyId,
  property_name: propertyName,
  organization_id: organizationId,
  units_count: z.number().int().describe("Units of the property, or the requested ones of them."),
  prices: z
    .array(unitPrice)
    .describe(
      "The prices in force, one entry for units with the same cost and days; no two are for the same unit and day. On other days the organization's default applies.",
    ),
  history: z
    .array(unitPrice.extend(historyFields))
    .describe(
      `Price entries of these units, newest first, the last ${MAX_HISTORY_ENTRIES}. Later ones take precedence.`,
    ),
  history_count: z.number().int().describe("Number of entries."),
});
export type PropertyPrices = z.output<typeof propertyPrices>;

const organizationPrice = z.object({
  cost,
  start_date: date.nullable().describe("First local day; null: no start date."),
  end_date: lastDay,
});

export const organizationPrices = z.object({
  organization_id: z.number().int().describe("Id of the organization."),
  organization_name: z.string().describe("Name of the organization."),
  prices: z
    .array(organizationPrice)
    .describe("The default prices in force, no two for the same day. On other days the price is 0.015 dollars."),
  history: z
    .array(organizationPrice.extend(historyFields))
    .describe(`Price entries, newest first, the last ${MAX_HISTORY_ENTRIES}. Later ones take precedence.`),
  history_count: z.number().int().describe("Number of entries."),
});
export type OrganizationPrices = z.output<typeof organizationPrices>;

const money = (what: string) => dollars.nullable().describe(`${what}; null: nothing was measured.`);
const effect = {
  total_cost_before: money("Dollars for the water of the period by the prices in force"),
  total_cost_after: money("The same by the new prices"),
  leak_cost_before: money("Dollars for what leaked of it by the prices in force"),
  leak_cost_after: money("The same by the new prices"),
};

const pricesEffect = z.object({
  start_date: date.describe("First local day of the period."),
  end_date: date.describe("Last local day of the period."),
  ...effect,
  properties: z
    .array(
      z.object({
        property_id: propertyId,
        property_name: propertyName,
        units_count: z.number().int().describe("Units of it that get a price."),
        ...effect,
      }),
    )
    .describe("The properties of the units, by name; the figures are of all their units."),
});
export type PricesEffect = z.input<typeof pricesEffect>;

export const gallonPriceCalls = {
  [`POST ${finances}/unit-gallon-price` as const]: call({
    access: "portfolio",
    summary:
      "Sets the price of a gallon at units, all or nothing. On the days that they cover these prices replace earlier ones, also on past days; earlier entries are kept.",
    maxBodyKib: 1024,
    body: z.strictObject({ costs }),
    response: z.object({
      property_ids: z.array(z.number().int()).describe("The properties of the units."),
      units_count: z.number().int().describe("Units that got a price."),
    }),
    status: 201,
  }),
  [`GET ${finances}/unit-gallon-price` as const]: call({
    access: "portfolio",
    summary: "The price of a gallon at the units of properties, with its history; properties by name.",
    query: z.strictObject({ ...places, unit_id: ids.describe("Only these units; may be repeated."), ...paging }),
    response: paged(propertyPrices),
  }),
  [`POST ${finances}/unit-gallon-price/effect` as const]: call({
    access: "portfolio",
    summary: "Previews the costs of a period at new prices of units. Changes nothing.",
    maxBodyKib: 1024,
    body: z
      .strictObject({
        costs,
        // Numbers in a body are numbers.
        days_ago: z
          .union([z.literal(0), z.literal(1), z.literal(7), z.literal(30)], "days_ago must be 0, 1, 7 or 30.")
          .optional()
          .describe("1, 7 or 30: that many complete days up to yesterday; 0: today so far. Without dates: yesterday."),
        start_date: reportShape.start_date,
        end_date: reportShape.end_date,
      })
      .superRefine(checkPeriod),
    response: pricesEffect,
  }),
  [`GET ${finances}/organization-gallon-price` as const]: call({
    // Whoever may set it may read it.
    access: "portfolio-or-admin",
    summary: "The price of a gallon for units without their own, with its history, by organization.",
    query: z.strictObject({ organization_id: places.organization_id, ...paging }),
    response: paged(organizationPrices),
  }),
  [`POST ${finances}/organization-gallon-price` as const]: call({
    access: "admin",
    summary:
      "Sets the price of a gallon for units of an organization without their own. On the days that it covers it replaces earlier ones.",
    body: z
      .strictObject({
        organization_id: bodyId.optional().describe("The organization. Default: the active one."),
        cost: newCost,
        measure: newCostMeasure,
        start_date: dayOf("start_date must be a day such as 2026-01-31, or null.")
          .nullish()
          .describe("First local day on which it applies; may be in the past. null or left out: no start date."),
        end_date: endDate,
      })
      .superRefine(checkSpan)
      .transform(perGallon),
    response: organizationPrices,
    status: 201,
  }),
};
