import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { dayText, localDayAt } from "../../time/local-day.ts";
import { DaysAtHand } from "../days/days-at-hand.ts";
import { loadDays } from "../days/load-days.ts";
import { fingerprintOf } from "../inventory/fingerprint.ts";
import type { Inventory } from "../inventory/inventory-types.ts";
import { organizationSettings } from "../inventory/organization-settings.ts";
import { advanceMeter } from "../registers/advance-meter.ts";
import { encodeMeterState, newMeterState } from "../registers/meter-state.ts";
import { configurationsOf, firstDayOf, REACH_DAYS } from "./plan-meters.ts";
import { firstOpenDay } from "./retained.ts";
import { loadCheckpoints, loadFloors } from "./states.ts";

const MeterIdRow = z.object({ meter_id: z.int() });

/** Meters processed at once, so that their days take little memory. */
const METERS = 300;

/**
 * Calculates, for every meter of a property, its state at the beginning of a day, and stores it: where the hours before
 * are dropped, later recalculations start from it. Nothing may wait for refresh.
 * @param day number of the local day
 */
export async function keepFloorStates(tx: Transactional, inventory: Inventory, day: number): Promise<void> {
  const { propertyId, timeZone, byId } = inventory;
  const { leaks: settings } = await organizationSettings(tx, propertyId);
  const configurationOf = configurationsOf(inventory, fingerprintOf(settings));
  const dayAt = (at: number) => localDayAt(timeZone, at).day;
  const begun = await queryRows(tx, MeterIdRow)`
    select meter_id from meter_states where property_id = ${propertyId} order by meter_id`;
  const ids = begun.map((row) => row.meter_id).filter((id) => byId.has(id));
  const floor = firstOpenDay(inventory);
  for (let i = 0; i < ids.length; i += METERS) {
    const some = ids.slice(i, i + METERS);
    const wanted = some.map((meterId) => ({ meterId, day }));
    const checkpoints = await loadCheckpoints(tx, propertyId, wanted, configurationOf);
    const floors = floor === null ? null : await loadFloors(tx, propertyId, some, floor, configurationOf);
    const starts = some.flatMap((meterId) => {
      const meter = byId.get(meterId);
      if (meter === undefined) return [];
      const state = checkpoints.get(meterId) ?? floors?.get(meterId) ?? newMeterState(configurationOf(meterId));
      const fromDay = firstDayOf(state, floor, dayAt);
      return [{ meter, state, fromDay, loadFrom: Math.max(inventory.hoursFrom ?? 0, fromDay - REACH_DAYS) }];
    });
    const days = await loadDays(
      tx,
      inventory,
      starts.map(({ meter, loadFrom }) => ({ meterId: meter.meterId, from: loadFrom })),
      day,
    );
    const kept = starts.map(({ meter, state, fromDay, loadFrom }) => {
      const { meterId, attachedTo, count, continuousUseExpected } = meter;
      const at = new DaysAtHand(meterId, timeZone, loadFrom, days.get(meterId) ?? []);
      const leakMeter = { attachedTo, count, continuousUseExpected, settings };
      const rest = { lumpsFrom: fromDay, rewound: true, wanted: () => false, silentUntil: null, isUpToNow: false };
      advanceMeter({ meter, leakMeter, state, at, fromDay, ...rest });
      return { meterId, bytes: encodeMeterState(state) };
    });
    await sql`
      insert into meter_checkpoints (property_id, meter_id, day, state)
      select ${propertyId}::bigint, v.meter_id, ${dayText(day)}::date, v.state
      from unnest(${kept.map(({ meterId }) => meterId)}::bigint[], ${kept.map(({ bytes }) => bytes)}::bytea[])
        as v (meter_id, state)
      on conflict (property_id, meter_id, day) do update set state = excluded.state`.execute(tx);
  }
}
