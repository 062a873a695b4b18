import { sql } from "kysely";
import { z } from "zod";
import { RecordedRepair } from "../../corrections/repairs/record.ts";
import { toRepair } from "../../corrections/repairs/repair-list.ts";
import { textsIn } from "../../language/texts.ts";
import { asGallons } from "../../query/volume.ts";
import { AsRead, section } from "./section.ts";

const Quarantined = z.object({
  id: z.int(),
  meter_id: z.int(),
  measured_at: z.date(),
  hours: z.int(),
  minutes: z.int().nullable(),
  gallons: z.int(),
  most: z.int(),
  flow_time: z.number().nullable(),
  events: z.int().nullable(),
  received_at: z.date(),
  decision: z.string().nullable(),
  repair_id: z.int().nullable(),
});

const Superseded = z.object({
  meter_id: z.int(),
  measured_at: z.date(),
  class: z.int(),
  sequence: z.int(),
  gallons: z.int().nullable(),
  flow_time: z.number().nullable(),
  events: z.int().nullable(),
  hours: z.int().nullable(),
  minutes: z.int().nullable(),
  register: z.int().nullable(),
  received_at: z.date(),
});

/** What came in and does not count, or not as it came: with what people decided about it. */
export const readingSections = [
  section(
    "repairs",
    RecordedRepair,
    (id) => sql`
      select id, kind, reason, request, effect, made_by, made_at, undone_by, undone_at
      from repairs where property_id = ${id} order by id`,
    (record) => toRepair(record, textsIn("en")),
  ),
  section(
    "quarantined_readings",
    Quarantined,
    (id) => sql`
      select id, meter_id, measured_at, hours, minutes, gallons, most, flow_time, events, received_at, decision, repair_id
      from quarantined_readings where property_id = ${id} order by id`,
    ({ most, ...reading }) => ({
      ...reading,
      gallons: asGallons(reading.gallons),
      most_gallons: asGallons(most),
    }),
  ),
  section(
    "rejected_readings",
    AsRead,
    (id) => sql`
      select id, source, source_row, raw, code, reason, state, received_at
      from rejected_readings where property_id = ${id} order by id`,
  ),
  section(
    "superseded_readings",
    Superseded,
    (id) => sql`
      select meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, minutes, register, received_at
      from superseded_readings where property_id = ${id}
      order by meter_id, measured_at, class, sequence, received_at`,
    (reading) => ({ ...reading, gallons: asGallons(reading.gallons), register: asGallons(reading.register) }),
  ),
];
