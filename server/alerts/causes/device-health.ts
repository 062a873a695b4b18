import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { deviceType } from "../../../contract/inventory/devices.ts";
import { LOW_BATTERY } from "../../../contract/inventory/low-battery.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import type { AsOf } from "../../query/as-of.ts";
import { dayText } from "../../time/local-day.ts";
import type { WantedAlert } from "./wanted-alert.ts";

/** A device's last whole days up to its last report; one cold night, or one bad hour, is no news. */
const LAST_DAYS = 7;
/** Days after which a last report says nothing about a device any more. */
const REPORT_DAYS = 60;
/** Of these so many have a signal. */
const LAST_DAYS_LEAST = 3;
/** Days before them that are its own usual, and how many of those have a signal: as of the own history of the leak rules. */
const USUAL_DAYS = 28;
const USUAL_DAYS_LEAST = 7;
/** Decibels: a tenth of the power arrives, the margin that radio links are planned with. */
const FELL_LEAST = 10;
/** From which an alert stays open, that it does not come and go with each report. */
const STAYS_LEAST = 7;

const DeviceRow = z.object({
  device: deviceType,
  device_id: z.int(),
  serial: z.string().nullable(),
  unit_id: z.int().nullable(),
  began_at: z.date(),
});
const BatteryRow = DeviceRow.extend({ battery: z.number(), battery_at: z.date() });
const SignalRow = DeviceRow.extend({ signal: z.number(), usual: z.number() });

/** SQL, for `from`: the gateways and routers of a property, and its meters in service since `placed_at`, as `device`. */
const devices = ({ propertyId, at }: AsOf): RawBuilder<unknown> => {
  const now = sql`${new Date(at)}::timestamptz`;
  return sql`(
    select 'gateway' as device, id as device_id, serial_number as serial, null::bigint as unit_id,
      null::timestamptz as placed_at
    from gateways where property_id = ${propertyId}
    union all
    select 'router', id, serial_number, null, null from routers where property_id = ${propertyId}
    union all
    select 'meter', meter_id, null, unit_id, began_at from installed_meters
    where property_id = ${propertyId} and (began_at is null or began_at <= ${now}) and (ended_at is null or ended_at > ${now})
  ) device`;
};

/** SQL, for `from`: the whole days on which a device of `device` reported something in its place, `last_day` the last of them. */
const reported = ({ propertyId, timeZone, day }: AsOf, what: "battery" | "signal"): RawBuilder<unknown> => {
  const isOf = (row: string) => sql`
    ${sql.ref(`${row}.property_id`)} = ${propertyId} and ${sql.ref(`${row}.device`)} = device.device
      and ${sql.ref(`${row}.device_id`)} = device.device_id and ${sql.ref(`${row}.${what}`)} is not null
      and ${sql.ref(`${row}.day`)} > coalesce((device.placed_at at time zone ${timeZone})::date, '-infinity')`;
  return sql`
    (
      select newest.day as last_day from device_days newest
      where ${isOf("newest")} and newest.day < ${dayText(day)}::date
        and newest.day >= ${dayText(day)}::date - ${REPORT_DAYS}::int
      order by newest.day desc limit 1
    ) newest
    join device_days one on ${isOf("one")} and one.day <= newest.last_day
      and one.day > newest.last_day - ${LAST_DAYS + USUAL_DAYS}::int`;
};

const isLast = sql`one.day > newest.last_day - ${LAST_DAYS}::int`;
const median = (what: RawBuilder<unknown>) => sql`percentile_cont(0.5) within group (order by ${what})`;

/** Alerts on devices whose battery is low: in none of its last days did it report more. */
export async function batteryAlerts(tx: Transactional, property: AsOf): Promise<WantedAlert[]> {
  const found = await queryRows(tx, BatteryRow)`
    select device.device, device.device_id, device.serial, device.unit_id, power.*
    from ${devices(property)}
    cross join lateral (
      select max(one.battery)::float8 as highest, min(one.battery_at) as began_at, max(one.battery_at) as battery_at,
        (array_agg(one.battery::float8 order by one.day desc))[1] as battery
      from ${reported(property, "battery")} where ${isLast}
    ) power
    where power.highest < ${LOW_BATTERY}::int
    order by device.device, device.device_id`;
  return found.map((row) => ({
    kind: "low battery",
    ...placeOf(row),
    details: { serial: row.serial, battery: row.battery, reported_at: row.battery_at.toISOString() },
  }));
}

/** Alerts on devices whose signal has fallen below its own usual strength; after some weeks the lower one is usual. */
export async function signalAlerts(tx: Transactional, property: AsOf): Promise<WantedAlert[]> {
  const found = await queryRows(tx, SignalRow)`
    select device.device, device.device_id, device.serial, device.unit_id, radio.began_at, radio.signal, radio.usual
    from ${devices(property)}
    cross join lateral (
      select min(one.signal_at) filter (where ${isLast}) as began_at,
        count(*) filter (where ${isLast}) as last_days, count(*) filter (where not ${isLast}) as usual_days,
        ${median(sql`one.signal`)} filter (where ${isLast}) as signal,
        ${median(sql`one.signal`)} filter (where not ${isLast}) as usual
      from ${reported(property, "signal")}
    ) radio
    where radio.last_days >= ${LAST_DAYS_LEAST}::int and radio.usual_days >= ${USUAL_DAYS_LEAST}::int
      and radio.usual - radio.signal >= case when exists (
          select from alerts
          where alerts.property_id = ${property.propertyId} and alerts.kind = 'signal fell'
            and alerts.cause = device.device || ' ' || device.device_id and alerts.closed_at is null
        ) then ${STAYS_LEAST}::int else ${FELL_LEAST}::int end
    order by device.device, device.device_id`;
  return found.map((row) => ({
    kind: "signal fell",
    ...placeOf(row),
    details: { serial: row.serial, signal: row.signal, usual: row.usual },
  }));
}

function placeOf({ device, device_id, unit_id, began_at }: z.output<typeof DeviceRow>) {
  return {
    cause: `${device} ${device_id}`,
    meterId: device === "meter" ? device_id : null,
    unitId: unit_id,
    device,
    deviceId: device_id,
    beganAt: began_at,
  };
}
