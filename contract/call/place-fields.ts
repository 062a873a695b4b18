import { z } from "zod";

/** Fields of rows that identify a place, the same in every table. */
export const propertyId = z.number().int().describe("Id of the property.");
export const propertyName = z.string().describe("Name of the property.");
export const state = z.string().describe("State of its address; empty if not known.");
export const organizationId = z
  .number()
  .int()
  .nullable()
  .describe("Id of the property's organization; null: it belongs to none.");
export const organizationName = z
  .string()
  .nullable()
  .describe("Name of the property's organization; null: it belongs to none.");
export const timeZone = z.string().describe("IANA name of the property's time zone.");
export const unitsCount = z.number().int().describe("Units of the property.");
export const buildingId = z.number().int().describe("Id of the building.");
export const buildingName = z.string().describe("Name of the building.");
export const unitId = z
  .number()
  .int()
  .nullable()
  .describe("Id of the unit; null: a meter of the whole building, or of irrigation.");
export const unitName = z
  .string()
  .nullable()
  .describe("Name of the unit; null: a meter of the whole building, or of irrigation.");
export const meterSerialNumber = z.string().describe("Serial number of the meter; unique within its property.");
export const attachedTo = z
  .string()
  .describe(
    "Where the meter is installed: SPOE or DPOE (the whole unit), Toilet, Water Heater, Building or Irrigation.",
  );
export const localDay = z.iso.date().describe("Local day of the property.");
export const leakingMeter = z
  .string()
  .describe(
    "Serial number of the leaking meter; of a hybrid leak the unit's top meter, else the one that leaked most.",
  );
