import { z } from "zod";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Connections } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { endSessions } from "../passwords/set-password.ts";
import { organizationOfUser } from "../sessions/session-record.ts";

const AccountRow = z.object({ id: z.int(), issuer: z.string(), organization_id: z.int().nullable() });

/**
 * Unlinks an account from the provider, and ends its user's sessions: at the next sign-in there the account is linked
 * to whoever has its e-mail then.
 * @returns false when nobody has this e-mail, or never signed in at a provider
 */
export async function removeSingleSignOnFor(connections: Connections, who: Actor, email: string): Promise<boolean> {
  return connections.accounts.transaction().execute(async (tx) => {
    const found = await queryRows(tx, AccountRow)`
      delete from credentials c using users u
      where u.id = c.user_id and u.email = ${email.toLowerCase()} and u.deleted_at is null
        and c.provider_id <> 'credential'
      returning u.id, c.provider_id as issuer, ${organizationOfUser} as organization_id`;
    for (const { id, issuer, organization_id: organizationId } of found) {
      await endSessions(tx, id, null);
      const entry = { action: "single_sign_on.remove", organizationId, objectType: "user", objectId: id };
      await audit(tx, who, { ...entry, before: { issuer } });
    }
    return found.length > 0;
  });
}
