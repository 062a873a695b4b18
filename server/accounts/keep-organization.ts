import { z } from "zod";
import { audit } from "../audit/audit.ts";
import type { Connections } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import type { Person } from "./sessions/person.ts";

const PreviousOrganization = z.object({ was: z.int().nullable() });

/** Stores the default organization of an account's requests; with an audit log entry where it changes. */
export async function keepOrganization(connections: Connections, who: Person, organizationId: number): Promise<void> {
  await connections.accounts.transaction().execute(async (tx) => {
    const row = await queryRow(tx, PreviousOrganization)`
      update users u set active_organization_id = ${organizationId}
      from (select id, active_organization_id as was from users where id = ${who.userId} for update) before
      where u.id = before.id and before.was is distinct from ${organizationId}::bigint
      returning before.was`;
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
