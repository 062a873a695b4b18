import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import {
  DayRow,
  dayColumns,
  daysByMeter,
  type PlaceOfDays,
  readNumbers,
  type Wanted,
  wantedDays,
} from "../days/load-days.ts";
import type { WorkDay } from "../days/work-day.ts";

const RollUpState = z.object({ is_grown: z.boolean(), is_old_form: z.boolean() });

/** A meter with new readings, from an instant on (milliseconds since the epoch). */
export interface Change {
  meterId: number;
  from: number;
}

/** In seconds, far after any reading: a mark from here on only triggers a check that the meter's state is current. */
const LOOK_SECONDS = 100_000_000_000;

/** A mark of a meter without a new reading: it is processed where its state does not hold any more. */
export function lookAt(meterId: number): Change {
  return { meterId, from: LOOK_SECONDS * 1000 };
}

/** Whether a change is no reading, only an occasion to see whether the meter's state still holds. */
export function isLook({ from }: Change): boolean {
  return from >= LOOK_SECONDS * 1000;
}

/** What became of a property's places since its last refresh. */
export interface PlacesSince {
  /** Its inventory has grown a version. */
  isGrown: boolean;
  /** Its days were added up by an earlier release, in a form that lacks something. */
  isOldForm: boolean;
}

/** The form in which days are added up. It grows with a column of unit_days or property_days, or another rule of a sum. */
const ROLL_UP_FORM = 5;

/**
 * Marks all meters of a property for a check when its inventory has a new version. Any change of meters, points,
 * periods of service or the numbers of the leak rules increments `inventory_version` in the same transaction. One of a
 * property that is archived stays due.
 */
export async function markChangedInventory(tx: Transactional, propertyId: number): Promise<PlacesSince> {
  const grown = await queryRow(tx, RollUpState)`
    with before as (
      select id, refreshed_version <> inventory_version as is_grown, rolled_up < ${ROLL_UP_FORM}::int as is_old_form
      from properties where id = ${propertyId} and archived_at is null
    )
    update properties set refreshed_version = inventory_version, rolled_up = greatest(rolled_up, ${ROLL_UP_FORM}::int)
    from before where properties.id = before.id and (is_grown or is_old_form)
    returning is_grown, is_old_form`;
  const { is_grown: isGrown = false, is_old_form: isOldForm = false } = grown ?? {};
  if (isGrown) await markForLook(tx, propertyId);
  return { isGrown, isOldForm };
}

/** SQL: days of `p`, a row of properties, were added up in an earlier form. */
export const hasOldForm = sql`p.rolled_up < ${ROLL_UP_FORM}::int`;

async function markForLook(tx: Transactional, propertyId: number) {
  await sql`
    insert into changes (property_id, meter_ids, from_seconds)
    select property_id, array_agg(meter_id), array_agg(${LOOK_SECONDS}::bigint)
    from meter_states where property_id = ${propertyId}
    group by property_id
    returning id`.execute(tx);
}

/** Marks looked at in one round. */
const MOST_MARKS = 1000;

// Arrays come as text, as those of days do.
const Mark = z.object({ meter_ids: z.string(), from_seconds: z.string() });
type Mark = z.output<typeof Mark>;

/** What waits at a property, each meter once, with its first changed instant. Takes nothing. */
export async function peekChanges(tx: Transactional, propertyId: number): Promise<Change[]> {
  const marks = await queryRows(tx, Mark)`
    select meter_ids::text, from_seconds::text from changes
    where property_id = ${propertyId} order by id limit ${MOST_MARKS}`;
  return earliest(marks);
}

function earliest(marks: Mark[]): Change[] {
  const from = new Map<number, number>();
  for (const { meter_ids, from_seconds } of marks) {
    const seconds = readNumbers(from_seconds);
    for (const [i, meterId] of readNumbers(meter_ids).entries()) {
      // One that holds for all is there once.
      const at = (seconds[i] ?? seconds[0] ?? 0) * 1000;
      const before = from.get(meterId);
      if (before === undefined || at < before) from.set(meterId, at);
    }
  }
  return [...from].map(([meterId, first]) => ({ meterId, from: first }));
}

const Claimed = z.union([DayRow, Mark]);

/** Takes the marks of a property and reads the wanted days, both in the view of one statement. */
export async function claimChanges(
  tx: Transactional,
  place: PlaceOfDays,
  wanted: Wanted[],
): Promise<{ changes: Change[]; days: Map<number, WorkDay[]> }> {
  const { propertyId, timeZone } = place;
  const rows = await queryRows(tx, Claimed)`
    with claimed as (
      delete from changes where property_id = ${propertyId} and id in (
        select id from changes where property_id = ${propertyId} order by id limit ${MOST_MARKS + 200})
      returning meter_ids, from_seconds
    )
    select ${dayColumns}, null as meter_ids, null as from_seconds
    from ${wantedDays(place, wanted)}
    union all
    select ${sql.raw(Array.from({ length: 20 }, () => "null").join(", "))}, meter_ids::text, from_seconds::text from claimed`;
  const days: DayRow[] = [];
  const marks: Mark[] = [];
  for (const row of rows) {
    if ("meter_ids" in row) marks.push(row);
    else days.push(row);
  }
  days.sort((a, b) => a.meter_id - b.meter_id || (a.day < b.day ? -1 : 1));
  return { changes: earliest(marks), days: daysByMeter(days, timeZone) };
}

/** Returns claimed marks that were not processed. */
export async function keepRest(tx: Transactional, propertyId: number, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rest = new Map<number, number>();
  for (const { meterId, from } of changes) rest.set(meterId, Math.min(from, rest.get(meterId) ?? from));
  await sql`
    insert into changes (property_id, meter_ids, from_seconds)
    values (${propertyId}, ${[...rest.keys()]}::bigint[],
      ${[...rest.values()].map((at) => Math.floor(at / 1000))}::bigint[])`.execute(tx);
}
