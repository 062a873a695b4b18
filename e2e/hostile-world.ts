import type { APIRequestContext } from "playwright-core";
import { hostileNames } from "../verify/input/cases/values.ts";
import { password } from "./accounts.ts";

const HOUR = 3_600_000;
const inventory = "/v1/admin/staff/inventory";

/** The name that shows most surely where one is taken for markup. */
export const bad = "<img src=x onerror=alert(1)>";
const BAD = hostileNames.indexOf(bad);
const permission = "reporting.view_property_data_report";

/** An installation in which every text that somebody can give is one of the hostile names. */
export interface HostileWorld {
  /** The organization in which all is. */
  organization: number;
  /** A property with a building, unit, point, meter and gateway by each name; its meters leak. */
  property: number;
  building: number;
  unit: number;
  user: number;
}

/** Fills an empty installation and stays signed in. @param firstAdmin the link for its first administrator */
export async function makeHostile(request: APIRequestContext, firstAdmin: string): Promise<HostileWorld> {
  const token = new URL(firstAdmin).searchParams.get("token");
  const call = async (method: string, path: string, data?: unknown) => {
    const answer = await request.fetch(path, { method, ...(data === undefined ? {} : { data }) });
    if (!answer.ok()) throw new Error(`${method} ${path} ${JSON.stringify(data)}: ${await answer.text()}`);
    return answer.json();
  };
  await call("POST", "/v1/first-admin", { token, email: "ann@example.com", password, first_name: bad, last_name: bad });

  const organizations = await Promise.all(
    hostileNames.map(async (name): Promise<number> => (await call("POST", `${inventory}/organizations`, { name })).id),
  );
  const organization = organizations[BAD] ?? 0;
  const properties = await Promise.all(
    hostileNames.map(async (name): Promise<number> => {
      const place = { street: name, city: name, state: name, zip_code: name.slice(0, 20), contact_phone: name };
      const body = { ...place, name, organization_id: organization, time_zone: "America/Chicago" };
      return (await call("POST", `${inventory}/organizations/properties`, body)).id;
    }),
  );
  const property = properties[BAD] ?? 0;
  const ofProperty = `${inventory}/properties/${property}`;
  for (const name of hostileNames) await call("POST", `${ofProperty}/gateways`, { serial_number: name, name });
  await call("PUT", `/v1/properties/${property}/gateways/${encodeURIComponent(bad)}/uplink-mapping`, {
    uplink_mapping: { serial: { from: "field", field: bad }, gallons: { field: bad }, minutes: 60 },
  });
  const rows = hostileNames.map((name) => ({
    cells: { building: name, unit: name, point: "SPOE", label: name, serial: name, gateway: name },
  }));
  await call("POST", `${inventory}/import?property_id=${property}&name=${encodeURIComponent(bad)}`, { rows });
  const { results: units } = await call("GET", `${ofProperty}/units?page_size=50`);
  const { id: unit, building_id: building } = units.find(({ name }: { name: string }) => name === bad);
  const access = { organization_id: organization, assigned_properties: properties, permissions: [permission], role: 4 };
  const [user] = await Promise.all(
    [BAD, ...hostileNames.keys()].map(async (at, i): Promise<number> => {
      const name = hostileNames[at] ?? "";
      const person = { email: `user-${i}@example.com`, first_name: name, last_name: name, business_title: name };
      const made = await call("POST", "/v1/admin/staff/organizations/users/external", { ...person, ...access });
      if (i > 0) {
        await call("POST", `/v1/admin/organizations/${organization}/api-keys`, { name, permissions: [permission] });
        await call("POST", `/v1/admin/properties/${property}/gateway-tokens`, { gateway_serial_number: name });
      }
      return made.id;
    }),
  );
  await measure(request, call, property);
  return { organization, property, building, unit, user: user ?? 0 };
}

type Call = (method: string, path: string, data?: unknown) => Promise<{ token: string }>;

/** Days of a steady flow in every unit, rows that are rejected, an hour too many, and repairs with a reason by each name. */
async function measure(request: APIRequestContext, call: Call, property: number): Promise<void> {
  const begin = Math.floor(Date.now() / HOUR) * HOUR - 60 * HOUR;
  const hourOf = (i: number) => new Date(begin + i * HOUR).toISOString();
  const tokens = `/v1/admin/properties/${property}/gateway-tokens`;
  const { token } = await call("POST", tokens, { gateway_serial_number: bad });
  const readings = hostileNames.flatMap((serial, n) =>
    Array.from({ length: 60 }, (_, i) => ({
      serial,
      hour: hourOf(i),
      gallons: i === 58 && n === BAD ? 90_000 : 5 + n,
    })),
  );
  const rejected = hostileNames.map((name) => ({ serial: `${name} unknown`, hour: hourOf(1), gallons: name }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await request.post("/v1/ingest/readings", { headers, data: [...readings, ...rejected] });
  if (!answer.ok()) throw new Error(`The readings were rejected: ${await answer.text()}`);
  for (const [i, name] of hostileNames.entries()) {
    await call("POST", `/v1/properties/${property}/repairs`, {
      kind: "correct",
      reason: name,
      meter_serial_number: name,
      hours: [{ hour: hourOf(i), gallons: 4 }],
    });
  }
}
