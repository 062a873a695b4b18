import { sql } from "kysely";
import type { Connections } from "../../../server/database/connect.ts";

export interface MembershipRights {
  organization_id: number;
  role: string;
  permissions: string[];
  property_ids: number[];
}

/** All that one account may, in one order, and by what it is known. */
export interface Rights {
  id: number;
  email: string;
  first_name: string;
  staff_role: string | null;
  staff_permissions: string[];
  staff_organizations: number[];
  memberships: MembershipRights[];
}

/** What every account that lives may, read from the tables. */
export async function readRights({ accounts }: Connections): Promise<Rights[]> {
  const found = await sql<Rights>`
    select u.id, u.email, u.first_name, u.staff_role,
      array(select unnest(u.staff_permissions) order by 1) as staff_permissions,
      to_jsonb(array(select organization_id from staff_organizations s where s.user_id = u.id order by 1))
        as staff_organizations,
      (select coalesce(jsonb_agg(jsonb_build_object('organization_id', m.organization_id, 'role', m.role,
          'permissions', array(select unnest(m.permissions) order by 1), 'property_ids', array(
            select property_id from membership_properties mp
            where mp.user_id = u.id and mp.organization_id = m.organization_id order by 1))
          order by m.organization_id), '[]')
        from memberships m where m.user_id = u.id) as memberships
    from users u where u.deleted_at is null order by u.id`.execute(accounts);
  return found.rows;
}

/** Makes the accounts what they were: who came since is gone, who changed has what they had, who was deleted is back. */
export async function restoreRights({ accounts }: Connections, before: readonly Rights[], now: readonly Rights[]) {
  const same = new Set(now.map((one) => JSON.stringify(one)));
  const known = new Set(before.map(({ id }) => id));
  await accounts.transaction().execute(async (tx) => {
    const came = now.map(({ id }) => id).filter((id) => !known.has(id));
    if (came.length > 0) await sql`delete from users where id = any(${came}::bigint[])`.execute(tx);
    for (const was of before.filter((one) => !same.has(JSON.stringify(one)))) {
      await sql`delete from memberships where user_id = ${was.id}`.execute(tx);
      await sql`delete from staff_organizations where user_id = ${was.id}`.execute(tx);
      await sql`update users set email = ${was.email}, first_name = ${was.first_name}, staff_role = ${was.staff_role},
        staff_permissions = ${was.staff_permissions}, email_proven_at = now(), deleted_at = null where id = ${was.id}`.execute(
        tx,
      );
      await sql`insert into staff_organizations (user_id, organization_id)
        select ${was.id}, unnest(${was.staff_organizations}::bigint[])`.execute(tx);
      for (const one of was.memberships) {
        await sql`insert into memberships (user_id, organization_id, role, permissions)
          values (${was.id}, ${one.organization_id}, ${one.role}, ${one.permissions})`.execute(tx);
        await sql`insert into membership_properties (user_id, organization_id, property_id)
          select ${was.id}, ${one.organization_id}, unnest(${one.property_ids}::bigint[])`.execute(tx);
      }
    }
  });
}
