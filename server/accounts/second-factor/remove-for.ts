import { z } from "zod";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Connections } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { endSessions } from "../passwords/set-password.ts";
import { organizationOfUser } from "../sessions/session-record.ts";

const AccountRow = z.object({ id: z.int(), organization_id: z.int().nullable() });

/**
 * Removes the second factor of somebody who lost it, and ends their sessions: whoever has the phone may have one.
 * @returns false when nobody has this e-mail, or has a second factor
 */
export async function removeSecondFactorFor(connections: Connections, who: Actor, email: string): Promise<boolean> {
  return connections.accounts.transaction().execute(async (tx) => {
    const person = await queryRow(tx, AccountRow)`
      delete from two_factors f using users u
      where u.id = f.user_id and u.email = ${email.toLowerCase()} and u.deleted_at is null
      returning u.id, ${organizationOfUser} as organization_id`;
    if (person === undefined) return false;
    await endSessions(tx, person.id, null);
    const organizationId = person.organization_id;
    await audit(tx, who, { action: "second_factor.remove", organizationId, objectType: "user", objectId: person.id });
    return true;
  });
}
