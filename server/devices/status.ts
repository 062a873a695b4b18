import { type RawBuilder, sql } from "kysely";

/** A meter is online this long after it was last seen, */
export const METER_ONLINE_HOURS = 24;
/** delayed this long, and offline from then on. */
const METER_DELAYED_HOURS = 72;
/** A gateway or router is online for so many of its intervals, and at least for these minutes; */
const STATION_ONLINE_INTERVALS = 2;
const STATION_ONLINE_MINUTES = 120;
/** delayed this long, and offline from then on. */
const STATION_DELAYED_HOURS = 24;
/** A device last seen this much earlier than its gateway or router, or than others behind it, has a reason of its own. */
const EXPLAINED_WITHIN_HOURS = 24;

/** SQL: how long a meter is online. */
export const meterOnline = sql`interval '1 hour' * ${METER_ONLINE_HOURS}::int`;
/** SQL: how long a meter is at most delayed. */
export const meterDelayed = sql`interval '1 hour' * ${METER_DELAYED_HOURS}::int`;
/** SQL: how long a gateway, or a router behind it, is online; `gateway` is its row. */
export const stationOnline = sql`interval '1 minute' * greatest(
  gateway.interval_minutes * ${STATION_ONLINE_INTERVALS}::int, ${STATION_ONLINE_MINUTES}::int)`;
/** SQL: how long a gateway or router is at most delayed. */
export const stationDelayed = sql`interval '1 hour' * ${STATION_DELAYED_HOURS}::int`;

/**
 * SQL: the status of a device as of an instant, only from when it was last seen (null: never). A limit belongs to the
 * better side of it.
 */
export function statusOf(device: {
  seenAt: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  online: RawBuilder<unknown>;
  delayed: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`(case
    when ${device.seenAt} is null then 'unknown'
    when ${device.at} - ${device.seenAt} <= ${device.online} then 'online'
    when ${device.at} - ${device.seenAt} <= ${device.delayed} then 'delayed'
    else 'offline' end)`;
}

/** SQL: `device`, a row with own_status and last_seen_at, has no data because the gateway or router `down` has none. */
export function explains(down: string, device: string): RawBuilder<unknown> {
  return sql`(${sql.ref(`${device}.own_status`)} in ('delayed', 'offline') and ${stoppedTogether(down, device)})`;
}

/**
 * SQL: `device` was last seen at about the same time as the gateway or router `down`. What reported long after it was, on
 * another way, stopped with it only as long as nothing behind it has been seen since.
 */
export function stoppedTogether(down: string, device: string): RawBuilder<unknown> {
  const [downAt, newestAt] = [sql.ref(`${down}.last_seen_at`), sql.ref(`${down}.newest_behind_at`)];
  const at = sql.ref(`${device}.last_seen_at`);
  const within = sql`interval '1 hour' * ${EXPLAINED_WITHIN_HOURS}::int`;
  return sql`(${at} >= ${downAt} - ${within} and (${at} <= ${downAt} + ${within} or ${at} >= ${newestAt} - ${within}))`;
}

/** Thresholds of a caller, in per cent. */
export interface Thresholds {
  healthy_min: number;
  warning_min: number;
}

/** SQL: the class of so many online devices among those ever seen, compared unrounded; null without any. */
export function healthOf(
  online: RawBuilder<unknown>,
  known: RawBuilder<unknown>,
  params: Thresholds,
): RawBuilder<unknown> {
  return sql`(case
    when ${known} = 0 then null
    when ${online} * 100 >= ${known} * ${params.healthy_min}::numeric then 'healthy'
    when ${online} * 100 >= ${known} * ${params.warning_min}::numeric then 'warning'
    else 'critical' end)`;
}
