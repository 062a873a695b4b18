import { sql } from "kysely";
import type { RecordedRepair } from "../../corrections/record.ts";
import { toRepair } from "../../corrections/repair-list.ts";
import { asGallons } from "../../query/volume.ts";
import { section } from "./section.ts";

interface Volume {
  gallons: number | null;
  [field: string]: unknown;
}

interface Quarantined extends Volume {
  most: number;
}

interface Superseded extends Volume {
  register: number | null;
}

/** What came in and does not count, or not as it came: with what people decided about it. */
export const readingSections = [
  section<RecordedRepair>(
    "repairs",
    (id) => sql`
      select id, kind, reason, request, effect, made_by, made_at, undone_by, undone_at
      from repairs where property_id = ${id} order by id`,
    toRepair,
  ),
  section<Quarantined>(
    "quarantined_readings",
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
    "refused_readings",
    (id) => sql`
      select id, source, source_row, raw, code, reason, state, received_at
      from refused_readings where property_id = ${id} order by id`,
  ),
  section<Superseded>(
    "superseded_readings",
    (id) => sql`
      select meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, minutes, register, received_at
      from superseded_readings where property_id = ${id}
      order by meter_id, measured_at, class, sequence, received_at`,
    (reading) => ({ ...reading, gallons: asGallons(reading.gallons), register: asGallons(reading.register) }),
  ),
];
