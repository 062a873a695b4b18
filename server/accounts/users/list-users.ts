import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import {
  membershipRole,
  type Permission,
  permission,
  type Role,
  staffRole,
} from "../../../contract/accounts/session.ts";
import type { User } from "../../../contract/accounts/users.ts";
import { CountRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { roleRow, rolesOf } from "./roles.ts";

/** The organizations of which somebody sees the users, and nothing of any other; null: everything, staff included. */
export type Shown = number[] | null;

export interface UserFilters {
  /** Ids of roles, of organizations, of properties. */
  role?: number[] | undefined;
  organization_id?: number[] | undefined;
  /** Who is assigned one of these, and admins of their organizations. */
  property_id?: number[] | undefined;
  /** Part of a name or an e-mail, in whatever case. */
  search?: string | undefined;
}

/** Without what only the role of accounts reads: see withPreferences. */
export type ListedUser = Omit<User, "preferences">;

const Named = z.object({ id: z.int(), name: z.string() });
type Named = z.output<typeof Named>;

const Row = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  business_title: z.string(),
  last_login_at: z.date().nullable(),
  modified_at: z.date(),
  /** Whether they have a password, or another way to sign in. */
  can_sign_in: z.boolean(),
  /** When the newest invitation ends; null: there is none any more. */
  invited_until: z.date().nullable(),
  staff_role: staffRole.nullable(),
  staff_permissions: z.array(z.string()),
  staff_organizations: z.array(Named),
  memberships: z.array(
    z.object({
      organization: Named,
      role: membershipRole,
      permissions: z.array(z.string()),
      assigned_properties: z.array(Named),
    }),
  ),
});
type Row = z.output<typeof Row>;

/**
 * Users that live, within what is shown: of other organizations' memberships and properties nothing, not even in what
 * they are ordered and searched by.
 * @param order an `order by` that is total
 * @param now milliseconds since the epoch
 */
export async function listUsers(
  db: QueryExecutorProvider,
  shown: Shown,
  filters: UserFilters,
  order: RawBuilder<unknown>,
  { page, page_size, now }: { page: number; page_size: number; now: number },
): Promise<{ count: number; users: ListedUser[] }> {
  const where = sql`where u.deleted_at is null ${isShown(shown)} ${isWanted(shown, filters)}`;
  const counted = await queryRow(db, CountRow)`select count(*) as count from users u ${where}`;
  const offset = (page - 1) * page_size;
  const rows = await queryRows(db, Row)`
    ${columns(shown)} ${where} ${order} limit ${page_size} offset ${offset}`;
  return { count: counted?.count ?? 0, users: rows.map((row) => userOf(row, now)) };
}

/** One user as they are shown; null when they are not. @param now milliseconds since the epoch */
export async function findUser(
  db: QueryExecutorProvider,
  shown: Shown,
  id: number,
  now: number,
): Promise<ListedUser | null> {
  const row = await queryRow(db, Row)`
    ${columns(shown)} where u.deleted_at is null and u.id = ${id} ${isShown(shown)}`;
  return row === undefined ? null : userOf(row, now);
}

function columns(shown: Shown): RawBuilder<unknown> {
  return sql`
    select u.id, u.email, u.first_name, u.last_name, u.business_title, u.last_login_at, u.staff_role,
      u.staff_permissions,
      greatest(u.updated_at, (select max(m.changed_at) from memberships m where m.user_id = u.id ${within(shown)}),
        (select max(m.ended_at) from ended_memberships m where m.user_id = u.id ${within(shown)})) as modified_at,
      exists (select from credentials c where c.user_id = u.id) as can_sign_in,
      (select max(l.expires_at) from account_links l
        where l.user_id = u.id and l.purpose = 'invitation' and l.used_at is null) as invited_until,
      (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name, o.id), '[]')
        from staff_organizations m join organizations o on o.id = m.organization_id
        where m.user_id = u.id ${within(shown)}) as staff_organizations,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'organization', jsonb_build_object('id', o.id, 'name', o.name),
          'role', m.role, 'permissions', m.permissions,
          'assigned_properties', (
            select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
            from membership_properties mp join properties p on p.id = mp.property_id
            where mp.user_id = m.user_id and mp.organization_id = m.organization_id
              and p.organization_id = m.organization_id and p.archived_at is null)) order by o.name, o.id), '[]')
        from memberships m join organizations o on o.id = m.organization_id
        where m.user_id = u.id ${within(shown)}) as memberships
    from users u`;
}

/** Of a row `m` with an organization: that it is shown. */
function within(shown: Shown): RawBuilder<unknown> {
  return shown === null ? sql`` : sql`and m.organization_id = any(${shown}::bigint[])`;
}

function isShown(shown: Shown): RawBuilder<unknown> {
  if (shown === null) return sql``;
  return sql`and exists (select from memberships m where m.user_id = u.id ${within(shown)})`;
}

function isWanted(shown: Shown, { role, organization_id, property_id, search }: UserFilters): RawBuilder<unknown> {
  const wanted: RawBuilder<unknown>[] = [];
  if (role !== undefined) {
    const names = rolesOf(role);
    wanted.push(sql`and (u.staff_role = any(${names}::text[]) or exists (select from memberships m
      where m.user_id = u.id and m.role = any(${names}::text[]) ${within(shown)}))`);
  }
  if (organization_id !== undefined) {
    wanted.push(sql`and exists (
      select from (select user_id, organization_id from memberships
        union all select user_id, organization_id from staff_organizations) m
      where m.user_id = u.id and m.organization_id = any(${organization_id}::bigint[]) ${within(shown)})`);
  }
  if (property_id !== undefined) {
    wanted.push(sql`and exists (
      select from memberships m
      join properties p on p.organization_id = m.organization_id and p.archived_at is null
      left join membership_properties mp on mp.user_id = m.user_id
        and mp.organization_id = m.organization_id and mp.property_id = p.id
      where m.user_id = u.id and p.id = any(${property_id}::bigint[])
        and (mp.property_id is not null or m.role = 'organization admin') ${within(shown)})`);
  }
  if (search !== undefined && search !== "") {
    wanted.push(sql`and position(lower(${search}) in lower(u.email || ' ' || u.first_name || ' ' || u.last_name)) > 0`);
  }
  return wanted.length === 0 ? sql`` : sql.join(wanted, sql` `);
}

function userOf(row: Row, now: number): ListedUser {
  const isStaff = row.staff_role !== null;
  const memberships = row.memberships.map((membership) => ({
    ...membership,
    role: roleRow(membership.role),
    permissions: permissionsOf(membership.permissions),
  }));
  const roles: Role[] = row.memberships.map((membership) => membership.role);
  if (row.staff_role !== null) roles.unshift(row.staff_role);
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    username: row.email,
    business_title: row.business_title,
    roles: [...new Set(roles)].map(roleRow),
    permissions: permissionsOf([
      ...(isStaff ? row.staff_permissions : []),
      ...row.memberships.flatMap((membership) => membership.permissions),
    ]),
    assigned_organizations: byName([
      ...row.staff_organizations,
      ...row.memberships.map((membership) => membership.organization),
    ]),
    assigned_properties: byName(row.memberships.flatMap((membership) => membership.assigned_properties)),
    memberships,
    last_login: row.last_login_at?.toISOString() ?? null,
    modified_at: row.modified_at.toISOString(),
    is_staff: isStaff,
    invitation: row.can_sign_in ? null : invitationOf(row.invited_until, now),
    is_read_only: isStaff && memberships.length > 0,
  };
}

function invitationOf(until: Date | null, now: number): User["invitation"] {
  return { is_expired: until === null || until.getTime() <= now, expires_at: until?.toISOString() ?? null };
}

function permissionsOf(names: readonly string[]): { name: Permission }[] {
  return permission.options.filter((name) => names.includes(name)).map((name) => ({ name }));
}

/** Each once. */
function byName(rows: readonly Named[]): Named[] {
  const once = new Map(rows.map((row) => [row.id, row]));
  return [...once.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en") || a.id - b.id);
}
