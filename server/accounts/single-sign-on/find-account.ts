import { sql } from "kysely";
import type { SingleSignOnFailure } from "../../../contract/single-sign-on.ts";
import type { Transactional } from "../../database/connect.ts";
import { audit } from "../audit.ts";
import { type AskedAt, organizationOfUser } from "../session-record.ts";
import type { Identity } from "./identity.ts";

/** A living account. */
export interface SignedAccount {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
}

/**
 * The account of somebody whom the provider let in, locked until the transaction ends. At the first sign-in it is the one
 * with their verified e-mail, and becomes theirs; from then on it is theirs whatever happens to the e-mail, there or
 * here. Nobody gets an account by it.
 */
export async function findAccount(
  tx: Transactional,
  identity: Identity,
  asked: AskedAt,
): Promise<SignedAccount | SingleSignOnFailure> {
  const own = await sql<SignedAccount>`
    select u.id, u.email, u.first_name, u.last_name from credentials c join users u on u.id = c.user_id
    where c.provider_id = ${identity.issuer} and c.account_id = ${identity.subject} and u.deleted_at is null
    for update of u`.execute(tx);
  if (own.rows[0] !== undefined) return own.rows[0];
  const { email, isEmailVerified } = identity;
  if (email === null || !isEmailVerified) return "unverified_email";
  const found = await sql<SignedAccount>`
    select id, email, first_name, last_name from users where email = ${email} and deleted_at is null
    for update`.execute(tx);
  const [account] = found.rows;
  if (account === undefined) return "unknown_account";
  // A statement of its own: before the lock was had, another one may have made it theirs.
  const taken = await sql`select from credentials
    where user_id = ${account.id} and provider_id = ${identity.issuer}`.execute(tx);
  if (taken.rows.length > 0) return "other_identity";
  await link(tx, account, identity, asked);
  return account;
}

async function link(tx: Transactional, account: SignedAccount, identity: Identity, asked: AskedAt): Promise<void> {
  const { id, email } = account;
  const at = new Date(asked.at);
  await sql`insert into credentials (user_id, provider_id, account_id, created_at, updated_at)
    values (${id}, ${identity.issuer}, ${identity.subject}, ${at}, ${at})`.execute(tx);
  // Whoever invited them may have been shown the link: from here on the account is its owner's.
  await tx.deleteFrom("account_links").where("user_id", "=", id).where("purpose", "=", "invitation").execute();
  // Who was invited and has not come yet may have no name.
  const isNamed = account.first_name !== "" || account.last_name !== "";
  const { firstName, lastName } = isNamed ? { firstName: account.first_name, lastName: account.last_name } : identity;
  const updated = await sql<{ organization_id: number | null }>`
    update users u set email_verified = true, first_name = ${firstName}, last_name = ${lastName},
      name = ${`${firstName} ${lastName}`.trim()}
    where u.id = ${id} returning ${organizationOfUser} as organization_id`.execute(tx);
  const who = { ...asked, userId: id, email };
  await audit(tx, who, {
    action: "single_sign_on.link",
    organizationId: updated.rows[0]?.organization_id ?? null,
    objectType: "user",
    objectId: id,
    after: { issuer: identity.issuer },
  });
}
