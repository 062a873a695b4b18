import { sql } from "kysely";
import { z } from "zod";
import { asGallons } from "../../query/volume.ts";
import { AsRead, section } from "./section.ts";

const Meter = z.object({
  id: z.int(),
  serial_number: z.string(),
  gateway_id: z.int().nullable(),
  router_id: z.int().nullable(),
  register_unit: z.string().nullable(),
  register_factor: z.number().nullable(),
  count_gallons: z.int(),
  register_width: z.number().nullable(),
  continuous_use_expected: z.boolean(),
});

/** What a property consists of, and who lives there. */
export const placeSections = [
  section("buildings", AsRead, (id) => sql`select id, name from buildings where property_id = ${id} order by id`),
  section(
    "units",
    AsRead,
    (id) => sql`select id, building_id, name, bedrooms from units where property_id = ${id} order by id`,
  ),
  section(
    "points",
    AsRead,
    (id) => sql`
      select id, building_id, unit_id, attached_to, label from meter_points where property_id = ${id} order by id`,
  ),
  section(
    "gateways",
    AsRead,
    (id) => sql`
      select id, serial_number, name, interval_minutes, last_seen_at, uplink_mapping
      from gateways where property_id = ${id} order by id`,
  ),
  section(
    "routers",
    AsRead,
    (id) => sql`
      select id, gateway_id, serial_number, last_seen_at from routers where property_id = ${id} order by id`,
  ),
  section(
    "meters",
    Meter,
    (id) => sql`
      select id, serial_number, gateway_id, router_id, register_unit, register_factor, count_gallons, register_width,
        continuous_use_expected
      from meters where property_id = ${id} order by id`,
    ({ register_factor, count_gallons, ...meter }) => ({
      ...meter,
      gallons_per_register_unit: asGallons(register_factor),
      gallons_per_count: count_gallons === 0 ? null : asGallons(count_gallons),
    }),
  ),
  section(
    "services",
    AsRead,
    (id) => sql`
      select id, meter_id, point_id, began_at, ended_at, opening_register, closing_register
      from meter_services where property_id = ${id} order by id`,
  ),
  section(
    "device_days",
    AsRead,
    (id) => sql`
      select device, device_id, day, last_seen_at, battery, battery_at, signal, signal_at
      from device_days where property_id = ${id} order by device, device_id, day`,
  ),
  section(
    "occupancy",
    AsRead,
    (id) => sql`
      select unit_id, as_of, status, move_in, move_out, source, made_at
      from occupancy where property_id = ${id} order by unit_id, as_of`,
  ),
];
