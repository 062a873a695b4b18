import { z } from "zod";
import type { CostEntry } from "../../contract/costs/cost-entry.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";

const KeptRow = z.object({ id: z.int(), name: z.string(), days_from: z.string() });

/**
 * Rejects prices of units that begin on days which retention dropped: what a unit used then is no longer known, so its
 * cost cannot be calculated at another price.
 * @param propertyOf the properties of the units, by the units' ids
 * @throws ProblemError invalid_fields
 */
export async function rejectDroppedDays(
  tx: Transactional,
  propertyOf: ReadonlyMap<number, number>,
  entries: readonly CostEntry[],
): Promise<void> {
  const rows = await queryRows(tx, KeptRow)`
    select id, name, days_from from properties
    where id = any(${[...new Set(propertyOf.values())]}::bigint[]) and days_from is not null
    order by days_from desc, id`;
  for (const { id, name, days_from: day } of rows) {
    const isDropped = ({ start_date, unit_ids }: CostEntry) =>
      start_date < day && unit_ids.some((unit) => propertyOf.get(unit) === id);
    if (!entries.some(isDropped)) continue;
    throw wrongField(
      "costs.start_date",
      text`${name} has no daily data of its units before ${day} any more, so costs before that day cannot change. Start on ${day} or later.`,
    );
  }
}
