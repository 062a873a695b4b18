import { sql } from "kysely";
import { hashToken, newToken } from "../../server/accounts/tokens/secret-token.ts";
import { updateAlerts } from "../../server/alerts/update-alerts.ts";
import type { Connections } from "../../server/database/connect.ts";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import { dayNumber, dayText, localDay } from "../../server/time/local-day.ts";
import { makeCopies, planned, ZONE } from "../rebuild/copies.ts";
import { markHistory, storeHistory } from "../rebuild/history.ts";
import { addNeighbours } from "./neighbours.ts";
import { addRest } from "./rest-of-a-property.ts";

/** The day on which everybody asks, at 11 in the morning of the properties. */
const TODAY = dayNumber("2026-08-20");
const HOUR = 11;
export const NOW = localDay(ZONE, TODAY).startsAt + (HOUR * 60 + 6) * 60_000;

export interface Size {
  organizations: number;
  properties: number;
  /** Meters of each property. */
  perProperty: number;
  days: number;
}

/** Who asks: a session of theirs, and what they see of it. */
export interface Caller {
  name: string;
  token: string;
  properties: number;
  /** No two ids of what they see follow each other, and there are hundreds: as dear as the lock gets. */
  isWorst: boolean;
}

/** Fills an empty, migrated database with organizations of like properties. @returns who asks */
export async function makePortfolio(connections: Connections, size: Size): Promise<Caller[]> {
  const plan = planned(size.perProperty);
  const [first] = await makeCopies(connections, plan, 1);
  if (first === undefined) throw new Error("No property was made.");
  const clock = () => NOW;
  const nextHour = localDay(ZONE, TODAY).startsAt + HOUR * 3_600_000;
  const history = await storeHistory(connections, plan, first, size.days, nextHour, () => {});
  await markHistory(connections, [first], history);
  await refreshAll(connections, clock);
  await addRest(connections, first.propertyId, dayText(TODAY), size.days);
  await updateAlerts(connections, first.propertyId, clock);
  await addNeighbours(connections, first.propertyId, size.properties, size.organizations);
  await sql`vacuum analyze`.execute(connections.owner);
  const callers = await addCallers(connections, size);
  // Everything on disk, so that nothing is written while answers are timed.
  await sql`checkpoint`.execute(connections.owner);
  return callers;
}

/** Somebody who sees everything, staff of every other organization, the admin of one, and a member with one property. */
async function addCallers(connections: Connections, { organizations, properties }: Size): Promise<Caller[]> {
  const both = sql`array['reporting.view_asset_data_report', 'reporting.view_property_data_report']`;
  const add = async (name: string) => {
    const token = newToken();
    const made = await sql<{ id: number }>`
      with added as (insert into users (email, name) values (${`${token.slice(0, 8).toLowerCase()}@example.com`}, ${name}) returning id),
      begun as (insert into sessions (user_id, token_hash, expires_at, created_at, updated_at)
        select id, ${hashToken(token)}, ${new Date(NOW + 3_600_000)}, ${new Date(NOW)}, ${new Date(NOW)} from added)
      select id from added`.execute(connections.accounts);
    return { id: made.rows[0]?.id ?? 0, token };
  };
  const everything = await add("IONAdmin");
  await sql`update users set staff_role = 'IONAdmin' where id = ${everything.id}`.execute(connections.accounts);
  const staff = await add("staff");
  await sql`update users set staff_role = 'ION staff', staff_permissions = ${both} where id = ${staff.id}`.execute(
    connections.accounts,
  );
  const assigned = await sql<{ properties: number }>`
    with assigned as (insert into staff_organizations (user_id, organization_id)
      select ${staff.id}::bigint, id from (select id, row_number() over (order by id desc) as n from organizations) o
      where n % 2 = 1 returning organization_id)
    select count(*) as properties from assigned join properties using (organization_id)`.execute(connections.accounts);
  const join = (id: number, role: string) =>
    sql`insert into memberships (user_id, organization_id, role, permissions)
      values (${id}, (select organization_id from properties order by id desc limit 1), ${role}, ${both})`.execute(
      connections.accounts,
    );
  const admin = await add("admin");
  await join(admin.id, "organization admin");
  const member = await add("member");
  await join(member.id, "organization member");
  await sql`insert into membership_properties (user_id, organization_id, property_id)
    select ${member.id}::bigint, organization_id, id from properties order by id desc limit 1`.execute(
    connections.accounts,
  );
  return [
    { name: "IONAdmin", token: everything.token, properties, isWorst: false },
    { name: "staff", token: staff.token, properties: assigned.rows[0]?.properties ?? 0, isWorst: true },
    { name: "admin", token: admin.token, properties: Math.floor(properties / organizations), isWorst: false },
    { name: "member", token: member.token, properties: 1, isWorst: false },
  ];
}
