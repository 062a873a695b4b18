import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { dayText } from "../../time/local-day.ts";
import {
  carriedOver,
  decodeMeterState,
  encodeHours,
  encodeOwnDays,
  type MeterState,
} from "../registers/meter-state.ts";

const CheckpointRow = z.object({ meter_id: z.int(), state: z.instanceof(Buffer) });
const StateRow = z.object({ meter_id: z.int(), state: z.instanceof(Buffer).nullable() });

/**
 * The newest states of meters; a meter without one is not in it. null: its state is outdated.
 * @param configurationOf the fingerprint that a meter's state must have
 */
export async function loadStates(
  tx: Transactional,
  propertyId: number,
  meterIds: number[],
  configurationOf: (meterId: number) => number,
): Promise<Map<number, MeterState | null>> {
  const rows = await queryRows(tx, StateRow)`
    select meter_id, meter_states.state || meter_histories.own_days as state
    from meter_states left join meter_histories using (property_id, meter_id)
    where property_id = ${propertyId} and meter_id = any(${meterIds}::bigint[])`;
  return new Map(
    rows.map((row) => {
      const state = row.state === null ? null : decodeMeterState(row.state, configurationOf(row.meter_id));
      if (state !== null) state.leak.ownDays.isStored = true;
      return [row.meter_id, state];
    }),
  );
}

/** For each meter the newest state at the beginning of the given day or before; those without one are not in it. */
export async function loadCheckpoints(
  tx: Transactional,
  propertyId: number,
  wanted: { meterId: number; day: number }[],
  configurationOf: (meterId: number) => number,
): Promise<Map<number, MeterState>> {
  if (wanted.length === 0) return new Map();
  const rows = await queryRows(tx, CheckpointRow)`
    select v.meter_id, c.state
    from unnest(${wanted.map(({ meterId }) => meterId)}::bigint[], ${wanted.map(({ day }) => dayText(day))}::date[])
      as v (meter_id, day)
    join lateral (
      select state from meter_checkpoints c
      where c.property_id = ${propertyId} and c.meter_id = v.meter_id and c.day <= v.day
      order by c.day desc limit 1
    ) c on true`;
  const states = new Map<number, MeterState>();
  for (const row of rows) {
    const state = decodeMeterState(row.state, configurationOf(row.meter_id));
    if (state !== null) states.set(row.meter_id, state);
  }
  return states;
}

/**
 * States at the beginning of the first day whose readings are still taken, which hold whatever the configuration is: the
 * hours before are gone. A meter that has none, or one of another version of this program, is not in it.
 */
export async function loadFloors(
  tx: Transactional,
  propertyId: number,
  meterIds: number[],
  day: number,
  configurationOf: (meterId: number) => number,
): Promise<Map<number, MeterState>> {
  const rows = await queryRows(tx, CheckpointRow)`
    select meter_id, state from meter_checkpoints
    where property_id = ${propertyId} and meter_id = any(${meterIds}::bigint[]) and day = ${dayText(day)}::date`;
  const states = new Map<number, MeterState>();
  for (const row of rows) {
    const state = carriedOver(row.state, configurationOf(row.meter_id));
    if (state !== null) states.set(row.meter_id, state);
  }
  return states;
}

export async function saveStates(
  tx: Transactional,
  propertyId: number,
  states: Map<number, MeterState>,
): Promise<void> {
  await sql`
    insert into meter_states (property_id, meter_id, state)
    select ${propertyId}::bigint, v.meter_id, v.state
    from unnest(${[...states.keys()]}::bigint[], ${[...states.values()].map(encodeHours)}::bytea[])
      as v (meter_id, state)
    on conflict (property_id, meter_id) do update set state = excluded.state`.execute(tx);
  const changed = [...states].filter(([, { leak }]) => !leak.ownDays.isStored);
  if (changed.length === 0) return;
  await sql`
    insert into meter_histories (property_id, meter_id, own_days)
    select ${propertyId}::bigint, v.meter_id, v.own_days
    from unnest(${changed.map(([meterId]) => meterId)}::bigint[],
      ${changed.map(([, state]) => encodeOwnDays(state))}::bytea[]) as v (meter_id, own_days)
    on conflict (property_id, meter_id) do update set own_days = excluded.own_days`.execute(tx);
}

/** The checkpoints of one meter that a refresh leaves behind. */
export interface CheckpointChange {
  meterId: number;
  /** Those after this day no longer hold; null: all hold. */
  validUntil: number | null;
  /** The newest loaded day: the older a checkpoint, the fewer beside it are kept. */
  latest: number;
  added: { day: number; state: Buffer }[];
}

/**
 * Whether a checkpoint at the beginning of a day is worth its space: of the last two days every one, of the last eight
 * every other, of the last 32 every eighth, of older ones every 32nd. A reading that is late by n days is so processed
 * from about n days before it at most.
 */
export function isKept(day: number, latest: number): boolean {
  const age = latest - day;
  const step = age <= 2 ? 1 : age <= 8 ? 2 : age <= 32 ? 8 : 32;
  return day % step === 0;
}

/** @param floor the day whose states are never dropped, as the hours before are gone; null: all hours are kept */
export async function saveCheckpoints(
  tx: Transactional,
  propertyId: number,
  changes: CheckpointChange[],
  floor: number | null,
): Promise<void> {
  const moved = changes.filter((change) => change.added.length > 0 || change.validUntil !== null);
  if (moved.length === 0) return;
  await sql`
    delete from meter_checkpoints c
    using unnest(${moved.map((change) => change.meterId)}::bigint[],
      ${moved.map((change) => (change.validUntil === null ? null : dayText(change.validUntil)))}::date[],
      ${moved.map((change) => dayText(change.latest))}::date[]) as v (meter_id, valid_until, latest)
    where c.property_id = ${propertyId} and c.meter_id = v.meter_id
      and c.day is distinct from ${floor === null ? null : dayText(floor)}::date
      and (c.day > v.valid_until or (c.day - date '1970-01-01') %
        (case when v.latest - c.day <= 2 then 1 when v.latest - c.day <= 8 then 2 when v.latest - c.day <= 32 then 8
          else 32 end) <> 0)`.execute(tx);
  const added = moved.flatMap(({ meterId, added: states }) => states.map((state) => ({ meterId, ...state })));
  if (added.length === 0) return;
  await sql`
    insert into meter_checkpoints (property_id, meter_id, day, state)
    select ${propertyId}::bigint, v.meter_id, v.day, v.state
    from unnest(${added.map((a) => a.meterId)}::bigint[], ${added.map((a) => dayText(a.day))}::date[],
      ${added.map((a) => a.state)}::bytea[]) as v (meter_id, day, state)
    on conflict (property_id, meter_id, day) do update set state = excluded.state`.execute(tx);
}
