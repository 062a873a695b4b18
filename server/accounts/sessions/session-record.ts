import { sql } from "kysely";
import { z } from "zod";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { hasToken } from "../tokens/session-token.ts";

/** Which request it was, and when. */
export type RequestedAt = Pick<Actor, "requestId" | "at">;

/** Further facts that the audit log keeps of a sign-in. */
export interface SignInFacts {
  how: "single sign-on";
  /** Why it failed. */
  reason?: string;
}

const Person = z.object({ id: z.int(), email: z.string(), organization_id: z.int().nullable() });
type Person = z.output<typeof Person>;

/** Longer addresses do not exist. */
const LONGEST_EMAIL = 254;

/**
 * Logs in the audit log that the user with this e-mail signed in, and updates their last sign-in.
 * @param facts how, where it was not by password
 */
export async function recordSignIn(
  tx: Transactional,
  email: string,
  params: RequestedAt,
  facts: SignInFacts | null = null,
): Promise<void> {
  const person = await queryRow(tx, Person)`
    update users u set last_login_at = ${new Date(params.at)}
    where u.email = ${email.toLowerCase()} and u.deleted_at is null
    returning u.id, u.email, ${organizationOfUser} as organization_id`;
  if (person === undefined) throw new Error("Somebody without an account signed in.");
  await audit(tx, actorIn(person, params), {
    action: "session.start",
    organizationId: person.organization_id,
    objectType: "user",
    objectId: person.id,
    after: facts,
  });
}

/**
 * A typed e-mail as the audit log keeps it, whether anybody has it or not: empty where it is not one, because people
 * type their password into the wrong field, and nothing is ever deleted from the log.
 */
export function typedEmail(text: string): string {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) ? text.slice(0, LONGEST_EMAIL) : "";
}

/**
 * Logs a failed sign-in: the e-mail as typed, or as the single sign-on provider reported it, never the password.
 * Empty: not known.
 */
export async function recordFailedSignIn(
  tx: Transactional,
  email: string,
  params: RequestedAt,
  facts: SignInFacts | null = null,
): Promise<void> {
  const who: Actor = { ...params, userId: null, email: typedEmail(email) };
  await audit(tx, who, { action: "session.fail", organizationId: null, after: facts });
}

/** Ends the session that has this token, if there is one, with an audit log entry. */
export async function endSession(tx: Transactional, token: string, params: RequestedAt): Promise<void> {
  const person = await queryRow(tx, Person)`
    delete from sessions s using users u where ${hasToken(token)} and u.id = s.user_id
    returning u.id, u.email, ${organizationOfUser} as organization_id`;
  if (person === undefined) return;
  await audit(tx, actorIn(person, params), {
    action: "session.end",
    organizationId: person.organization_id,
    objectType: "user",
    objectId: person.id,
  });
}

/** The default organization of user `u`, whose admins may read the entry. */
export const organizationOfUser = sql`(
  select m.organization_id from memberships m join organizations o on o.id = m.organization_id
  where m.user_id = u.id order by m.organization_id is not distinct from u.active_organization_id desc, o.name, o.id
  limit 1)`;

function actorIn(person: Person, params: RequestedAt): Actor {
  return { ...params, userId: person.id, email: person.email };
}
