import { sql } from "kysely";
import type { Connections } from "../../../database/connect.ts";

/** All that one account may, in the order of the database. */
export interface Rights {
  id: number;
  email: string;
  staff_role: string | null;
  staff_permissions: string[];
  staff_organizations: number[];
  memberships: { organization_id: number; role: string; permissions: string[]; property_ids: number[] }[];
}

/** What every account that lives may, read from the tables. */
export async function readRights({ accounts }: Connections): Promise<Rights[]> {
  const found = await sql<Rights>`
    select u.id, u.email, u.staff_role, u.staff_permissions,
      array(select organization_id from staff_organizations s where s.user_id = u.id order by 1) as staff_organizations,
      (select coalesce(jsonb_agg(jsonb_build_object('organization_id', m.organization_id, 'role', m.role,
          'permissions', m.permissions, 'property_ids', array(
            select property_id from membership_properties mp
            where mp.user_id = u.id and mp.organization_id = m.organization_id order by 1))
          order by m.organization_id), '[]')
        from memberships m where m.user_id = u.id) as memberships
    from users u where u.deleted_at is null order by u.id`.execute(accounts);
  return found.rows;
}

/** Makes the accounts what they were: who came since is gone, who changed has what they had. */
export async function restoreRights({ accounts }: Connections, before: readonly Rights[]): Promise<void> {
  await accounts.transaction().execute(async (tx) => {
    await sql`delete from users where id <> all(${before.map((one) => one.id)}::bigint[])`.execute(tx);
    await sql`delete from memberships`.execute(tx);
    await sql`delete from staff_organizations`.execute(tx);
    for (const was of before) {
      await sql`update users set email = ${was.email}, staff_role = ${was.staff_role},
        staff_permissions = ${was.staff_permissions} where id = ${was.id}`.execute(tx);
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
