import type { I18n } from "@lingui/core";
import { sql } from "kysely";
import { z } from "zod";
import type { RejectedReading } from "../../../contract/readings/repairs.ts";
import type { Transactional } from "../../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { KeptSentence } from "../../problem/kept-sentence.ts";
import { translated } from "../../problem/translated.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";

export interface RejectedListParams extends PageParams {
  state: RejectedReading["state"] | "all";
  code?: string | undefined;
  source?: string | undefined;
  text?: string | undefined;
  ordering: "received_at" | "-received_at" | "source" | "-source" | "code" | "-code";
}

const Row = z.object({
  id: z.int(),
  state: z.enum(["open", "stored", "dismissed"]),
  code: z.string(),
  /** The row as it came. */
  raw: z.string(),
  reason: z.string(),
  reason_text: KeptSentence.nullable(),
  /** The file's name, or the gateway. */
  source: z.string(),
  source_row: z.int(),
  received_at: z.date(),
  form_kind: z.enum(["file", "json", "uplink"]),
});

/** Rejected rows of a property, with their raw text and reason. */
export async function rejectedList(
  tx: Transactional,
  propertyId: number,
  input: RejectedListParams,
  i18n: I18n,
): Promise<{ count: number; rows: RejectedReading[] }> {
  const chosen = sql`
    from rejected_readings
    where property_id = ${propertyId} and (${input.state} = 'all' or state = ${input.state})
      and (${input.code ?? null}::text is null or code = ${input.code ?? null})
      and (${input.source ?? null}::text is null or source = ${input.source ?? null})
      and (${input.text ?? null}::text is null or strpos(raw, ${input.text ?? null}) > 0)`;
  const count = await queryRow(tx, CountRow)`select count(*) as count ${chosen}`;
  const columns = { received_at: sql`received_at`, source: sql`source`, code: sql`code` };
  const found = await queryRows(tx, Row)`
    select id, state, source, source_row, raw, code, reason, reason_text, received_at,
      case when form is null then 'json' when form ? 'uplink' then 'uplink' else 'file' end as form_kind ${chosen}
    ${orderBy(input.ordering, columns, sql`id`)}
    limit ${input.page_size} offset ${(input.page - 1) * input.page_size}`;
  const rows = found.map(
    ({ form_kind, received_at, reason, reason_text, ...row }): RejectedReading => ({
      ...row,
      reason: translated(reason_text ?? reason, i18n),
      raw_form: form_kind,
      received_at: received_at.toISOString(),
    }),
  );
  return { count: count?.count ?? 0, rows };
}
