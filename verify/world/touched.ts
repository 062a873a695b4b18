import { sql } from "kysely";
import type { Site } from "./site.ts";
import type { LivingPlace } from "./tenant.ts";

/** All rows of a place and of its organization, as a checksum for each table: what somebody wrote there shows. */
export async function touched({ connections: { owner } }: Site, place: LivingPlace): Promise<Map<string, string>> {
  const { propertyId, organizationId } = place;
  const columns = await sql<{ name: string; columns: string[] }>`
    select table_name as name, to_jsonb(array_agg(column_name::text)) as columns from information_schema.columns
    where table_schema = 'public' and table_name not like '%\\_20%' group by 1 order by 1`.execute(owner);
  const sums = new Map<string, string>();
  for (const { name, columns: has } of columns.rows) {
    // What is rejected goes on record, on the organization's that it was about too.
    if (name === "audit_log" || name === "rejected_write_counts") continue;
    const [column, id] =
      name === "properties" || has.includes("property_id")
        ? [name === "properties" ? "id" : "property_id", propertyId]
        : [name === "organizations" ? "id" : "organization_id", organizationId];
    if (!has.includes(column)) continue;
    const found = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum
      from ${sql.table(name)} t where ${sql.ref(column)} = ${id}`.execute(owner);
    sums.set(name, found.rows[0]?.sum ?? "");
  }
  return sums;
}
