import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { isApart } from "./judge-register.ts";
import type { RegisterFinding } from "./register-hours.ts";

/**
 * Writes where registers did something else than go forward.
 * @param rewound meters whose registers after an instant (milliseconds) were processed again
 */
export async function writeFindings(
  tx: Transactional,
  propertyId: number,
  rewound: { meterId: number; after: number }[],
  found: { meterId: number; finding: RegisterFinding }[],
): Promise<void> {
  const instant = (at: number) => new Date(at).toISOString();
  if (rewound.length > 0) {
    await sql`
      delete from register_findings f
      using unnest(${rewound.map(({ meterId }) => meterId)}::bigint[],
        ${rewound.map(({ after }) => instant(after))}::timestamptz[]) as v (meter_id, after)
      where f.property_id = ${propertyId} and f.meter_id = v.meter_id and f.measured_at > v.after`.execute(tx);
  }
  if (found.length === 0) return;
  const column = <T>(pick: (finding: RegisterFinding) => T) => found.map(({ finding }) => pick(finding));
  await sql`
    insert into register_findings
      (property_id, meter_id, measured_at, kind, is_quarantined, last_at, highest_before, register, gallons)
    select ${propertyId}::bigint, v.* from unnest(${found.map(({ meterId }) => meterId)}::bigint[],
      ${column(({ at }) => instant(at))}::timestamptz[], ${column(({ kind }) => kind)}::text[],
      ${column(({ kind }) => isApart(kind))}::boolean[], ${column(({ lastAt }) => instant(lastAt))}::timestamptz[],
      ${column((finding) => finding.highestBefore)}::bigint[], ${column(({ register }) => register)}::bigint[],
      ${column(({ gallons }) => gallons)}::bigint[]) as v
    on conflict (property_id, meter_id, measured_at) do update set kind = excluded.kind,
      is_quarantined = excluded.is_quarantined, last_at = excluded.last_at, highest_before = excluded.highest_before,
      register = excluded.register, gallons = excluded.gallons`.execute(tx);
}
