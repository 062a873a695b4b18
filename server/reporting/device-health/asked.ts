import { type RawBuilder, sql } from "kysely";
import type { DeviceStatus, DeviceType } from "../../../contract/devices.ts";
import type { PlacesAsked } from "../../query/chosen-properties.ts";

/** The questions that all reports on devices take. */
export interface DevicesAsked extends PlacesAsked {
  /** The state at the end of this local day; undefined: now. */
  date?: string | undefined;
  building_id?: number[] | undefined;
  status?: DeviceStatus[] | undefined;
  device_type?: DeviceType[] | undefined;
}

/** SQL: `devices`, a row of that name, is in one of the buildings asked for (a gateway: serves a meter there), of a type asked for. */
export function isAskedFor(asked: DevicesAsked): RawBuilder<unknown> {
  const { building_id: buildings = null, device_type: types = null } = asked;
  return sql`((${buildings}::bigint[] is null or devices.building_ids && ${buildings}::bigint[])
    and (${types}::text[] is null or devices.device_type = any(${types}::text[])))`;
}

/** SQL: `devices` has a status asked for. */
export function hasStatus(statuses: readonly DeviceStatus[] | undefined): RawBuilder<unknown> {
  const asked = statuses ?? null;
  return sql`(${asked}::text[] is null or devices.status = any(${asked}::text[]))`;
}
