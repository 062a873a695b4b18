import { z } from "zod";
import { call } from "./call/call.ts";
import { written } from "./call/fields.ts";
import { buildingId, buildingName, propertyId, propertyName, state } from "./call/place-fields.ts";
import { meterPlace } from "./reporting/top-leaks.ts";

export const foundProperty = z.object({
  property_id: propertyId,
  property_name: propertyName,
  city: z.string().describe("City of its address."),
  state,
});
export type FoundProperty = z.infer<typeof foundProperty>;

export const foundUnit = z.object({
  unit_id: z.number().int().describe("Id of the unit."),
  unit_name: z.string().describe("Name of the unit."),
  building_id: buildingId,
  building_name: buildingName,
  property_id: propertyId,
  property_name: propertyName,
});
export type FoundUnit = z.infer<typeof foundUnit>;

export const foundMeter = z.object(meterPlace);
export type FoundMeter = z.infer<typeof foundMeter>;

const LENGTH = "q must have 1 to 100 characters besides spaces.";

export const searchCalls = {
  "GET /v1/search": call({
    access: "property-or-portfolio",
    summary: "Properties, units and meters in service by a part of their name or serial number, best matches first.",
    query: z.strictObject({
      q: z
        .string()
        .trim()
        .min(1, LENGTH)
        .max(100, LENGTH)
        .describe(
          "A part of a serial number, or words in any order and of any case: of a property all stand in its name; of a unit in the names of its property, its building and itself, one of them at least in its own, such as `maple 204`. Words for a kind of place, such as unit, apt or edificio, may be said beside others.",
        ),
      limit: written(z.number().int().min(1).max(20)).default(8).describe("How many of each kind at most."),
    }),
    response: z.object({
      properties: z.array(foundProperty).describe("Properties, those whose name begins with q first."),
      units: z.array(foundUnit).describe("Units, those of which nothing but the name is said first."),
      meters: z.array(foundMeter).describe("Meters, the serial number q first, then those that begin with it."),
    }),
  }),
};
