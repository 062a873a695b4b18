import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { leakKinds } from "../../leaks/cases/leak-case.ts";
import { addToOutbox, type OutboxEntry } from "../../outbox/add-to-outbox.ts";
import type { StoredCase } from "./stored-case.ts";

const KnownCase = z.object({
  id: z.int(),
  place: z.int(),
  cause: z.enum(leakKinds),
  started_at: z.date(),
  ended_at: z.date().nullable(),
  over_at: z.date().nullable(),
  state: z.string(),
});
type KnownCase = z.output<typeof KnownCase>;
const Written = z.object({ id: z.int(), place: z.int(), cause: z.enum(leakKinds), started_at: z.date() });

/**
 * Replaces the cases of places by these. One that is known keeps its id, also when late readings moved its start or changed its cause; rows
 * that did not change are not written. A fix, its proof and a return go to the outbox.
 */
export async function writeCases(
  tx: Transactional,
  propertyId: number,
  cases: readonly StoredCase[],
  places: readonly number[] | undefined,
  now: number,
): Promise<void> {
  const known = await queryRows(tx, KnownCase)`
    select id, place, cause, started_at, ended_at, over_at, state from leak_cases
    where property_id = ${propertyId} and (${places === undefined}::boolean or place = any(${places ?? []}::bigint[]))
    order by started_at`;
  const ids = matchCases(cases, known);
  const kept = new Set(ids.values());
  const gone = known.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0) {
    await sql`delete from leak_case_days where property_id = ${propertyId} and case_id = any(${gone}::bigint[])`.execute(
      tx,
    );
    await sql`delete from leak_cases where property_id = ${propertyId} and id = any(${gone}::bigint[])`.execute(tx);
  }
  const old = cases.filter((one) => ids.has(one));
  const added = cases.filter((one) => !ids.has(one));
  await updateCases(tx, propertyId, old, ids);
  const before = new Map(known.map((row) => [row.id, row]));
  const news = old.flatMap((one) => outboxEntries(before.get(ids.get(one) ?? 0), one));
  await addToOutbox(tx, propertyId, news, new Date(now));
  for (const [one, id] of await insertCases(tx, propertyId, added)) ids.set(one, id);
  await writeDays(tx, propertyId, ids);
}

/**
 * What people may be notified of when a case changes. Found by recalculation alone, a fix is the same each time, and so is a return
 * after an end.
 */
function outboxEntries(before: KnownCase | undefined, after: StoredCase): OutboxEntry[] {
  if (before === undefined) return [];
  const shared = { caseId: before.id, alertId: null };
  const fix = `case ${before.id} ${after.fixedAt === null ? "" : new Date(after.fixedAt).toISOString()}`;
  if (before.state !== after.state) {
    if (after.state === "fix_reported") return [{ kind: "fix reported", cause: fix, ...shared }];
    if (after.state === "verified") return [{ kind: "case verified", cause: fix, ...shared }];
  }
  if (before.over_at !== null && after.overAt === null && after.state !== "not_a_leak") {
    return [{ kind: "case returned", cause: `case ${before.id} after ${before.over_at.toISOString()}`, ...shared }];
  }
  return before.state !== after.state && after.state === "returned"
    ? [{ kind: "case returned", cause: fix, ...shared }]
    : [];
}

type OneCase = Pick<StoredCase, "place" | "cause" | "startedAt" | "endedAt">;
type OneRow = Pick<KnownCase, "id" | "place" | "cause" | "started_at" | "ended_at">;

/**
 * The ids of those cases that are known: by their causes and starts, else where both ran at the same time, else so with another
 * cause, which later readings may show.
 * @param known by their starts
 */
export function matchCases<C extends OneCase>(cases: readonly C[], known: readonly OneRow[]): Map<C, number> {
  const free = new Set(known);
  const ids = new Map<C, number>();
  const isOfCause = (one: OneCase, row: OneRow) => row.cause === one.cause;
  const ranTogether = (one: OneCase, row: OneRow) =>
    row.started_at.getTime() < (one.endedAt ?? Number.POSITIVE_INFINITY) &&
    one.startedAt < (row.ended_at?.getTime() ?? Number.POSITIVE_INFINITY);
  const matchers = [
    (one: OneCase, row: OneRow) => isOfCause(one, row) && row.started_at.getTime() === one.startedAt,
    (one: OneCase, row: OneRow) => isOfCause(one, row) && ranTogether(one, row),
    ranTogether,
  ];
  for (const matches of matchers) {
    for (const one of cases) {
      if (ids.has(one)) continue;
      const row = [...free].find((row) => row.place === one.place && matches(one, row));
      if (row === undefined) continue;
      free.delete(row);
      ids.set(one, row.id);
    }
  }
  return ids;
}

const COLUMNS = sql`place, unit_id, cause, kinds, meter_ids, leak_starts, meter_id, started_at, ended_at, last_confirmed_at,
  longest_pause, over_at, gallons_total, gallons_per_day, confidence, state, assignee, vendor, fixed_at, opened_at, acknowledged_at,
  assigned_at, visited_at, repair_cost, fixes, snoozed_until`;

/** SQL: the cases as rows of COLUMNS, after `index`, their position. */
function rowsOf(cases: readonly StoredCase[]) {
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return sql`
    select v.index, v.place, nullif(greatest(v.place, 0), 0) as unit_id, v.cause, v.kinds::text[] as kinds,
      v.meter_ids::bigint[] as meter_ids, v.leak_starts::timestamptz[] as leak_starts, v.meter_id, v.started_at, v.ended_at,
      v.last_confirmed_at, v.pause * interval '1 millisecond' as longest_pause, v.over_at, v.gallons_total,
      v.gallons_per_day, v.confidence, v.state, v.assignee, v.vendor, v.fixed_at, v.opened_at, v.acknowledged_at, v.assigned_at,
      v.visited_at, v.repair_cost, v.fixes::jsonb as fixes, v.snoozed_until
    from unnest(${cases.map((_, index) => index)}::int[], ${cases.map(({ place }) => place)}::bigint[],
      ${cases.map(({ cause }) => cause)}::text[], ${cases.map(({ kinds }) => arrayText(kinds))}::text[],
      ${cases.map(({ leaks }) => arrayText(leaks.map(({ meterId }) => String(meterId))))}::text[],
      ${cases.map(({ leaks }) => arrayText(leaks.map(({ startedAt }) => new Date(startedAt).toISOString())))}::text[],
      ${cases.map(({ meterId }) => meterId)}::bigint[], ${cases.map(({ startedAt }) => instant(startedAt))}::timestamptz[],
      ${cases.map(({ endedAt }) => instant(endedAt))}::timestamptz[],
      ${cases.map(({ lastConfirmedAt }) => instant(lastConfirmedAt))}::timestamptz[],
      ${cases.map(({ pauseMs }) => pauseMs)}::float8[], ${cases.map(({ overAt }) => instant(overAt))}::timestamptz[],
      ${cases.map(({ days }) => days.reduce((sum, { gallons }) => sum + gallons, 0))}::bigint[],
      ${cases.map(({ perDay }) => perDay)}::bigint[], ${cases.map(({ confidence }) => confidence)}::text[],
      ${cases.map(({ state }) => state)}::text[], ${cases.map(({ assignee }) => assignee)}::text[],
      ${cases.map(({ vendor }) => vendor)}::text[],
      ${cases.map(({ fixedAt }) => instant(fixedAt))}::timestamptz[],
      ${cases.map(({ openedAt }) => instant(openedAt))}::timestamptz[],
      ${cases.map(({ acknowledgedAt }) => instant(acknowledgedAt))}::timestamptz[],
      ${cases.map(({ assignedAt }) => instant(assignedAt))}::timestamptz[],
      ${cases.map(({ visitedAt }) => instant(visitedAt))}::timestamptz[],
      ${cases.map(({ repairCost }) => repairCost)}::numeric[],
      ${cases.map(({ fixes }) => JSON.stringify(fixes.map(({ at, ...fix }) => ({ ...fix, at: instant(at) }))))}::text[],
      ${cases.map(({ snoozedUntil }) => snoozedUntil)}::date[]
    ) as v (index, place, cause, kinds, meter_ids, leak_starts, meter_id, started_at, ended_at, last_confirmed_at, pause,
      over_at, gallons_total, gallons_per_day, confidence, state, assignee, vendor, fixed_at, opened_at, acknowledged_at,
      assigned_at, visited_at, repair_cost, fixes, snoozed_until)`;
}

/** Of texts without quotes and commas. */
function arrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text}"`).join(",")}}`;
}

async function updateCases(
  tx: Transactional,
  propertyId: number,
  cases: readonly StoredCase[],
  ids: Map<StoredCase, number>,
): Promise<void> {
  if (cases.length === 0) return;
  await sql`
    update leak_cases set (${COLUMNS}) = (select ${COLUMNS} from (select wanted.*) one)
    from (
      select rows.*, ids.id as known_id
      from (${rowsOf(cases)}) rows
      join unnest(${cases.map((one) => ids.get(one) ?? 0)}::bigint[]) with ordinality as ids (id, position)
        on ids.position = rows.index + 1
    ) wanted
    where leak_cases.property_id = ${propertyId} and leak_cases.id = wanted.known_id
      and (select row(${COLUMNS}) from (select leak_cases.*) before) is distinct from
        (select row(${COLUMNS}) from (select wanted.*) after)`.execute(tx);
}

async function insertCases(
  tx: Transactional,
  propertyId: number,
  cases: readonly StoredCase[],
): Promise<Map<StoredCase, number>> {
  if (cases.length === 0) return new Map();
  const rows = await queryRows(tx, Written)`
    insert into leak_cases (property_id, ${COLUMNS})
    select ${propertyId}::bigint, ${COLUMNS} from (${rowsOf(cases)}) rows
    returning id, place, cause, started_at`;
  const ids = new Map(rows.map((row) => [`${row.place} ${row.cause} ${row.started_at.getTime()}`, row.id]));
  return new Map(cases.map((one) => [one, ids.get(`${one.place} ${one.cause} ${one.startedAt}`) ?? 0]));
}

async function writeDays(tx: Transactional, propertyId: number, ids: Map<StoredCase, number>): Promise<void> {
  if (ids.size === 0) return;
  const days = [...ids].flatMap(([{ days: ofCase }, id]) => ofCase.map((day) => ({ id, ...day })));
  await sql`
    with wanted as materialized (
      select * from unnest(${days.map(({ id }) => id)}::bigint[], ${days.map(({ day }) => day)}::date[],
        ${days.map(({ gallons }) => gallons)}::bigint[]) as v (case_id, day, gallons)
    ), gone as (
      delete from leak_case_days
      where property_id = ${propertyId} and case_id = any(${[...ids.values()]}::bigint[])
        and not exists (select from wanted where wanted.case_id = leak_case_days.case_id and wanted.day = leak_case_days.day)
    )
    insert into leak_case_days as known (property_id, case_id, day, gallons)
    select ${propertyId}::bigint, case_id, day, gallons from wanted
    on conflict (property_id, case_id, day) do update set gallons = excluded.gallons
      where known.gallons <> excluded.gallons`.execute(tx);
}
