import { sql } from "kysely";
import { z } from "zod";
import { queryRows } from "../../database/query-rows.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { RepairWork } from "../repair-work.ts";
import { serialIn } from "./read-again.ts";

/** A rejected row that is open. */
export const OpenRow = z.object({
  id: z.int(),
  raw: z.string(),
  form: z.unknown(),
  /** The gateway that sent it; null: a file or a person. */
  gateway_id: z.int().nullable(),
  state: z.string(),
});
export type OpenRow = z.output<typeof OpenRow>;

/** The most rows that one correction resolves; those beyond are left for the next. */
export const MOST_ROWS = 10_000;

/** @throws ProblemError invalid_fields for an id that does not exist; conflict for a row that was resolved before */
export async function openRows({ tx, propertyId }: RepairWork, ids: number[], field: string): Promise<OpenRow[]> {
  const found = await queryRows(tx, OpenRow)`
    select id, raw, form, gateway_id, state from rejected_readings
    where property_id = ${propertyId} and id = any(${ids}::bigint[]) order by id for update`;
  const there = new Set(found.map(({ id }) => id));
  const lacking = ids.find((id) => !there.has(id));
  if (lacking !== undefined) throw wrongField(field, text`There is no rejected row ${lacking} at this property.`);
  const settled = found.find(({ state }) => state !== "open");
  if (settled !== undefined) {
    throw new ProblemError(
      "conflict",
      text`Rejected row ${settled.id} is ${settled.state} already. Undo the repair that decided on it first.`,
    );
  }
  return found;
}

/** All open rows rejected with this code and naming this serial number, by id. @throws ProblemError where there is none */
export async function openRowsWhere(
  { tx, propertyId }: RepairWork,
  where: { code?: string | undefined; serial_number?: string | undefined },
): Promise<OpenRow[]> {
  const { code, serial_number: serial } = where;
  if (code === undefined && serial === undefined) {
    throw wrongField("where", text`Say which rows: by code, by serial_number, or both.`);
  }
  const found = await queryRows(tx, OpenRow)`
    select id, raw, form, gateway_id, state from rejected_readings
    where property_id = ${propertyId} and state = 'open' and (${code ?? null}::text is null or code = ${code ?? null})
      and (${serial ?? null}::text is null or strpos(raw, ${serial ?? null}) > 0 or form is not null)
    order by id for update`;
  const rows = found.filter((row) => serial === undefined || serialIn(row) === serial);
  if (rows.length === 0) throw wrongField("where", text`No open rows match.`);
  return rows;
}

/** Resolves rows, and records that this correction did. */
export async function settle(work: RepairWork, ids: number[], state: "stored" | "dismissed"): Promise<void> {
  const { tx, propertyId, facts } = work;
  facts.rejected.push(...ids);
  await sql`
    update rejected_readings set state = ${state}
    where property_id = ${propertyId} and id = any(${ids}::bigint[])`.execute(tx);
}
