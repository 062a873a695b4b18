import { z } from "zod";
import { call } from "../call/call.ts";
import { bodyId, dayOf, givenName, id, ids, newSerial, paged, paging } from "../call/fields.ts";

const name = givenName.min(1, "Give a name.").max(200, "A name has at most 200 characters.");
const label = givenName.max(200, "A label has at most 200 characters.");
/** 0 is a studio. */
const BEDROOMS = "Give a whole number from 0 (a studio) to 20.";
const bedrooms = z.number(BEDROOMS).int(BEDROOMS).min(0, BEDROOMS).max(20, BEDROOMS);
/** The id of something that has to be chosen first. */
const chosen = (what: string) => z.number(`Choose the ${what}.`).int().positive(`Choose the ${what}.`);
const between = (least: number, most: number) =>
  z
    .number()
    .min(least, `Give a number of at least ${least}.`)
    .max(most, `Give a number of at most ${most.toLocaleString("en-US")}.`);
const pointKind = z.enum(["SPOE", "DPOE", "Toilet", "Water Heater", "Building", "Irrigation"]);

export const buildingRow = z.object({
  id: z.number().int(),
  name: z.string(),
  property_name: z.string(),
  units_count: z.number().int(),
});
export type BuildingRow = z.infer<typeof buildingRow>;

export const unitRow = z.object({
  id: z.number().int(),
  name: z.string(),
  bedrooms: z.number().int(),
  building_id: z.number().int(),
  building_name: z.string(),
});
export type UnitRow = z.infer<typeof unitRow>;

/** Where a meter can be installed. */
const placement = {
  attached_to: pointKind,
  /** Distinguishes points of one kind in one unit. */
  label: z.string(),
  building_id: z.number().int(),
  building_name: z.string(),
  /** null: the whole building, or irrigation. */
  unit_id: z.number().int().nullable(),
  unit_name: z.string().nullable(),
};

export const pointRow = z.object({
  id: z.number().int(),
  ...placement,
  /** The meter there now; null: none. */
  meter_serial_number: z.string().nullable(),
  /** Whether any meter at the point or in its unit has sent readings: it then matters since when another one is there. */
  has_readings: z.boolean(),
});
export type PointRow = z.infer<typeof pointRow>;

const meterRow = z.object({
  id: z.number().int(),
  serial_number: z.string(),
  /** null: it is not installed. */
  place: z.object({ point_id: z.number().int(), ...placement }).nullable(),
  /** Its first local day at its place; null: it has been there all along, or is in no place. */
  in_service_since: z.string().nullable(),
  gateway_serial_number: z.string().nullable(),
  /** null: it reports gallons by the hour. */
  register_unit: z.string().nullable(),
  continuous_use_expected: z.boolean(),
  /** A meter that ever sent anything stays, with what it sent. */
  has_readings: z.boolean(),
});
export type MeterRow = z.infer<typeof meterRow>;

const ofProperty = z.strictObject({ property_id: id });
const ofBuilding = z.strictObject({ property_id: id, building_id: id });
const ofUnit = z.strictObject({ property_id: id, unit_id: id });
const ofPoint = z.strictObject({ property_id: id, point_id: id });
const ofMeter = z.strictObject({ property_id: id, meter_id: id });
const removed = z.object({ removed: z.literal(true) });
/** The values when editing began; the change is rejected if any of them is different by now. */
const asRead = <Fields extends z.ZodRawShape>(fields: Fields) => z.strictObject(fields).partial().optional();
const ofSome = { ...paging, building_id: ids, unit_id: ids };

/** In place of a meter's first day at its place: it has been there all along. */
export const ALWAYS = "always";
const IN_SERVICE_SINCE = 'Give a day such as 2026-01-31, or "always".';
const inServiceSince = z.union([z.literal(ALWAYS), dayOf(IN_SERVICE_SINCE)], IN_SERVICE_SINCE);

const newMeter = z.strictObject({
  serial_number: newSerial,
  point_id: chosen("point").describe("An empty point of the property."),
  gateway_serial_number: newSerial.nullable().default(null).describe("One that is not known yet is added."),
  register_unit: z
    .enum(["gallon", "litre", "cubic foot", "pulse"])
    .nullable()
    .default(null)
    .describe("Of a cumulative register; null: the meter reports gallons by the hour."),
  gallons_per_pulse: between(0.0001, 100_000)
    .nullable()
    .default(null)
    .describe("Gallons of one pulse; with pulse only."),
  register_count: between(0, 10_000)
    .nullable()
    .default(null)
    .describe("The smallest step of the register, in its own unit."),
  register_width: between(1, 1e12)
    .nullable()
    .default(null)
    .describe("Where the register starts again at zero, in its own unit."),
  continuous_use_expected: z.boolean().default(false),
  in_service_since: inServiceSince
    .optional()
    .describe(
      'The first local day on which it counts at the point, or "always": earlier readings of it may follow. Needed where other meters of the unit have readings, and the unit\'s past depends on it.',
    ),
});
export type NewMeter = z.output<typeof newMeter>;

export const placeCalls = {
  "GET /v1/admin/staff/inventory/properties/{property_id}/buildings": call({
    access: "staff",
    summary: "The buildings of a property, by name.",
    params: ofProperty,
    query: z.strictObject(paging),
    response: paged(buildingRow),
  }),
  "POST /v1/admin/staff/inventory/properties/{property_id}/buildings": call({
    access: "staff",
    summary: "Adds a building.",
    params: ofProperty,
    body: z.strictObject({ name }),
    response: buildingRow,
    status: 201,
  }),
  "PATCH /v1/admin/staff/inventory/properties/{property_id}/buildings/{building_id}": call({
    access: "staff",
    summary: "Renames a building.",
    params: ofBuilding,
    body: z.strictObject({ name, expected: asRead({ name: z.string() }) }),
    response: buildingRow,
  }),
  "DELETE /v1/admin/staff/inventory/properties/{property_id}/buildings/{building_id}": call({
    access: "staff",
    summary: "Removes an empty building.",
    params: ofBuilding,
    response: removed,
  }),
  "GET /v1/admin/staff/inventory/properties/{property_id}/units": call({
    access: "staff",
    summary: "The units of a property, by building and name.",
    params: ofProperty,
    query: z.strictObject({ ...paging, building_id: ids }),
    response: paged(unitRow),
  }),
  "POST /v1/admin/staff/inventory/properties/{property_id}/units": call({
    access: "staff",
    summary: "Adds a unit to a building.",
    params: ofProperty,
    body: z.strictObject({ building_id: chosen("building"), name, bedrooms: bedrooms.default(1) }),
    response: unitRow,
    status: 201,
  }),
  "PATCH /v1/admin/staff/inventory/properties/{property_id}/units/{unit_id}": call({
    access: "staff",
    summary: "Changes the name or the number of bedrooms of a unit.",
    params: ofUnit,
    body: z.strictObject({ name, bedrooms, expected: asRead({ name: z.string(), bedrooms: z.number() }) }).partial(),
    response: unitRow,
  }),
  "DELETE /v1/admin/staff/inventory/properties/{property_id}/units/{unit_id}": call({
    access: "staff",
    summary: "Removes a unit without meter points and readings, with its occupancy.",
    params: ofUnit,
    response: removed,
  }),
  "GET /v1/admin/staff/inventory/properties/{property_id}/points": call({
    access: "staff",
    summary: "The meter points of a property, by building and unit, with their present meters.",
    params: ofProperty,
    query: z.strictObject(ofSome),
    response: paged(pointRow),
  }),
  "POST /v1/admin/staff/inventory/properties/{property_id}/points": call({
    access: "staff",
    summary:
      "Adds a point. A unit has one SPOE point or two DPOE points for its whole supply; building and irrigation points belong to no unit.",
    params: ofProperty,
    body: z.strictObject({
      building_id: chosen("building"),
      unit_id: bodyId.nullable(),
      attached_to: pointKind,
      label: label.default(""),
    }),
    response: pointRow,
    status: 201,
  }),
  "PATCH /v1/admin/staff/inventory/properties/{property_id}/points/{point_id}": call({
    access: "staff",
    summary: "Changes the label of a point.",
    params: ofPoint,
    body: z.strictObject({ label, expected: asRead({ label: z.string() }) }),
    response: pointRow,
  }),
  "DELETE /v1/admin/staff/inventory/properties/{property_id}/points/{point_id}": call({
    access: "staff",
    summary: "Removes a point without a meter, at which no meter has sent readings.",
    params: ofPoint,
    response: removed,
  }),
  "GET /v1/admin/staff/inventory/properties/{property_id}/meters": call({
    access: "staff",
    summary:
      "The meters of a property, by building and unit; those not installed last, unless buildings or units are given.",
    params: ofProperty,
    query: z.strictObject({ ...ofSome, search: z.string().trim().max(100).optional() }),
    response: paged(meterRow),
  }),
  "POST /v1/admin/staff/inventory/properties/{property_id}/meters": call({
    access: "staff",
    summary: "Adds a meter at an empty point, and its gateway if it is new.",
    params: ofProperty,
    body: newMeter,
    response: meterRow,
    status: 201,
  }),
  "PATCH /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}": call({
    access: "staff",
    summary:
      "Changes the serial number, the gateway or the first day of service of a meter. Readings use a new number from then on; days before the first day are counted without the meter.",
    params: ofMeter,
    body: z
      .strictObject({
        serial_number: newSerial,
        gateway_serial_number: newSerial.nullable(),
        in_service_since: inServiceSince,
        expected: asRead({
          serial_number: z.string(),
          gateway_serial_number: z.string().max(100).nullable(),
          in_service_since: z.string().max(10).nullable(),
        }),
      })
      .partial(),
    response: meterRow,
  }),
  "DELETE /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}": call({
    access: "staff",
    summary: "Removes a meter that never sent a reading.",
    params: ofMeter,
    response: removed,
  }),
  "PUT /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}/place": call({
    access: "staff",
    summary:
      "Installs a meter at an empty point, from now on; one without readings counts as always installed there, unless in_service_since is given. Earlier readings stay at their place.",
    params: ofMeter,
    body: z.strictObject({ point_id: chosen("point"), in_service_since: inServiceSince.optional() }),
    response: meterRow,
  }),
  "DELETE /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}/place": call({
    access: "staff",
    summary: "Removes a meter from its point from now on; its readings stay there.",
    params: ofMeter,
    response: meterRow,
  }),
};
