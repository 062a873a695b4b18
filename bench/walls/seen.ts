import { sql } from "kysely";
import { type Connections, inScope, type Transactional } from "../../server/database/connect.ts";

/** How many rows are seen that should not be, and not seen that should. */
export interface Seen {
  others: number;
  missing: number;
  unscoped: number;
}

interface Count {
  own: number;
  others: number;
}

/** Counts the rows of every table of properties that requests may read, in the scope of one property and in none. */
export async function countSeen({ app, owner, worker }: Connections, propertyId: number): Promise<Seen> {
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'property_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and has_column_privilege('dripline_app', c.oid, a.attnum, 'select')
      and has_column_privilege('dripline_worker', c.oid, a.attnum, 'select')`.execute(owner);
  const seen = { others: 0, missing: 0, unscoped: 0 };
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  for (const { name } of [{ name: "properties" }, ...tables.rows]) {
    const column = name === "properties" ? "id" : "property_id";
    const count = async (connection: Transactional | Connections["app"]): Promise<Count> => {
      const counted = await sql<Count>`
        select count(*) filter (where ${sql.ref(column)} = ${propertyId}) as own,
          count(*) filter (where ${sql.ref(column)} <> ${propertyId}) as others from ${sql.table(name)}`.execute(
        connection,
      );
      return counted.rows[0] ?? { own: 0, others: 0 };
    };
    const there = await count(worker);
    const inside = await inScope(app, scope, count);
    const outside = await count(app);
    seen.others += inside.others;
    seen.missing += there.own - inside.own;
    seen.unscoped += outside.own + outside.others;
  }
  return seen;
}
