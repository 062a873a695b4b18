import { sql } from "kysely";
import { z } from "zod";
import type { Connections } from "../../database/connect.ts";
import { lock } from "../../database/locks.ts";
import { queryRows } from "../../database/query-rows.ts";
import { growFigures } from "../../metering/roll-up/grow-figures.ts";

const PropertyRow = z.object({ property_id: z.int() });

/** Assigns the leak cases of a user to their new e-mail address, by which cases know whose they are. Vendors keep theirs. */
export async function moveAssignments(
  { worker }: Pick<Connections, "worker">,
  emails: { from: string; to: string },
): Promise<void> {
  const { from, to } = emails;
  const found = await queryRows(worker, PropertyRow)`
    select distinct property_id from leak_case_events where assignee = ${from} and vendor is null order by property_id`;
  for (const { property_id } of found) {
    await worker.transaction().execute(async (tx) => {
      // Cases are recalculated from their events meanwhile.
      await lock(tx, "propertyFigures", property_id);
      for (const table of ["leak_case_events", "leak_cases"]) {
        await sql`
          update ${sql.table(table)} set assignee = ${to}
          where property_id = ${property_id} and assignee = ${from} and vendor is null`.execute(tx);
      }
      await growFigures(tx, [property_id]);
    });
  }
}
