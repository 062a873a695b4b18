import type pg from "pg";
import { rewritePolicies } from "./rewrite-policies.ts";

/** Read by every property of an organization, small, and joined with everything: copied to every node. */
const EVERYWHERE = [
  "organizations",
  "properties",
  "organization_prices",
  "organization_price_entries",
  "notification_routes",
];

/** The table with which the others are colocated. */
const FIRST = "buildings";

/** Tables that grow with meters: those whose every key begins with the property. Months follow their table. */
const GROWING = `
select own.relname as name from pg_class own
where own.relnamespace = 'public'::regnamespace and own.relkind in ('r', 'p') and not own.relispartition
  and exists (select from pg_index i where i.indrelid = own.oid and i.indisunique)
  and not exists (
    select from pg_index i left join pg_attribute first on first.attrelid = own.oid and first.attnum = i.indkey[0]
    where i.indrelid = own.oid and i.indisunique and first.attname is distinct from 'property_id')
  and not exists (select from pg_dist_partition d where d.logicalrelid = own.oid and d.partmethod = 'h')
order by own.relname <> '${FIRST}', own.relname`;

/** Keys between tables, of which one is named. */
const KEYS = `
select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as clause
from pg_constraint
where contype = 'f' and conparentid = 0 and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
order by conrelid::regclass::text, conname`;

/**
 * All rows of a table that the current user may see, so that a query can run on the coordinator without naming the
 * table. Columns that they may not see are null: a query that reads them is rejected earlier.
 */
const ROWS_IN_SCOPE = `
create or replace function rows_in_scope(of anyelement) returns setof anyelement stable language plpgsql as $$
declare
  relation regclass := pg_typeof(of)::text::regclass;
  columns text := '*';
begin
  if not has_table_privilege(relation, 'select') then
    select string_agg(case when has_column_privilege(relation, attnum, 'select') then quote_ident(attname)
      else format('null::%s', format_type(atttypid, atttypmod)) end, ', ' order by attnum) into columns
    from pg_attribute where attrelid = relation and attnum > 0 and not attisdropped;
  end if;
  return query execute format('select %s from %s', columns, relation);
end $$`;

/**
 * Packed months are not supported on Citus, which cannot unnest packed arrays in queries over several nodes. There
 * `all_meter_days` reads `meter_days` only.
 */
const ALL_METER_DAYS = `
create or replace view all_meter_days with (security_invoker = true) as
select property_id, meter_id, day, hours, gallons, flow_time, events, sequences, classes, lumps,
  register_seconds, registers, register_sequences, register_classes,
  interval_seconds, interval_minutes, interval_gallons, interval_flow_time, interval_events, interval_sequences,
  interval_classes, interval_estimated, intervals_until,
  estimated, covered, leak_gallons, hours_measured, gallons_total, estimated_total, leak_total, flow_total, events_total,
  hours_with_flow, gallons is not null and hours_measured = hours as has_all_hours, cardinality(registers) > 0 as has_registers,
  date 'infinity' as packed_month_from, date '-infinity' as packed_month_to
from meter_days`;

const GRANT_SEQUENCES =
  "grant usage on all sequences in schema public to dripline_app, dripline_worker, dripline_accounts";

/** Whether tables are distributed already. */
export async function isSpread(client: pg.Client): Promise<boolean> {
  const there = await client.query("select from pg_extension where extname = 'citus'");
  if (there.rowCount === 0) return false;
  return (await client.query("select from pg_dist_partition where partmethod = 'h' limit 1")).rowCount === 1;
}

/**
 * Where the database has the Citus extension: distributes the tables that grow with meters over its nodes by property,
 * and copies those that these are joined with to all of them. Accounts stay on the coordinator. All of it or nothing.
 * @returns the names of the tables that were distributed or copied now.
 */
export async function distribute(client: pg.Client): Promise<string[]> {
  const there = await client.query("select from pg_extension where extname = 'citus'");
  if (there.rowCount === 0) return [];
  await client.query(ROWS_IN_SCOPE);
  const copied = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as t (name)
    where not exists (select from pg_dist_partition d where d.logicalrelid = name::regclass and d.repmodel = 't')`,
    [EVERYWHERE],
  );
  const growing = await client.query<{ name: string }>(GROWING);
  const names = [...copied.rows, ...growing.rows].map(({ name }) => name);
  if (names.length === 0) return [];
  await client.query("begin");
  try {
    // One statement after another on each node: those on foreign keys depend on the ones before.
    await client.query("set local citus.multi_shard_modify_mode = sequential");
    const days = await client.query<{ is_there: boolean }>(
      "select to_regclass('all_meter_days') is not null as is_there",
    );
    if (days.rows[0]?.is_there === true) await leavePackedMonthsOut(client);
    await rewritePolicies(client);
    // A table that points at a copied one becomes one that Citus knows of, and is not spread any more if it counts ids.
    const keys = await client.query<{ table: string; name: string; clause: string }>(KEYS, [names]);
    for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`);
    for (const { name } of copied.rows) await spread(client, name, `create_reference_table('${name}')`);
    for (const { name } of growing.rows) {
      const beside = name === FIRST ? "none" : FIRST;
      await spread(client, name, `create_distributed_table('${name}', 'property_id', colocate_with => '${beside}')`);
    }
    for (const { table, name, clause } of keys.rows) {
      await client.query(`alter table ${table} add constraint ${name} ${clause}`);
    }
    // Ids are drawn by the inserting statement, not by the table.
    await client.query(GRANT_SEQUENCES);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`The tables were not distributed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  // Nodes have sequences of their own, to which this grant does not propagate.
  await client.query("select run_command_on_workers($1)", [GRANT_SEQUENCES]);
  return names;
}

/** @throws Error where months are packed already, which queries over several nodes could not read */
async function leavePackedMonthsOut(client: pg.Client): Promise<void> {
  await client.query("set local role dripline_worker");
  const packed = await client.query("select from packed_months limit 1");
  await client.query("reset role");
  if (packed.rowCount !== 0) throw new Error("run `dripline pack --undo` first, without the Citus extension");
  await client.query(ALL_METER_DAYS);
}

/** Rows that are there are copied to their places, which the owner may not do while policies bind it. */
async function spread(client: pg.Client, table: string, call: string): Promise<void> {
  await client.query(`alter table ${table} no force row level security`);
  await client.query(`select ${call}`);
  await client.query(`alter table ${table} force row level security`);
}
