import { sql } from "kysely";
import { z } from "zod";
import type { Letterhead } from "../../contract/accounts/letterhead.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRow, queryRows } from "../database/query-rows.ts";
import type { Logo } from "../leaks-api/photos/re-encode.ts";
import type { Manager } from "./owner-report/owner-contents.ts";

const Row = z.object({
  name: z.string(),
  logo: z.instanceof(Buffer).nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});

/** Of an organization in the scope. */
export async function readLetterhead(tx: Transactional, organizationId: number): Promise<Letterhead> {
  const row = await queryRow(tx, Row)`
    select name, logo, width, height from letterheads where organization_id = ${organizationId}`;
  const { name, logo } = managerOf(row);
  return {
    organization_id: organizationId,
    name,
    logo: logo && { png: logo.png.toString("base64"), width: logo.width, height: logo.height },
  };
}

/** Who manages properties of one organization; those of several have none. */
export async function managerOfProperties(tx: Transactional, propertyIds: readonly number[]): Promise<Manager> {
  const [row, ...others] = await queryRows(tx, Row)`
    select distinct coalesce(head.name, '') as name, head.logo, head.width, head.height, organization.id
    from properties join organizations organization on organization.id = properties.organization_id
    left join letterheads head on head.organization_id = organization.id
    where properties.id = any(${propertyIds}::bigint[])`;
  return managerOf(others.length > 0 ? undefined : row);
}

function managerOf(row: z.output<typeof Row> | undefined): Manager {
  const { name = "", logo: png = null, width = null, height = null } = row ?? {};
  return { name, logo: png === null || width === null || height === null ? null : { png, width, height } };
}

/** Sets both, with an audit log entry. @param logo null: none; undefined: as before */
export async function changeLetterhead(
  tx: Transactional,
  who: Actor,
  organizationId: number,
  { name, logo }: { name: string; logo: Logo | null | undefined },
): Promise<Letterhead> {
  const before = await readLetterhead(tx, organizationId);
  const { png = null, width = null, height = null } = logo ?? {};
  await sql`
    insert into letterheads as known (organization_id, name, logo, width, height)
    values (${organizationId}, ${name}, ${png}, ${width}, ${height})
    on conflict (organization_id) do update set name = excluded.name,
      logo = case when ${logo === undefined}::boolean then known.logo else excluded.logo end,
      width = case when ${logo === undefined}::boolean then known.width else excluded.width end,
      height = case when ${logo === undefined}::boolean then known.height else excluded.height end`.execute(tx);
  const after = await readLetterhead(tx, organizationId);
  if (before.name !== after.name || before.logo?.png !== after.logo?.png) {
    await audit(tx, who, {
      action: "letterhead.change",
      organizationId,
      objectType: "organization",
      objectId: organizationId,
      before: onRecord(before),
      after: onRecord(after),
    });
  }
  return after;
}

function onRecord({ name, logo }: Letterhead) {
  return { name, logo: logo === null ? null : `${logo.width} x ${logo.height}` };
}
