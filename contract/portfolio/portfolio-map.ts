import { z } from "zod";
import { call } from "../call/call.ts";
import { dollars, gallons, percent } from "../call/fields.ts";
import { propertyId, propertyName, state } from "../call/place-fields.ts";
import { checkFigures, figuresShape } from "../reporting/figures-shape.ts";
import { LEAK_PERCENTAGE, LEAKED, performance } from "../reporting/reporting.ts";
import { gallonsPerBedroomOfProperty } from "./portfolio-efficiency.ts";

const NOTHING = "null: nothing was measured.";
const PLACE = "of the centre of the property's ZIP code; null: it has none that is known.";

export const mappedProperty = z.object({
  property_id: propertyId,
  property_name: propertyName,
  city: z.string().describe("City of its address; empty if not known."),
  state,
  latitude: z.number().nullable().describe(`Degrees north ${PLACE}`),
  longitude: z.number().nullable().describe(`Degrees east ${PLACE}`),
  units: z.number().int().describe("Its units, or those of them with the requested bed counts; so are all figures."),
  performance: performance.nullable().describe("Its class in the period; null: no meter reported."),
  leak_percentage: percent.nullable().describe(LEAK_PERCENTAGE),
  gallons_leaked: gallons.nullable().describe(`${LEAKED} ${NOTHING}`),
  leak_cost: dollars.nullable().describe(`Dollars for what leaked, at the prices of each day. ${NOTHING}`),
  gallons_per_bedroom_per_day: gallonsPerBedroomOfProperty,
});
export type MappedProperty = z.infer<typeof mappedProperty>;

// Its rows have no change against the previous period.
const { comparison, ...filters } = figuresShape;

export const portfolioMapCalls = {
  "GET /v1/reporting/portfolio-insights/properties/map": call({
    access: "portfolio",
    summary: "Locations and performance of the chosen properties in the period; all of them, by name.",
    query: z.strictObject(filters).superRefine(checkFigures),
    response: z.object({ properties: z.array(mappedProperty).describe("The properties, by name.") }),
  }),
};
