import type { I18n } from "@lingui/core";
import { sql } from "kysely";
import type { RepairKind } from "../../../contract/readings/repair-request.ts";
import type { ListedRepair, Repair } from "../../../contract/readings/repairs.ts";
import type { Transactional } from "../../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { translated } from "../../problem/translated.ts";
import type { PageParams } from "../../query/page.ts";
import { RecordedRepair, readRecord } from "./record.ts";

export interface CorrectionListParams extends PageParams {
  kind?: RepairKind | undefined;
  undone?: "true" | "false" | undefined;
  ordering: "made_at" | "-made_at";
}

/** What people decided about the readings of a property. */
export async function repairList(
  tx: Transactional,
  propertyId: number,
  input: CorrectionListParams,
): Promise<{ count: number; rows: ListedRepair[] }> {
  const chosen = sql`
    from repairs
    where property_id = ${propertyId} and (${input.kind ?? null}::text is null or kind = ${input.kind ?? null})
      and (${input.undone ?? null}::boolean is null or (undone_at is not null) = ${input.undone ?? null}::boolean)`;
  const count = await queryRow(tx, CountRow)`select count(*) as count ${chosen}`;
  const direction = input.ordering === "made_at" ? sql`asc` : sql`desc`;
  const found = await queryRows(tx, RecordedRepair)`
    select id, kind, reason, request, effect, made_by, made_at, undone_by, undone_at ${chosen}
    order by made_at ${direction}, id ${direction}
    limit ${input.page_size} offset ${(input.page - 1) * input.page_size}`;
  return { count: count?.count ?? 0, rows: found.map(listed) };
}

/** One correction with all that it changed. @throws ProblemError not_found */
export async function oneRepair(tx: Transactional, propertyId: number, repairId: number, i18n: I18n): Promise<Repair> {
  return toRepair(await readRecord(tx, propertyId, repairId), i18n);
}

/** A recorded correction as returned by the API. */
export function toRepair(record: RecordedRepair, i18n: I18n): Repair & { id: number } {
  const { effect, rejectedReadings } = record.effect;
  const rejected = rejectedReadings.map(({ text, ...row }) =>
    text === undefined ? row : { ...row, reason: translated(text, i18n) },
  );
  return { ...headOf(record), request: record.request, effect, rejected_readings: rejected };
}

function headOf({ id, kind, reason, made_by, made_at, undone_by, undone_at }: RecordedRepair) {
  const undone = undone_at?.toISOString() ?? null;
  return { id, kind, reason, made_by, made_at: made_at.toISOString(), undone_by, undone_at: undone };
}

function listed(record: RecordedRepair): ListedRepair {
  const { meters } = record.effect.effect;
  const sum = (pick: (meter: (typeof meters)[number]) => number) => meters.reduce((n, meter) => n + pick(meter), 0);
  const gallons = (values: (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    // Added up in thousandths, so that the sum has no more decimals than its parts.
    return known.length === 0 ? null : known.reduce((n, value) => n + Math.round(value * 1000), 0) / 1000;
  };
  return {
    ...headOf(record),
    days_changed: sum((meter) => meter.days_changed),
    gallons_before: gallons(meters.map((meter) => meter.gallons_before)),
    gallons_after: gallons(meters.map((meter) => meter.gallons_after)),
    leaks_opened: sum((meter) => meter.leaks_opened.length),
    leaks_gone: sum((meter) => meter.leaks_gone.length),
    leaks_changed: sum((meter) => meter.leaks_changed.length),
  };
}
