import { sql } from "kysely";
import { expect } from "vitest";
import { visiblePlaces } from "../../accounts/places.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { addOrganization, addProperty } from "../../reporting/testing/places.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";

export const PROPERTIES = "/v1/admin/staff/inventory/organizations/properties";

type Person = Partial<RequestScope>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Two organizations with a property each, and one property of none. */
export interface InventorySite {
  app: ScopedApp;
  north: { organizationId: number; propertyId: number };
  south: { organizationId: number; propertyId: number };
  unassignedId: number;
  /** As they see things at that moment. */
  ionAdmin(): Promise<Person>;
  staffOf(...organizationIds: number[]): Promise<Person>;
  adminOf(organizationId: number): Promise<Person>;
  /** Makes a request that succeeds. @returns the response body */
  does(who: Person, method: Method, path: string, body?: object): Promise<unknown>;
  /** Makes a request that is rejected, and asserts that nothing changed. @returns the body without the request's id */
  rejects(who: Person, method: Method, path: string, body: object | undefined, status: number): Promise<object>;
  /** The audit log since the last call, without rejections. */
  recorded(): Promise<Recorded[]>;
}

interface Recorded {
  action: string;
  actor: string;
  organization_id: number | null;
  property_id: number | null;
  before: unknown;
  after: unknown;
}

export async function inventorySite(): Promise<InventorySite> {
  const app = await scopedApp("2026-06-20T12:00:00Z");
  const { connections } = app;
  const place = async (name: string) => {
    const organizationId = await addOrganization(connections, name);
    const values = { name: `${name} House`, organization_id: organizationId, time_zone: "America/Chicago" };
    return { organizationId, propertyId: (await addProperty(connections, values)).id };
  };
  const ask = async (who: Person, method: Method, path: string, body?: object) => {
    const answer = await app.ask(who, method, path, body);
    return { status: answer.status, text: answer.text, body: answer.json() };
  };
  let seen = 0;
  return {
    app,
    north: await place("North"),
    south: await place("South"),
    unassignedId: (await addProperty(connections, { name: "Nobody's House", time_zone: "America/Denver" })).id,
    ionAdmin: async () => ({
      isStaff: true,
      role: "IONAdmin",
      email: "ion@example.com",
      ...(await visiblePlaces(connections, { kind: "everything" })),
    }),
    staffOf: async (...organizationIds) => {
      const found = await sql<{ id: number }>`
        select id from properties where organization_id = any(${organizationIds}::bigint[]) and archived_at is null`.execute(
        connections.worker,
      );
      const propertyIds = found.rows.map(({ id }) => id);
      return { isStaff: true, role: "ION staff", email: "staff@example.com", organizationIds, propertyIds };
    },
    adminOf: async (organizationId) => ({
      role: "organization admin",
      ...(await visiblePlaces(connections, { kind: "organization", organizationId })),
    }),
    does: async (who, method, path, body) => {
      const answer = await ask(who, method, path, body);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body;
    },
    rejects: async (who, method, path, body, status) => {
      const before = await everything(app);
      const answer = await ask(who, method, path, body);
      expect(answer.status, answer.text).toBe(status);
      expect(await everything(app)).toEqual(before);
      return Object.fromEntries(Object.entries(Object(answer.body)).filter(([key]) => key !== "request_id"));
    },
    recorded: async () => {
      const rows = await sql<Recorded & { id: number }>`
        select id, action, actor, organization_id, property_id, before, after from audit_log
        where id > ${seen} and action <> 'rejected' order by id`.execute(connections.accounts);
      seen = rows.rows.at(-1)?.id ?? seen;
      return rows.rows.map(({ id: _id, ...entry }) => entry);
    },
  };
}

const tables = [
  "organizations",
  "properties",
  "buildings",
  "units",
  "gateways",
  "meter_points",
  "meters",
  "meter_services",
  "occupancy",
];

/** All rows that a change of an inventory could touch. */
async function everything({ connections }: ScopedApp): Promise<unknown> {
  const rows: unknown[] = [];
  for (const table of tables) {
    const found = await sql`select to_jsonb(t) as row from ${sql.table(table)} t order by 1`.execute(
      connections.worker,
    );
    rows.push(found.rows);
  }
  const made = await sql`select count(*) from audit_log where action <> 'rejected'`.execute(connections.accounts);
  return [...rows, made.rows];
}
