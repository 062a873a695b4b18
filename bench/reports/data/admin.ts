import { sql } from "kysely";
import { hashToken, newToken } from "../../../server/accounts/tokens/secret-token.ts";
import type { Connections, Scope } from "../../../server/database/connect.ts";
import { NOW } from "./now.ts";

/** Signs the sessions of the bench. */
export const SECRET = "a secret of a bench, of 32 characters and more";

/** Somebody who sees all properties of an organization: a session of theirs, and what they see. */
export interface Admin {
  token: string;
  scope: Scope;
}

/**
 * Makes an admin of the first organization, which has half of all properties or all of them.
 * @param which another one: the second of two has the rest
 */
export async function addAdmin({ accounts }: Connections, which: "first" | "second" = "first"): Promise<Admin> {
  const token = newToken();
  const first = sql`(select id from organizations order by id offset ${which === "first" ? 0 : 1} limit 1)`;
  await sql`
    with added as (insert into users (email, name) values (${`${token.slice(0, 8).toLowerCase()}@example.com`}, 'Admin') returning id),
    begun as (insert into sessions (user_id, token_hash, expires_at, created_at, updated_at)
      select id, ${hashToken(token)}, ${new Date(NOW + 3_600_000)}, ${new Date(NOW)}, ${new Date(NOW)} from added)
    insert into memberships (user_id, organization_id, role, permissions)
    select id, ${first}, 'organization admin',
      array['reporting.view_asset_data_report', 'reporting.view_property_data_report'] from added`.execute(accounts);
  const seen = await sql<{ organization: number; properties: number[] }>`
    select organization_id as organization, array_agg(id::int order by id) as properties
    from properties where organization_id = ${first} group by 1`.execute(accounts);
  const [row] = seen.rows;
  if (row === undefined) throw new Error("The first organization has no properties.");
  return { token, scope: { organizationIds: [row.organization], propertyIds: row.properties } };
}
