import { sql } from "kysely";
import type { RefusedReading } from "../../contract/repairs.ts";
import type { Transactional } from "../database/connect.ts";
import { orderBy } from "../query/ordering.ts";
import type { PageAsked } from "../query/page.ts";

export interface RefusedAsked extends PageAsked {
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
  asked: RefusedAsked,
): Promise<{ count: number; rows: RefusedReading[] }> {
  const chosen = sql`
    from refused_readings
    where property_id = ${propertyId} and (${asked.state} = 'all' or state = ${asked.state})
      and (${asked.code ?? null}::text is null or code = ${asked.code ?? null})
      and (${asked.source ?? null}::text is null or source = ${asked.source ?? null})
      and (${asked.text ?? null}::text is null or strpos(raw, ${asked.text ?? null}) > 0)`;
  const count = await sql<{ count: number }>`select count(*) as count ${chosen}`.execute(tx);
  const columns = { received_at: sql`received_at`, source: sql`source`, code: sql`code` };
  const found = await sql<Row>`
    select id, state, source, source_row, raw, code, reason, received_at,
      case when form is null then 'json' when form ? 'uplink' then 'uplink' else 'file' end as form_kind ${chosen}
    ${orderBy(asked.ordering, columns, sql`id`)}
    limit ${asked.page_size} offset ${(asked.page - 1) * asked.page_size}`.execute(tx);
  const rows = found.rows.map(
    ({ form_kind, received_at, ...row }): RefusedReading => ({
      ...row,
      raw_form: form_kind,
      received_at: received_at.toISOString(),
    }),
  );
  return { count: count.rows[0]?.count ?? 0, rows };
}
