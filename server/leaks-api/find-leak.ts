import { sql } from "kysely";
import type { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { Evidence } from "../leaks/state/leak.ts";
import type { FoundMeter } from "../reporting/leak-details/find-meter.ts";
import { knownLeaks } from "./known-leaks.ts";
import { withMoney } from "./leak-money.ts";
import { LeakRow } from "./listed-leak.ts";

const FoundLeak = LeakRow.extend({ evidence: Evidence });

/**
 * The leak of a meter that ran at an instant (the first hour of a leak is the one of its start), else the last one that
 * started before it.
 * @param which whether one that is only suspected will do
 * @returns null where none did
 */
export async function leakAt(
  tx: Transactional,
  { place, meterId, period }: FoundMeter,
  at: Date,
  now: Date,
  which: "sure" | "any",
): Promise<z.output<typeof FoundLeak> | null> {
  const found = await queryRow(tx, FoundLeak)`
    with period as materialized (select ${place.property_id}::bigint as property_id, ${period.timeZone}::text as time_zone),
    ${knownLeaks(
      sql`leaks`,
      sql`leak.meter_id = ${meterId} and leak.started_at = (
      select max(started_at) from leaks
      where property_id = ${place.property_id} and meter_id = ${meterId} and started_at <= ${at}
        and (${which === "any"}::boolean or not suspected))`,
    )}
    ${withMoney("known", now)}`;
  return found ?? null;
}
