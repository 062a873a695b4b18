import { type RawBuilder, sql } from "kysely";
import { showProgress } from "../../../server/cli/output/progress.ts";
import type { Connections } from "../../../server/database/connect.ts";

/** Between the ids of a row and its copy. */
export const STRIDE = 1_000_000;
/** What no report reads: where the work on a meter's hours stands, and values that lost against others. */
const NOT_COPIED = ["meter_states", "meter_histories", "meter_checkpoints", "changes", "superseded_readings"];
/** Tables that others point at, each after those that it points at itself. */
const FIRST = ["buildings", "units", "gateways", "routers", "meter_points", "meters", "imports", "repairs"];

interface Column {
  name: string;
  type: string;
}

/**
 * Adds properties until there are as many as wanted: each a copy of one of those that there are, in turns, with rows and
 * serial numbers of its own. The first organization has one of `ofFirst` times as many properties as there were, the
 * others have the rest in turns, so that the ids of what one organization sees have gaps.
 */
export async function copySites(
  { worker }: Connections,
  { properties, organizations, ofFirst }: { properties: number; organizations: number; ofFirst: number },
): Promise<void> {
  await sql`insert into organizations (name)
    select 'Organization ' || n from generate_series(2, ${organizations}::int) n`.execute(worker);
  // Two of three have a price of their own.
  await sql`insert into organization_prices (organization_id, price)
    select id, 0.010 + id % 7 * 0.001 from organizations where id % 3 < 2`.execute(worker);
  const made = await sql<{ sites: number }>`select count(*) as sites from properties`.execute(worker);
  const sites = made.rows[0]?.sites ?? 0;
  const copies = properties / sites - 1;
  await copyProperties(worker, { sites, copies, organizations, ofFirst });
  for (const { name } of await tablesOfProperties(worker)) {
    const columns = await columnsOf(worker, name);
    if (columns.some((column) => column.name === "day")) await copyByDay(worker, name, columns, sites, copies);
    else await copyRows(worker, name, columns, sites, copies, sql`true`);
  }
}

/** All is made in the first property's organization. */
async function copyProperties(
  worker: Connections["worker"],
  { sites, copies, organizations, ofFirst }: Record<"sites" | "copies" | "organizations" | "ofFirst", number>,
) {
  const columns = (await columnsOf(worker, "properties")).map(({ name }) => name);
  const kept = columns.filter((name) => !["id", "name"].includes(name)).map((name) => sql.ref(name));
  await sql`
    insert into properties (id, name, ${sql.join(kept)})
    select id + n * ${sites}::bigint, name || ' (' || n || ')', ${sql.join(kept)}
    from properties cross join generate_series(1, ${copies}::int) n`.execute(worker);
  if (organizations === 1) return;
  const copy = sql`((properties.id - 1) / ${sites}::int)`;
  await sql`
    update properties set organization_id = given.id
    from (select id, row_number() over (order by id) as n from organizations offset 1) given
    where ${copy} % ${ofFirst}::int <> 0 and ${copy} % (${organizations}::int - 1) + 2 = given.n`.execute(worker);
}

/** In the order of the days, as readings come: the days of a meter lie apart from each other. */
async function copyByDay(
  worker: Connections["worker"],
  table: string,
  columns: Column[],
  sites: number,
  copies: number,
) {
  const days = await sql<{ day: string }>`
    select distinct day from ${sql.table(table)} where property_id <= ${sites} order by day`.execute(worker);
  const progress = showProgress(`copying ${table}`);
  for (const [done, { day }] of days.rows.entries()) {
    await copyRows(worker, table, columns, sites, copies, sql`day = ${day}::date`);
    progress.update(done + 1, days.rows.length, day);
  }
  progress.end();
}

async function copyRows(
  worker: Connections["worker"],
  table: string,
  columns: Column[],
  sites: number,
  copies: number,
  which: RawBuilder<unknown>,
) {
  const values = columns.map((column) => copied(column, sites));
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)}
    from ${sql.table(table)} cross join generate_series(1, ${copies}::int) n
    where property_id <= ${sites} and ${which} order by n, property_id`.execute(worker);
}

/** The value of a column in copy `n` of a row. Whole numbers named for an id name a row of the same property. */
function copied({ name, type }: Column, sites: number): RawBuilder<unknown> {
  const column = sql.ref(name);
  const step = sql`n::bigint * ${STRIDE}::bigint`;
  if (name === "property_id") return sql`${column} + n * ${sites}::bigint`;
  if (name === "serial_number") return sql`${column} || '-' || n`;
  // Of an alert: `meter 5`, `case 5 x2`, or `overdue case 5 2026-01-31`.
  if (name === "cause") {
    return sql`case when ${column} ~ '^[a-z ]+ [0-9]+' then substring(${column} from '^[a-z ]+ ')
      || substring(${column} from '^[a-z ]+ ([0-9]+)')::bigint + ${step}
      || substring(${column} from '^[a-z ]+ [0-9]+(.*)$') else ${column} end`;
  }
  // Of a case: a unit's id, or a meter's below zero.
  if (name === "place") return sql`case when ${column} < 0 then ${column} - ${step} else ${column} + ${step} end`;
  if (type === "int8" && (name === "id" || name.endsWith("_id"))) return sql`${column} + ${step}`;
  if (type === "_int8" && name.endsWith("_ids")) return sql`array(select value + ${step} from unnest(${column}) value)`;
  return column;
}

async function tablesOfProperties(worker: Connections["worker"]): Promise<{ name: string }[]> {
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'property_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${NOT_COPIED}::text[])
      and has_table_privilege('dripline_worker', c.oid, 'insert')
      and has_table_privilege('dripline_worker', c.oid, 'select')
    order by array_position(${FIRST}::text[], c.relname::text) nulls last, c.relname`.execute(worker);
  return tables.rows;
}

async function columnsOf(worker: Connections["worker"], table: string): Promise<Column[]> {
  const columns = await sql<Column>`
    select column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position`.execute(worker);
  return columns.rows;
}
