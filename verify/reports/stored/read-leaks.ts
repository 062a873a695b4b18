import { type Kysely, sql } from "kysely";
import type { Database } from "../../../server/database/types.ts";
import type { LeakKind, Stored } from "./stored.ts";

interface LeakRow {
  property_id: number;
  meter_id: number;
  case_id: number | null;
  kind: LeakKind;
  started_at: Date;
  opened_at: Date;
  ended_at: Date | null;
  suspected: boolean;
  rules: string[];
  confidence: string;
  evidence: { rule: string; windowEnd: number }[];
}

/** The leaks that were found, without their totals. */
export async function readLeaks(worker: Kysely<Database>, stored: Stored): Promise<void> {
  const byId = new Map(stored.properties.map((property) => [property.id, property]));
  const leaks = await sql<LeakRow>`
    select leaks.property_id, leaks.meter_id, part.case_id, kind, leaks.started_at, opened_at, leaks.ended_at, suspected,
      rules, leaks.confidence, evidence
    from leaks left join (
      select property_id, id as case_id, unnest(meter_ids) as meter_id, unnest(leak_starts) as started_at from leak_cases
    ) part on part.property_id = leaks.property_id and part.meter_id = leaks.meter_id and part.started_at = leaks.started_at
    order by leaks.started_at, leaks.meter_id`.execute(worker);
  for (const row of leaks.rows) {
    const first = Math.min(...row.evidence.map(({ windowEnd }) => windowEnd));
    byId.get(row.property_id)?.leaks.push({
      meterId: row.meter_id,
      caseId: row.case_id,
      kind: row.kind,
      startedAt: row.started_at.getTime(),
      openedAt: row.opened_at.getTime(),
      endedAt: row.ended_at?.getTime() ?? null,
      isSuspected: row.suspected,
      rules: row.rules,
      openedBy: row.evidence.filter(({ windowEnd }) => windowEnd === first).map(({ rule }) => rule),
      confidence: row.confidence,
    });
  }
}
