import { type RawBuilder, sql } from "kysely";
import type { DeviceStatus, DeviceType } from "../../../contract/devices.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";

/** The params of all reports on devices. */
export interface DeviceParams extends PlaceParams {
  /** The state at the end of this local day; undefined: now. */
  date?: string | undefined;
  building_id?: number[] | undefined;
  status?: DeviceStatus[] | undefined;
  device_type?: DeviceType[] | undefined;
}

/**
 * SQL: `devices`, a row of that name, is in a requested building (a gateway: serves a meter there) and of a requested
 * type.
 */
export function isRequested(params: DeviceParams): RawBuilder<unknown> {
  const { building_id: buildings = null, device_type: types = null } = params;
  return sql`((${buildings}::bigint[] is null or devices.building_ids && ${buildings}::bigint[])
    and (${types}::text[] is null or devices.device_type = any(${types}::text[])))`;
}

/** SQL: `devices` has a requested status. */
export function hasStatus(statuses: readonly DeviceStatus[] | undefined): RawBuilder<unknown> {
  const requested = statuses ?? null;
  return sql`(${requested}::text[] is null or devices.status = any(${requested}::text[]))`;
}
