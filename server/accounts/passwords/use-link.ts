import { z } from "zod";
import { audit } from "../../audit/audit.ts";
import type { Connections } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { Clock } from "../../time/clock.ts";
import { isAccountLinkOpen, type LinkPurpose, useAccountLink } from "../mails/account-links.ts";
import { organizationOfUser } from "../sessions/session-record.ts";
import { removeCredentials } from "./remove-credentials.ts";
import { endSessions, hashNewPassword, setPassword } from "./set-password.ts";

/** What the user of a link submits. */
export interface LinkUse {
  token: string;
  password: string;
  /** Left out: the name stays as it is. */
  firstName?: string | undefined;
  lastName?: string | undefined;
}

const Person = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_email_proven: z.boolean(),
  organization_id: z.int().nullable(),
});

const actions: Record<LinkPurpose, string> = { invitation: "invitation.accept", reset: "password.reset" };

/**
 * Consumes a mailed link: sets the password, and the names where they are given, and ends all sessions of the account.
 * @returns the account's e-mail
 * @throws ProblemError forbidden when the link is wrong, used or expired; invalid_fields with a sentence per broken
 * rule under `password`, and then the link stays valid
 */
export async function setPasswordByLink(
  { connections, clock }: { connections: Connections; clock: Clock },
  purpose: LinkPurpose,
  use: LinkUse,
  requestId: string,
): Promise<string> {
  const at = clock();
  // Before anything costly or revealing: anonymous callers get neither the password rules nor CPU time.
  if (!(await isAccountLinkOpen(connections.accounts, use.token, purpose, at))) throw closed();
  const passwordHash = await hashNewPassword(use.password);
  return connections.accounts.transaction().execute(async (tx) => {
    const used = await useAccountLink(tx, use.token, purpose, at);
    if (used === null) throw closed();
    const { userId, wasMailed } = used;
    const person = await queryRow(tx, Person)`
      select u.email, u.first_name, u.last_name, u.email_proven_at is not null as is_email_proven,
        ${organizationOfUser} as organization_id
      from users u where u.id = ${userId}`;
    if (person === undefined) throw closed();
    const who = { userId, email: person.email, requestId, at };
    // A second factor stays: access to somebody's mailbox must not bypass it.
    if (wasMailed && !person.is_email_proven) {
      const account = { id: userId, organizationIds: [person.organization_id] };
      await removeCredentials(tx, who, account, { secondFactor: true });
    }
    await setPassword(tx, userId, passwordHash, at);
    await endSessions(tx, userId, null);
    const first_name = use.firstName ?? person.first_name;
    const last_name = use.lastName ?? person.last_name;
    // Who edits the account must not overwrite names that they did not see.
    const isRenamed = first_name !== person.first_name || last_name !== person.last_name;
    // A link that was not mailed may have been used by whoever was shown it.
    const email_proven_at = wasMailed ? new Date(at) : null;
    await tx
      .updateTable("users")
      .set({
        first_name,
        last_name,
        name: `${first_name} ${last_name}`.trim(),
        email_proven_at,
        ...(isRenamed ? { updated_at: new Date(at) } : {}),
      })
      .where("id", "=", userId)
      .execute();
    await audit(tx, who, {
      action: actions[purpose],
      organizationId: person.organization_id,
      objectType: "user",
      objectId: userId,
    });
    return person.email;
  });
}

function closed(): ProblemError {
  return new ProblemError("forbidden", text`This link is no longer valid. Ask for a new one.`);
}
