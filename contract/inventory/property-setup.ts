import { z } from "zod";
import { call } from "../call/call.ts";
import { id } from "../call/fields.ts";

const instant = z.iso.datetime();
const count = z.number().int();

const setup = z.object({
  property: z.object({ id: count, name: z.string(), time_zone: z.string() }),
  /** null: it belongs to none. */
  organization: z.object({ id: count, name: z.string() }).nullable(),
  units_count: count,
  /** Meters installed at a point. */
  meters_count: count,
  /** Of them, those with no gateway assigned. */
  meters_without_gateway: count,
  gateways_count: count,
  /** Those that work. */
  gateway_tokens_count: count,
  /** When a gateway called last with its token (to the minute), or a file of readings was read last; null: never. */
  last_contact_at: instant.nullable(),
  /** When the first measured hour began, of whatever meter; null: there is none. */
  first_measured_at: instant.nullable(),
  /** When the newest measured hour ended, or the instant of the newest register; null: there is none. */
  newest_measured_at: instant.nullable(),
  meters_with_readings: count,
  meters_without_readings: count,
  /** Serial numbers of meters without a reading, the first 20. */
  silent_meters: z.array(z.string()),
  /**
   * The first local day that is whole, else the newest one with readings that was not the day of the first; null: there
   * is no reading.
   */
  first_day: z
    .object({
      date: z.iso.date(),
      /** 23, 24 or 25. */
      hours: count,
      /** Of the meter of which most hours were measured. */
      hours_measured: count,
      /** Whether it is over, and at least three quarters of its hours were measured of a meter. */
      is_complete: z.boolean(),
    })
    .nullable(),
  /** The one that was seen first; null: none. */
  first_leak: z
    .object({
      meter_serial_number: z.string(),
      leak_type: z.enum(["toilet leak", "other leak", "water heater"]),
      building_name: z.string().nullable(),
      unit_name: z.string().nullable(),
      started_at: instant,
      opened_at: instant,
    })
    .nullable(),
  /** When a leak that runs all the time can be seen first; null: without a reading, and once there is a leak. */
  leak_outlook: z
    .object({
      /** `continuous`: by flow time; `floor`: by the lowest hour, for meters that report no flow time. */
      rule: z.enum(["continuous", "floor"]),
      hours_needed: count,
      /** Of the meter of which most hours were measured in the first four or the newest four days. */
      hours_measured: count,
      /** null: so many hours were measured; it can be seen at any hour. */
      earliest_at: instant.nullable(),
    })
    .nullable(),
  /** Rows that wait for somebody to correct them. */
  rejected_rows_count: count,
  /** Readings that wait for somebody to accept or reject them. */
  quarantined_count: count,
  /** What is still to come, in its order. */
  missing: z.array(z.enum(["organization", "units", "meters", "token", "reading", "day", "leak"])),
});
export type PropertySetup = z.infer<typeof setup>;

export const propertySetupCalls = {
  "GET /v1/admin/properties/{id}/setup": call({
    access: "admin",
    summary: "The setup of a property up to its first leak, and what is missing.",
    params: z.strictObject({ id }),
    response: setup,
  }),
};
