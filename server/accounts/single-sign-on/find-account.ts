import { sql } from "kysely";
import { z } from "zod";
import type { SingleSignOnFailure } from "../../../contract/accounts/single-sign-on-failures.ts";
import { audit } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { removeCredentials } from "../passwords/remove-credentials.ts";
import { organizationOfUser, type RequestedAt } from "../sessions/session-record.ts";
import type { Identity } from "./identity.ts";

const LinkedAccount = z.object({ organization_id: z.int().nullable() });

/** A living account. */
const SignedAccount = z.object({ id: z.int(), email: z.string(), first_name: z.string(), last_name: z.string() });
export type SignedAccount = z.output<typeof SignedAccount>;

const FoundAccount = SignedAccount.extend({ is_email_proven: z.boolean(), organization_id: z.int().nullable() });
type FoundAccount = z.output<typeof FoundAccount>;

const columns = sql`u.id, u.email, u.first_name, u.last_name, u.email_proven_at is not null as is_email_proven,
  ${organizationOfUser} as organization_id`;

/**
 * The account of a person authenticated by the provider, locked until the transaction ends. The first sign-in links the
 * account with their verified e-mail; from then on it is theirs whatever happens to the e-mail, there or here. Accounts
 * are never created. The first time that the provider verifies the account's e-mail, all other credentials are removed,
 * because somebody else may have used the account before its owner.
 */
export async function findAccount(
  tx: Transactional,
  identity: Identity,
  params: RequestedAt,
): Promise<SignedAccount | SingleSignOnFailure> {
  const { email, isEmailVerified, issuer } = identity;
  const known = await queryRow(tx, FoundAccount)`
    select ${columns} from credentials c join users u on u.id = c.user_id
    where c.provider_id = ${identity.issuer} and c.account_id = ${identity.subject} and u.deleted_at is null
    for update of u`;
  if (known !== undefined) {
    // Their second factor stays required: nobody else's would pass the check.
    const isVouched = isEmailVerified && email === known.email;
    if (isVouched && !known.is_email_proven) await prove(tx, known, params, { issuer, secondFactor: true });
    return known;
  }
  if (email === null || !isEmailVerified) return "unverified_email";
  const account = await queryRow(tx, FoundAccount)`
    select ${columns} from users u where u.email = ${email} and u.deleted_at is null
    for update of u`;
  if (account === undefined) return "unknown_account";
  // A statement of its own: before the lock was acquired, another one may have linked it.
  const taken = await sql`select from credentials
    where user_id = ${account.id} and provider_id = ${identity.issuer}`.execute(tx);
  if (taken.rows.length > 0) return "other_identity";
  if (!account.is_email_proven) await prove(tx, account, params, { secondFactor: false });
  await link(tx, account, identity, params);
  return account;
}

async function prove(
  tx: Transactional,
  { id, email, organization_id }: FoundAccount,
  params: RequestedAt,
  kept: { issuer?: string; secondFactor: boolean },
): Promise<void> {
  await removeCredentials(tx, { ...params, userId: id, email }, { id, organizationIds: [organization_id] }, kept);
  await sql`update users set email_proven_at = ${new Date(params.at)} where id = ${id}`.execute(tx);
}

async function link(tx: Transactional, account: SignedAccount, identity: Identity, params: RequestedAt): Promise<void> {
  const { id, email } = account;
  const at = new Date(params.at);
  await sql`insert into credentials (user_id, provider_id, account_id, created_at, updated_at)
    values (${id}, ${identity.issuer}, ${identity.subject}, ${at}, ${at})`.execute(tx);
  // Whoever invited them may have been shown the link: from now on the account is only its owner's.
  await tx.deleteFrom("account_links").where("user_id", "=", id).where("purpose", "=", "invitation").execute();
  // An invited user who never signed in may have no name.
  const isNamed = account.first_name !== "" || account.last_name !== "";
  const { firstName, lastName } = isNamed ? { firstName: account.first_name, lastName: account.last_name } : identity;
  // Who edits the account must not overwrite names that they did not see.
  const updated = await queryRow(tx, LinkedAccount)`
    update users u set first_name = ${firstName}, last_name = ${lastName},
      name = ${`${firstName} ${lastName}`.trim()},
      updated_at = case when (first_name, last_name) = (${firstName}, ${lastName}) then updated_at else ${at} end
    where u.id = ${id} returning ${organizationOfUser} as organization_id`;
  const who = { ...params, userId: id, email };
  await audit(tx, who, {
    action: "single_sign_on.link",
    organizationId: updated?.organization_id ?? null,
    objectType: "user",
    objectId: id,
    after: { issuer: identity.issuer },
  });
}
