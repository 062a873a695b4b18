import { sql } from "kysely";
import type { RefusedReading } from "../../../contract/repairs.ts";
import type { Transactional } from "../../database/connect.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";

export interface RejectedListParams extends PageParams {
  state: RefusedReading["state"] | "all";
  code?: string | undefined;
  source?: string | undefined;
  text?: string | undefined;
  ordering: "received_at" | "-received_at" | "source" | "-source" | "code" | "-code";
}

type Row = Omit<RefusedReading, "received_at" | "raw_form"> & {
  received_at: Date;
  form_kind: RefusedReading["raw_form"];
};

/** Rejected rows of a property, with their raw text and reason. */
export async function refusedList(
  tx: Transactional,
  propertyId: number,
  input: RejectedListParams,
): Promise<{ count: number; rows: RefusedReading[] }> {
  const chosen = sql`
    from refused_readings
    where property_id = ${propertyId} and (${input.state} = 'all' or state = ${input.state})
      and (${input.code ?? null}::text is null or code = ${input.code ?? null})
      and (${input.source ?? null}::text is null or source = ${input.source ?? null})
      and (${input.text ?? null}::text is null or strpos(raw, ${input.text ?? null}) > 0)`;
  const count = await sql<{ count: number }>`select count(*) as count ${chosen}`.execute(tx);
  const columns = { received_at: sql`received_at`, source: sql`source`, code: sql`code` };
  const found = await sql<Row>`
    select id, state, source, source_row, raw, code, reason, received_at,
      case when form is null then 'json' when form ? 'uplink' then 'uplink' else 'file' end as form_kind ${chosen}
    ${orderBy(input.ordering, columns, sql`id`)}
    limit ${input.page_size} offset ${(input.page - 1) * input.page_size}`.execute(tx);
  const rows = found.rows.map(
    ({ form_kind, received_at, ...row }): RefusedReading => ({
      ...row,
      raw_form: form_kind,
      received_at: received_at.toISOString(),
    }),
  );
  return { count: count.rows[0]?.count ?? 0, rows };
}
