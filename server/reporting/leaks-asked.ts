import { type RawBuilder, sql } from "kysely";
import type { PlacesAsked } from "../query/chosen-properties.ts";
import type { PeriodAsked } from "../query/period.ts";
import { type BedroomsAsked, hasBedrooms } from "./bedrooms.ts";

/** Which leaks a list is about. */
export interface LeaksAsked extends PlacesAsked, PeriodAsked, BedroomsAsked {
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  include_active_leak?: boolean | undefined;
  only_active?: boolean | undefined;
}

/** SQL: a row matches the params; it has those of bedrooms, building_id, unit_id and is_active that they filter on. */
export function isLeakAskedFor(asked: LeaksAsked): RawBuilder<unknown> {
  const { building_id: buildings, unit_id: units } = asked;
  return sql.join(
    [
      hasBedrooms(asked, "bedrooms"),
      ...(buildings === undefined ? [] : [sql`building_id = any(${buildings}::bigint[])`]),
      ...(units === undefined ? [] : [sql`unit_id = any(${units}::bigint[])`]),
      ...(asked.only_active ? [sql`is_active`] : []),
    ],
    sql` and `,
  );
}
