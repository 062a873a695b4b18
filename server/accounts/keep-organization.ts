import { sql } from "kysely";
import { audit } from "../audit/audit.ts";
import type { Connections } from "../database/connect.ts";
import type { Person } from "./person.ts";

/** Stores the default organization of an account's requests; with an audit log entry where it changes. */
export async function keepOrganization(connections: Connections, who: Person, organizationId: number): Promise<void> {
  await connections.accounts.transaction().execute(async (tx) => {
    const changed = await sql<{ was: number | null }>`
      update users u set active_organization_id = ${organizationId}
      from (select id, active_organization_id as was from users where id = ${who.userId} for update) before
      where u.id = before.id and before.was is distinct from ${organizationId}::bigint
      returning before.was`.execute(tx);
    const [row] = changed.rows;
    if (row === undefined) return;
    await audit(tx, who, {
      action: "user.choose_organization",
      organizationId,
      objectType: "user",
      objectId: who.userId,
      after: { organization_id: organizationId },
    });
  });
}
