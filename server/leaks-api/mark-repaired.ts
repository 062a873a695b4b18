import type { ListedLeak } from "../../contract/leaks/leaks.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { IdRow, queryRows } from "../database/query-rows.ts";
import { growFigures } from "../metering/roll-up/grow-figures.ts";
import { wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { findMeter } from "../reporting/leak-details/find-meter.ts";
import type { Clock } from "../time/clock.ts";
import { addRepairEvent } from "./cases/repair-event.ts";
import { leakAt } from "./find-leak.ts";
import { listedLeak } from "./listed-leak.ts";

interface RepairInput {
  property_id: number;
  meter: string;
  started_at?: string | undefined;
  repaired_at: string;
  note: string;
}

/** A repair of a leak, with the leak's current state. */
export interface LeakRepair {
  id: number;
  repaired_at: string;
  note: string;
  made_by: string;
  made_at: string;
  leak: ListedLeak;
}

/**
 * Records that a user marked the leak on a meter repaired.
 * @throws ProblemError not_found without such a meter, invalid_fields when no leak ran before that instant
 */
export async function markRepaired(
  scope: RequestScope,
  tx: Transactional,
  who: Actor,
  input: RepairInput,
  clock: Clock,
): Promise<LeakRepair> {
  const meter = await findMeter(scope, tx, input.meter, { property_id: [input.property_id] }, clock);
  await lock(tx, "propertyFigures", input.property_id);
  const now = new Date(clock());
  const repairedAt = new Date(input.repaired_at);
  if (repairedAt > now) throw wrongField("repaired_at", text`repaired_at cannot be in the future.`);
  const leak = await leakAt(tx, meter, repairedAt, now, "sure");
  if (leak === null) throw wrongField("repaired_at", text`No leak ran on this meter before that instant.`);
  if (input.started_at !== undefined && new Date(input.started_at).getTime() !== leak.started_at.getTime()) {
    const at = leak.started_at.toISOString();
    throw wrongField("started_at", text`The leak that ran at repaired_at, or last before it, started at ${at}.`);
  }
  const made = await queryRows(tx, IdRow)`
    insert into leak_repairs (property_id, meter_id, repaired_at, note, made_by, made_at)
    values (${input.property_id}, ${meter.meterId}, ${repairedAt}, ${input.note}, ${who.email}, ${now})
    returning id`;
  await growFigures(tx, [input.property_id]);
  const after = await leakAt(tx, meter, repairedAt, now, "sure");
  const [row] = made;
  if (row === undefined || after === null) throw new Error("A word on a leak was not stored.");
  const { meterId, period } = meter;
  const property = { propertyId: input.property_id, timeZone: period.timeZone };
  const mark = { repairId: row.id, meterId, leakStartedAt: leak.started_at, repairedAt, note: input.note };
  await addRepairEvent(tx, who, property, mark);
  await audit(tx, who, {
    action: "leak-repair.create",
    propertyId: input.property_id,
    objectType: "leak-repair",
    objectId: row.id,
    after: { meter: input.meter, repaired_at: repairedAt.toISOString(), note: input.note },
  });
  return {
    id: row.id,
    repaired_at: repairedAt.toISOString(),
    note: input.note,
    made_by: who.email,
    made_at: now.toISOString(),
    leak: listedLeak(after),
  };
}
