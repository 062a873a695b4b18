import { sql } from "kysely";

/** Entries of the history in one response, the newest. */
export const MAX_HISTORY_ENTRIES = 100;

/** SQL, arguments of json_build_object: a price and its days, of a row with price, first_day and last_day; open is null. */
export const spanOf = sql`
  'cost', price,
  'start_date', case when isfinite(first_day) then first_day end,
  'end_date', case when isfinite(last_day) then last_day end`;

/** SQL, the same: who made a row of entries and when. */
export const entryFields = sql`
  'id', id, 'made_by', made_by,
  'made_at', to_char(made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
