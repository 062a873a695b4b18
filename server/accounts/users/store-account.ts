import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import type { Account, Membership, Person, StaffAccess, StoredAccount } from "./account.ts";
import { asEditor, type Editor } from "./editor.ts";

/**
 * Stores a new account, without a password; its memberships as the editor, who may store only those of the scope.
 * @returns its id
 * @throws a database error (23505, users_email) when the e-mail is taken
 */
export async function insertAccount(tx: Transactional, editor: Editor, account: Account): Promise<number> {
  const now = editor.actor.at;
  const { id } = await tx
    .insertInto("users")
    .values({
      ...columns(account),
      ...staffColumns(account.staff),
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await storeStaffOrganizations(tx, id, account.staff);
  await asEditor(tx, editor, async () => {
    for (const membership of account.memberships) await storeMembership(tx, id, membership, now);
  });
  return id;
}

/**
 * Makes of the stored account what it is to be. Memberships with the same properties as before keep their assignments to
 * those that are archived or elsewhere at the moment, which no editor sees.
 * @throws a database error (23505, users_email) when the new e-mail is taken
 */
export async function updateAccount(
  tx: Transactional,
  editor: Editor,
  before: StoredAccount,
  after: Account,
): Promise<void> {
  const now = editor.actor.at;
  const [was, is] = [before, after].map((one) => ({ ...columns(one), ...staffColumns(one.staff) }));
  const isChanged = !isDeepStrictEqual(was, is) || !isDeepStrictEqual(before.staff, after.staff);
  // What all organizations see of the account; when a membership changed is kept with it.
  if (isChanged) {
    await tx
      .updateTable("users")
      .set({
        ...is,
        updated_at: new Date(now),
        // Nobody was seen to read mails at the new one.
        ...(before.email === after.email ? {} : { email_proven_at: null }),
      })
      .where("id", "=", before.id)
      .execute();
  }
  await tx.deleteFrom("staff_organizations").where("user_id", "=", before.id).execute();
  await storeStaffOrganizations(tx, before.id, after.staff);
  const hidden = await hiddenAssignments(tx, before.id);
  await asEditor(tx, editor, async () => {
    for (const was of before.memberships) {
      const stays = after.memberships.some((one) => isDeepStrictEqual(one, was));
      if (!stays) await removeMembership(tx, before.id, was.organization_id);
      const isThere = after.memberships.some((one) => one.organization_id === was.organization_id);
      if (!isThere) await noteEnd(tx, before.id, was.organization_id, now);
    }
    for (const is of after.memberships) {
      const stayed = before.memberships.some((one) => isDeepStrictEqual(one, is));
      if (!stayed) await storeMembership(tx, before.id, is, now);
    }
  });
  const kept = hidden.filter(({ organization_id: id }) => {
    const [was, is] = [before, after].map((one) => one.memberships.find((own) => own.organization_id === id));
    return is !== undefined && isDeepStrictEqual(was?.property_ids, is.property_ids);
  });
  await sql`
    insert into membership_properties (user_id, organization_id, property_id)
    select ${before.id}, * from unnest(${kept.map((one) => one.organization_id)}::bigint[],
      ${kept.map((one) => one.property_id)}::bigint[])
    on conflict do nothing`.execute(tx);
}

const AssignmentRow = z.object({ organization_id: z.int(), property_id: z.int() });

/** The assignments of a user to properties that are archived, or in another organization at the moment. */
function hiddenAssignments(tx: Transactional, userId: number) {
  return queryRows(tx, AssignmentRow)`
    select mp.organization_id, mp.property_id from membership_properties mp join properties p on p.id = mp.property_id
    where mp.user_id = ${userId}
      and (p.archived_at is not null or p.organization_id is distinct from mp.organization_id)`;
}

/**
 * The account goes: what is left is a name for the record. Its sessions, links, password, second factor, rights and
 * reports by mail end with the transaction. Its e-mail gives way to one that nobody has, so that the account that gets it
 * next is the only one found under it.
 */
export async function deleteAccount(tx: Transactional, userId: number, now: number): Promise<void> {
  for (const table of [
    "sessions",
    "credentials",
    "account_links",
    "two_factors",
    "phones",
    "phone_codes",
    "push_subscriptions",
    "memberships",
    "ended_memberships",
    "staff_organizations",
  ]) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
  }
  await endReports(tx, userId, new Date(now));
  await tx
    .updateTable("users")
    .set({
      email: `deleted-${userId}@dripline.invalid`,
      staff_role: null,
      staff_permissions: [],
      deleted_at: new Date(now),
      updated_at: new Date(now),
    })
    .where("id", "=", userId)
    .execute();
}

/** Ends the reports that are mailed to a user, for all where nobody else gets them. */
async function endReports(tx: Transactional, userId: number, at: Date): Promise<void> {
  await sql`
    update report_recipients set ended_at = ${at} where user_id = ${userId} and ended_at is null`.execute(tx);
  await sql`
    update report_subscriptions one set ended_at = ${at}
    where ended_at is null
      and exists (select from report_recipients where subscription_id = one.id and user_id = ${userId})
      and not exists (select from report_recipients where subscription_id = one.id and ended_at is null)`.execute(tx);
}

function columns({ email, first_name, last_name, business_title }: Person) {
  return { email, first_name, last_name, business_title, name: `${first_name} ${last_name}`.trim() };
}

function staffColumns(staff: StaffAccess | null) {
  return { staff_role: staff?.role ?? null, staff_permissions: staff?.permissions ?? [] };
}

async function storeStaffOrganizations(tx: Transactional, userId: number, staff: StaffAccess | null): Promise<void> {
  await sql`insert into staff_organizations (user_id, organization_id)
    select ${userId}, unnest(${staff?.organization_ids ?? []}::bigint[])`.execute(tx);
}

async function storeMembership(
  tx: Transactional,
  userId: number,
  { organization_id, role, permissions, property_ids }: Membership,
  now: number,
): Promise<void> {
  await tx
    .insertInto("memberships")
    .values({ user_id: userId, organization_id, role, permissions, changed_at: new Date(now) })
    .execute();
  await sql`insert into membership_properties (user_id, organization_id, property_id)
    select ${userId}, ${organization_id}, unnest(${property_ids}::bigint[])`.execute(tx);
}

/** The assigned properties go with it. */
async function removeMembership(tx: Transactional, userId: number, organizationId: number): Promise<void> {
  await tx
    .deleteFrom("memberships")
    .where("user_id", "=", userId)
    .where("organization_id", "=", organizationId)
    .execute();
}

/** The row is gone: when it went is kept for those who edit the user and saw it. */
async function noteEnd(tx: Transactional, userId: number, organizationId: number, now: number): Promise<void> {
  await sql`insert into ended_memberships (user_id, organization_id, ended_at)
    values (${userId}, ${organizationId}, ${new Date(now)})
    on conflict (user_id, organization_id) do update set ended_at = excluded.ended_at`.execute(tx);
}
