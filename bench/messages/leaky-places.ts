import { sql } from "kysely";
import { z } from "zod";
import { defaultNotifications } from "../../contract/notifications/default-notifications.ts";
import { noticeKinds } from "../../contract/notifications/notice-kinds.ts";
import type { NotificationSettings } from "../../contract/notifications/settings.ts";
import type { Connections } from "../../server/database/connect.ts";
import { queryRow, queryRows } from "../../server/database/query-rows.ts";
import { createGatewayToken } from "../../server/ingest/tokens/gateway-token.ts";
import { countPlaces } from "../../server/metering/inventory/count-places.ts";
import { DAY_MS, HOUR_MS } from "../../server/time/durations.ts";

/** A property with one toilet meter in each unit, and people who are notified of it. */
export interface LeakyPlace {
  organizationId: number;
  propertyId: number;
  /** Of its gateway. */
  token: string;
  /** Serial numbers of its meters. */
  serials: string[];
  /** E-mail addresses of the people who may see it. */
  people: string[];
}

interface PlacesPlan {
  properties: number;
  /** Each with a meter. */
  units: number;
  /** Of each property. */
  people: number;
  /** Of all the people; what is left out: all kinds, each at once, without quiet hours. */
  settings?: Partial<NotificationSettings>;
  timeZone?: string;
  /** Of the first property and its buildings. */
  name?: string;
}

const OrganizationRow = z.object({ id: z.int() });
const PlaceRow = z.object({ id: z.int(), gateway_id: z.int(), serials: z.array(z.string()) });

/** Every kind, each at once, at any time. */
export const everything: NotificationSettings = {
  ...defaultNotifications("at_once"),
  kinds: [...noticeKinds],
  quiet_hours: null,
};

/** Makes an organization with properties in which a unit has one meter. */
export async function makeLeakyPlaces({ owner }: Connections, plan: PlacesPlan): Promise<LeakyPlace[]> {
  const { properties, units, people, settings = {}, timeZone = "America/Chicago", name = "Property" } = plan;
  const preferences = JSON.stringify({ notifications: { ...everything, ...settings } });
  return owner.transaction().execute(async (tx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(tx);
    const organization = await queryRow(tx, OrganizationRow)`
      insert into organizations (name) select ${name} || ' ' || count(*) from organizations returning id`;
    const id = organization?.id ?? 0;
    const own = sql`select id from properties where organization_id = ${id}`;
    await run(sql`
      insert into organization_prices (organization_id, first_day, last_day, price)
      values (${id}, '-infinity', 'infinity', 0.015)`);
    await run(sql`
      insert into properties (organization_id, name, time_zone)
      select ${id}, ${name} || ' ' || n, ${timeZone} from generate_series(1, ${properties}::int) n`);
    await run(sql`insert into buildings (property_id, name) select id, 'Main' from (${own}) own`);
    await run(sql`
      insert into units (property_id, building_id, name, bedrooms)
      select property_id, id, n::text, 1 from buildings cross join generate_series(1, ${units}::int) n
      where property_id in (${own})`);
    await run(sql`insert into gateways (property_id, serial_number) select id, 'G' || id from (${own}) own`);
    await run(sql`
      insert into meters (property_id, serial_number, gateway_id)
      select units.property_id, 'm' || units.id, gateways.id from units
      join gateways on gateways.property_id = units.property_id where units.property_id in (${own})`);
    await run(sql`
      insert into meter_points (property_id, building_id, unit_id, attached_to, label)
      select property_id, building_id, id, 'Toilet', id::text from units where property_id in (${own})`);
    await run(sql`
      insert into meter_services (property_id, point_id, meter_id)
      select points.property_id, points.id, meters.id from meter_points points
      join meters on meters.property_id = points.property_id and meters.serial_number = 'm' || points.unit_id
      where points.property_id in (${own})`);
    await run(sql`
      insert into users (email, preferences)
      select 'person-' || own.id || '-' || n || '@example.com', ${preferences}::jsonb
      from (${own}) own cross join generate_series(1, ${people}::int) n`);
    const theirs = sql`
      users person join (${own}) own on person.email like 'person-' || own.id || '-%@example.com'`;
    await run(sql`
      insert into memberships (user_id, organization_id, role, permissions)
      select person.id, ${id}, 'organization member', '{reporting.view_property_data_report}' from ${theirs}`);
    await run(sql`
      insert into membership_properties (user_id, organization_id, property_id)
      select person.id, ${id}, own.id from ${theirs}`);
    const found = await queryRows(tx, PlaceRow)`
      select own.id, (select gateways.id from gateways where gateways.property_id = own.id) as gateway_id,
        (select array_agg(serial_number order by id) from meters where meters.property_id = own.id) as serials
      from (${own}) own order by own.id`;
    const places: LeakyPlace[] = [];
    for (const { id: propertyId, gateway_id, serials } of found) {
      await countPlaces(tx, propertyId);
      const { token } = await createGatewayToken(tx, propertyId, gateway_id);
      const emails = Array.from({ length: people }, (_, n) => `person-${propertyId}-${n + 1}@example.com`);
      places.push({ organizationId: id, propertyId, token, serials, people: emails });
    }
    return places;
  });
}

/** Days of readings before the leak of `leakingHours`. */
const BEFORE_DAYS = 3;
const LEAK_DAYS = 2;

/** Hours of a meter until an instant: some days of use, then a leak that runs on. */
export function leakingHours(serial: string, until: number): object[] {
  const last = Math.floor(until / HOUR_MS) * HOUR_MS;
  const first = last - (BEFORE_DAYS + LEAK_DAYS) * DAY_MS;
  return Array.from({ length: (last - first) / HOUR_MS }, (_, n) => {
    const at = first + n * HOUR_MS;
    const leak = at >= last - LEAK_DAYS * DAY_MS ? 3 : 0;
    return { serial, hour: new Date(at).toISOString(), gallons: leak + (n % 24 === 9 ? 1.5 : 0) };
  });
}
