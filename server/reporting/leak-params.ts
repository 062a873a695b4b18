import { type RawBuilder, sql } from "kysely";
import type { PlaceParams } from "../query/chosen-properties.ts";
import type { PeriodParams } from "../query/period.ts";
import { type BedroomParams, hasBedrooms } from "./bedrooms.ts";

/** Which leaks a list is about. */
export interface LeakParams extends PlaceParams, PeriodParams, BedroomParams {
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  include_active_leak?: boolean | undefined;
  only_active?: boolean | undefined;
}

/** SQL: a row matches the params; it has those of bedrooms, building_id, unit_id and is_active that they filter on. */
export function matchesLeakParams(params: LeakParams): RawBuilder<unknown> {
  const { building_id: buildings, unit_id: units } = params;
  return sql.join(
    [
      hasBedrooms(params, "bedrooms"),
      ...(buildings === undefined ? [] : [sql`building_id = any(${buildings}::bigint[])`]),
      ...(units === undefined ? [] : [sql`unit_id = any(${units}::bigint[])`]),
      ...(params.only_active ? [sql`is_active`] : []),
    ],
    sql` and `,
  );
}
