import { z } from "zod";
import { call } from "../call/call.ts";
import { date, gallons, id, ids, minutes, paged, paging } from "../call/fields.ts";
import { attachedTo, buildingId, buildingName, meterSerialNumber, unitId, unitName } from "../call/place-fields.ts";

/** What units with so many bedrooms use on a day. */
export const averageConsumption = z.object({
  bedroom_type: z.number().int().describe("Bedrooms of the units; 0: studios."),
  units: z.number().int().describe("Number of units with that many bedrooms."),
  total_gallons: gallons
    .nullable()
    .describe(
      "Gallons of a unit on a day, on average over the days of the last 30 complete ones on which it was read; null: none was.",
    ),
  flow_time: minutes
    .nullable()
    .describe("Average minutes of flow through its top meters on such a day; null: not measured."),
  events: z
    .number()
    .nullable()
    .describe("Average draws of water through its top meters on such a day; null: not measured."),
});
export type AverageConsumption = z.infer<typeof averageConsumption>;

export const propertyMeter = z.object({
  meter_serial_number: meterSerialNumber,
  attached_to: attachedTo,
  building_id: buildingId,
  building_name: buildingName,
  unit_id: unitId,
  unit_name: unitName,
  bedrooms: z
    .number()
    .int()
    .nullable()
    .describe("Bedrooms of the unit, 0 for a studio; null: a meter of the whole building, or of irrigation."),
  in_service_since: date.nullable().describe("Local day of its installation at its present place; null: not known."),
  gateway_serial_number: z
    .string()
    .nullable()
    .describe("Serial number of the gateway that it reports through; null: none is known."),
});
export type PropertyMeter = z.infer<typeof propertyMeter>;

export const leakReportCalls = {
  "GET /v1/reporting/leak-report/properties/{id}/meters": call({
    access: "property-or-portfolio",
    summary: "The meters of a property in service, by building, unit and place.",
    params: z.strictObject({ id: id.describe("Id of the property.") }),
    query: z.strictObject({
      ...paging,
      building_id: ids.describe("Only these buildings; may be repeated."),
      unit_id: ids.describe("Only these units; may be repeated."),
    }),
    response: paged(propertyMeter),
  }),
};
