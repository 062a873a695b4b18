import { homeReading } from "./history.ts";
import type { Names } from "./place.ts";

/** How a call is made that its schemas alone do not tell. */
export interface Example {
  /** A body that works at a place with these names. */
  body?: (names: Names, volume: number) => object | string;
  /** Other bodies that it takes, by what they are called, where each names things of its own. */
  ways?: Readonly<Record<string, (names: Names, volume: number) => object>>;
  headers?: Readonly<Record<string, string>>;
  /** What it answers to those who may make it where they may, when not its status of success: reason enough to be here. */
  statuses?: readonly number[];
  /** Whether it uses up what it is about, which is made again each time. Of every DELETE this is taken for granted. */
  isFresh?: boolean;
  /** Whether it ends the caller's session. */
  endsSession?: boolean;
}

const reading = (names: Names, volume: number) => homeReading({ meter: names.meter }, { volume });

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const preview = { reason: "The walls are tried.", preview: true };

const route = (names: Names) => ({
  name: "A route",
  property_ids: [names.property],
  kinds: ["case opened"],
  least_dollars_per_day: 0,
  ignores_quiet_hours: false,
  steps: [{ after_hours: 0, user_ids: [names.user], on_call: false }],
});

const browser = () => ({
  endpoint: `https://push.example.com/${crypto.randomUUID()}`,
  keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) },
});

/** Overrides do not overlap. */
const dayOfItsOwn = () => {
  const day = new Date(Date.UTC(2030, 0, 1 + Math.floor(Math.random() * 50_000))).toISOString().slice(0, 10);
  return { first_on: day, last_on: day };
};

/** By call. What is not here is made from the schemas: required fields only, with the ids of the place. */
export const examples: Readonly<Record<string, Example>> = {
  "POST /v1/session": {
    body: () => ({ email: "stranger@people.example", password: "Wrong-Valves-7!" }),
    // Wrong, and after some tries no more looked at.
    statuses: [401, 429],
  },
  "DELETE /v1/session": { endsSession: true },
  // No provider is set up where tenant isolation is tried; beside one, server/accounts/single-sign-on tries them.
  "POST /v1/single-sign-on": { statuses: [404] },
  "GET /v1/single-sign-on/callback": { statuses: [404] },
  "POST /v1/single-sign-on/code": { statuses: [404] },
  "POST /v1/first-admin": {
    body: () => ({ token: "no-token", email: "first@people.example", password: "Quiet-Valves-7!" }),
    statuses: [401, 403, 404, 409, 422],
  },
  // After some tries no more looked at.
  "POST /v1/password/forgotten": { statuses: [202, 429] },
  "POST /v1/password/reset": { statuses: [403] },
  "POST /v1/invitation": { statuses: [403] },
  "POST /v1/vendor-link": { statuses: [403] },
  "POST /v1/vendor-link/photos": {
    body: () => PIXEL,
    headers: { "content-type": "image/png", "vendor-link": "no-token" },
    statuses: [403],
  },
  "POST /v1/vendor-link/report": {
    body: () => ({ token: "no-token", kind: "visited", finding: "nothing_found" }),
    statuses: [403],
  },
  "POST /v1/mail-link": { statuses: [403] },
  "POST /v1/mail-link/acknowledge": { statuses: [403] },
  "POST /v1/unsubscribe": { statuses: [403] },
  // A message that was given up is sent again once.
  "POST /v1/admin/organizations/{id}/deliveries/{message_id}/retry": { statuses: [200, 409] },
  // After some tests no more are sent.
  "POST /v1/me/notifications/test": { statuses: [202, 429] },
  // No provider of text messages is set up.
  "PUT /v1/me/phone": { body: () => ({ number: "+1 555 234 5678" }), statuses: [409] },
  "POST /v1/me/phone/confirm": { body: () => ({ code: "123 456" }), statuses: [422] },
  "POST /v1/me/push-subscriptions": { body: browser },
  "PUT /v1/me/password": { statuses: [422, 429] },
  "POST /v1/me/second-factor": { statuses: [409, 422, 429] },
  "POST /v1/me/second-factor/confirm": { statuses: [409, 422, 429] },
  "POST /v1/me/second-factor/recovery-codes": { statuses: [409, 422, 429] },
  "POST /v1/me/second-factor/remove": { statuses: [409, 422, 429] },

  "POST /v1/ingest/readings": { body: (names, volume) => [reading(names, volume)] },
  "POST /v1/ingest/heartbeats": { body: (names) => ({ meters: [{ serial: String(names.meter) }] }) },
  "POST /v1/ingest/lorawan/chirpstack": {
    body: (names, volume) => ({
      deviceInfo: { devEui: String(names.meter), deviceName: "meter" },
      time: "2026-06-05T12:10:00Z",
      fCnt: 1,
      fPort: 1,
      object: { gallons: (7 * volume) / 1000 },
    }),
  },
  "POST /v1/ingest/lorawan/things-stack": {
    body: (names, volume) => ({
      end_device_ids: { device_id: "meter", dev_eui: String(names.meter) },
      received_at: "2026-06-05T12:10:00Z",
      uplink_message: {
        f_port: 1,
        f_cnt: 1,
        decoded_payload: { gallons: (7 * volume) / 1000 },
        received_at: "2026-06-05T12:10:00Z",
      },
    }),
  },
  "POST /v1/properties/{property_id}/repairs": {
    body: (names, volume) => ({
      kind: "correct",
      reason: "The walls are tried.",
      preview: true,
      meter_serial_number: names.meter,
      hours: [{ hour: reading(names, volume).hour, gallons: volume / 1000 }],
    }),
    ways: {
      accept: (names) => ({ ...preview, kind: "accept", quarantine_ids: [names.quarantined] }),
      reject: (names) => ({ ...preview, kind: "reject", quarantine_ids: [names.quarantined] }),
      redrive: (names, volume) => ({
        ...preview,
        kind: "redrive",
        rows: [{ id: names.rejected, reading: { ...reading(names, volume), sequence: 9 } }],
      }),
      dismiss: (names) => ({ ...preview, kind: "dismiss", ids: [names.rejected] }),
      reimport: (names, volume) => ({
        ...preview,
        kind: "reimport",
        meter_serial_numbers: [names.meter],
        from: "2026-06-02T11:00:00Z",
        until: "2026-06-02T12:00:00Z",
        readings: [reading(names, volume)],
      }),
      swap: (names) => ({
        ...preview,
        kind: "swap",
        meter_serial_number: names.meter,
        swapped_at: "2026-06-09T12:00:00Z",
        new_meter: { serial_number: `m-${crypto.randomUUID()}`, gateway_serial_number: names.gateway },
      }),
    },
  },
  "POST /v1/properties/{property_id}/repairs/{repair_id}/undo": { body: () => ({ preview: true }) },
  "POST /v1/properties/{property_id}/imports": {
    body: (names, volume) => {
      const { serial, hour, gallons } = reading(names, volume);
      return `serial,hour,gallons\n${serial},${hour},${gallons}\n`;
    },
    headers: { "content-type": "text/csv" },
  },
  // It ended long ago.
  "DELETE /v1/properties/{property_id}/imports/{import_id}": { statuses: [200, 409] },
  "PUT /v1/organizations/{id}/leak-settings": { body: () => ({ settings: {} }) },
  "PUT /v1/properties/{property_id}/leak-settings": { body: () => ({ preset: null }) },
  "POST /v1/properties/{property_id}/leak-settings/back-test": { body: () => ({ preset: "find_more" }) },
  "PUT /v1/organizations/{id}/metering-settings": { body: () => ({ settings: {} }) },
  "PUT /v1/properties/{property_id}/gateways/{gateway}/uplink-mapping": {
    body: () => ({ uplink_mapping: { gallons: { field: "gallons" }, minutes: 60 } }),
  },
  "PUT /v1/properties/{property_id}/meters/{serial}/continuous-use": { body: () => ({ expected: false }) },
  "PUT /v1/properties/{property_id}/occupancy": {
    body: (names) => ({ as_of: "2026-06-02", rows: [{ unit: String(names.unit), status: "vacant" }] }),
  },
  "POST /v1/reporting/portfolio-insights/finances/organization-gallon-price": {
    body: (names) => ({ organization_id: names.organization, cost: 0.02 }),
  },
  "PATCH /v1/admin/staff/organizations/users/external/{id}": {
    body: (names) => ({ organization_id: names.organization, assigned_properties: [names.property] }),
  },
  "POST /v1/admin/staff/organizations/users/external/{id}/memberships": {
    body: (names) => ({
      organization_id: names.organization,
      role: 4,
      permissions: ["reporting.view_property_data_report"],
      assigned_properties: [names.property],
    }),
    // They are in it.
    statuses: [409, 422],
  },
  "PATCH /v1/admin/staff/organizations/users/staff/{id}": {
    body: (names) => ({ assigned_organizations: [names.organization] }),
  },
  "POST /v1/admin/external/organizations/{organization_id}/users": {
    body: (names) => ({
      email: `made-${crypto.randomUUID()}@people.example`,
      role: 3,
      // Each admin has it to give.
      permissions: ["reporting.view_property_data_report"],
      assigned_properties: [names.property],
    }),
  },
  "PATCH /v1/admin/external/organizations/{organization_id}/users/{user_id}": {
    body: (names) => ({ assigned_properties: [names.property], assigned_organizations: [names.organization] }),
  },
  "POST /v1/admin/organizations/{id}/api-keys": {
    body: (names) => ({
      name: "A key",
      permissions: ["reporting.view_property_data_report"],
      property_ids: [names.property],
    }),
  },
  "POST /v1/admin/organizations/{id}/webhooks": {
    body: (names) => ({
      name: "A webhook",
      // Within this machine: nothing is sent to it.
      url: "https://127.0.0.1/hook",
      kinds: ["leak_case.opened"],
      property_ids: [names.property],
    }),
  },
  "PATCH /v1/admin/organizations/{id}/webhooks/{webhook_id}": {
    body: (names) => ({ name: "Renamed", property_ids: [names.property] }),
  },
  "POST /v1/me/report-subscriptions": {
    body: (names) => ({
      kind: "leak list",
      property_ids: [names.property],
      days: "last_7_days",
      rule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=7;BYMINUTE=0",
      time_zone: "America/Chicago",
    }),
    // Who may see no leaks is rejected, and so are too many.
    statuses: [201, 403, 409],
  },
  "POST /v1/admin/organizations/{id}/report-subscriptions": {
    body: (names) => ({
      kind: "leak list",
      property_ids: [names.property],
      days: "last_month",
      rule: "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=6;BYMINUTE=30",
      time_zone: "America/Chicago",
      user_ids: [names.user],
      addresses: ["owner@people.example"],
    }),
    statuses: [201, 409],
  },
  "POST /v1/admin/organizations/{id}/notification-routes": { body: route },
  "PUT /v1/admin/organizations/{id}/notification-routes/{route_id}": { body: route },
  "PUT /v1/admin/organizations/{id}/on-call": {
    body: (names) => ({
      weeks: {
        user_ids: [names.user],
        first_week_on: "2026-06-01",
        starts_at: "09:00",
        time_zone: "America/Chicago",
      },
    }),
    ways: { nobody: () => ({ weeks: null }) },
  },
  "PUT /v1/organizations/{id}/letterhead": {
    body: () => ({ name: "Oak Management", logo: PIXEL.toString("base64") }),
    ways: { "no logo": () => ({ name: "", logo: null }) },
  },
  // Where nobody takes turns, there is nobody to take the place of.
  "POST /v1/admin/organizations/{id}/on-call/overrides": {
    body: (names) => ({ user_id: names.user, ...dayOfItsOwn() }),
    statuses: [201, 409],
  },
  "POST /v1/admin/staff/inventory/properties/{property_id}/points": {
    body: (names) => ({
      building_id: names.building,
      unit_id: null,
      attached_to: "Irrigation",
      label: crypto.randomUUID(),
    }),
  },
  "POST /v1/admin/staff/inventory/properties/{property_id}/meters": {
    body: (names) => ({ serial_number: `m-${crypto.randomUUID()}`, point_id: names.point }),
    isFresh: true,
  },
  "POST /v1/admin/staff/inventory/import": {
    body: () => {
      const made = crypto.randomUUID();
      return { rows: [{ cells: { building: made, unit: "1", point: "SPOE", serial: `m-${made}` } }] };
    },
  },
  "POST /v1/admin/staff/inventory/properties/{property_id}/gateways": {
    body: () => ({ serial_number: `g-${crypto.randomUUID()}` }),
  },
  // Meters hang on it.
  "DELETE /v1/admin/staff/inventory/properties/{property_id}/gateways/{gateway}": { statuses: [409] },
  "POST /v1/cases/{id}/events": {
    body: () => ({ kind: "note", note: "Tenant isolation is tested." }),
    ways: {
      acknowledged: () => ({ kind: "acknowledged" }),
      assigned: () => ({ kind: "assigned", assignee: null }),
      visited: () => ({ kind: "visited", finding: "nothing_found" }),
      fixed: () => ({ kind: "fixed", cost: 12.5 }),
      "not a leak": () => ({ kind: "not_a_leak", reason: "other" }),
    },
  },
  "PUT /v1/alerts/{id}/decision": { body: () => ({ kind: "dismissed", reason: "planned", note: "On the truck" }) },
  "PUT /v1/case-clocks": {
    body: (names) => ({ organization_id: names.organization, clock: { rule: "none" } }),
    ways: { "alert floor": (names) => ({ organization_id: names.organization, alert_floor: 1 }) },
  },
  "POST /v1/cases/{id}/photos": { body: () => PIXEL, headers: { "content-type": "image/png" } },
  "POST /v1/leaks/repaired": {
    body: (names) => ({
      property_id: names.property,
      meter: names.meter,
      repaired_at: "2026-06-09T12:00:00Z",
      note: "The walls are tried.",
    }),
  },
};
