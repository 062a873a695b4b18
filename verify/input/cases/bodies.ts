import fc from "fast-check";
import { dismissalReasons } from "../../../contract/leaks/case-choices.ts";
import { leakPresets } from "../../../contract/leaks/leak-presets.ts";
import { eventTypes } from "../../../contract/notifications/notice-kinds.ts";
import { defaultLeakSettings } from "../../../server/leaks/settings/leak-settings.ts";
import { wireName } from "../../../server/rule-settings/setting-kinds.ts";
import { HOUR_MS } from "../../world/history.ts";
import { Named, Unique } from "./drawn.ts";
import { byField } from "./fields.ts";

/** A PNG of one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/n4EIwDiqkL4KAcT9GO0U4BxoAAAAAElFTkSuQmCC";
const text = fc.string({ unit: "grapheme", maxLength: 20 });
const label = byField.label ?? text;
const reason = text.map((phrase) => `Because ${phrase}`);
const meter = new Named("meter");
const bound = fc.integer({ min: 0, max: 14 });
const hour = fc.integer({ min: 0, max: 200 }).map((n) => new Date(Date.parse("2026-06-01T05:00:00Z") + n * HOUR_MS));
const volume = fc.integer({ min: 0, max: 9000 }).map((milligallons) => milligallons / 1000);
const register = {
  register_unit: fc.constantFrom("gallon", "litre", "cubic foot"),
  register_count: fc.constantFrom(1, 0.1),
};
const ofMeter = {
  serial_number: fc.constant(new Unique((n) => `made-${n}`)),
  point_id: fc.constant(new Named("point")),
};

const leakNumbers = fc
  .subarray(Object.entries(defaultLeakSettings).filter(([, value]) => value === 0 || value === 24))
  .map((some) => Object.fromEntries(some.map(([name, value]) => [wireName(name), value])));
const ownLeakSettings = fc.oneof(
  fc.constant({ preset: null }),
  fc.record({ preset: fc.constantFrom(...leakPresets), settings: leakNumbers }, { requiredKeys: ["preset"] }),
);

const route = fc.record({
  name: label,
  property_ids: fc.constantFrom(null, [new Named("property")]),
  kinds: fc.constantFrom(["case opened"], ["case opened", "case doubled", "device outage"]),
  least_dollars_per_day: fc.constantFrom(0, 0.01, 2.5),
  ignores_quiet_hours: fc.boolean(),
  steps: fc.uniqueArray(fc.integer({ min: 1, max: 720 }), { maxLength: 4 }).map((hours) =>
    [0, ...hours.toSorted((a, b) => a - b)].map((after_hours) => ({
      after_hours,
      user_ids: [new Named("user")],
      on_call: false,
    })),
  ),
});

const report = {
  kind: fc.constantFrom("leak list", "portfolio workbook", "device health"),
  property_ids: fc.constant([new Named("property")]),
  days: fc.constantFrom("yesterday", "last_7_days", "last_30_days", "last_month"),
  rule: fc.constantFrom("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=FR;BYHOUR=6;BYMINUTE=15", "FREQ=MONTHLY;BYMONTHDAY=-1"),
  time_zone: fc.constantFrom("UTC", "America/Chicago", "Asia/Kathmandu"),
  wait_hours: fc.constantFrom(0, 12, 72),
};

/** Bodies of calls that ask for more than a form tells, such as that two fields agree. */
export const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "POST /v1/admin/staff/inventory/properties/{property_id}/meters": fc.oneof(
    fc.record(
      { ...ofMeter, gateway_serial_number: fc.constant(new Named("gateway")), continuous_use_expected: fc.boolean() },
      { requiredKeys: ["serial_number", "point_id"] },
    ),
    fc.record({ ...ofMeter, ...register }),
    fc.record({ ...ofMeter, register_unit: fc.constant("pulse"), gallons_per_pulse: fc.constantFrom(0.1, 1, 10) }),
  ),
  "POST /v1/admin/staff/inventory/properties/{property_id}/points": fc.oneof(
    fc.record({
      building_id: fc.constant(new Named("building")),
      unit_id: fc.constant(null),
      attached_to: fc.constantFrom("Irrigation", "Building"),
      label,
    }),
    fc.record({
      building_id: fc.constant(new Named("building")),
      unit_id: fc.constant(new Named("unit")),
      attached_to: fc.constantFrom("Toilet", "Water Heater"),
      label,
    }),
  ),
  "POST /v1/properties/{property_id}/repairs": fc.oneof(
    fc.record({
      kind: fc.constant("correct"),
      reason,
      preview: fc.constant(true),
      meter_serial_number: fc.constant(meter),
      hours: fc.uniqueArray(fc.record({ hour: hour.map((at) => at.toISOString()), gallons: fc.option(volume) }), {
        minLength: 1,
        maxLength: 4,
        selector: (one) => one.hour,
      }),
    }),
    fc.record({
      kind: fc.constant("dismiss"),
      reason,
      preview: fc.constant(true),
      ids: fc.constant([new Named("rejected")]),
    }),
    fc.record({
      kind: fc.constant("accept"),
      reason,
      preview: fc.constant(true),
      quarantine_ids: fc.constant([new Named("quarantined")]),
    }),
  ),
  "POST /v1/properties/{property_id}/repairs/{repair_id}/undo": fc.constant({ preview: true }),
  "POST /v1/leaks/repaired": fc.record(
    {
      property_id: fc.constant(new Named("property")),
      meter: fc.constant(meter),
      repaired_at: fc.constantFrom("2026-06-09T12:00:00Z", "2026-06-08T20:00:00-05:00"),
      note: text,
    },
    { requiredKeys: ["property_id", "meter", "repaired_at"] },
  ),
  "PUT /v1/organizations/{id}/leak-settings": fc.record(
    { settings: leakNumbers, preset: fc.constantFrom(...leakPresets) },
    { requiredKeys: ["settings"] },
  ),
  "PUT /v1/properties/{property_id}/leak-settings": ownLeakSettings,
  "POST /v1/properties/{property_id}/leak-settings/back-test": ownLeakSettings,
  "PUT /v1/organizations/{id}/metering-settings": fc.constant({ settings: {} }),
  "PUT /v1/me/preferences": fc.record(
    {
      device_health_thresholds: fc.tuple(bound, bound, bound).map(([a, b, c]) => ({
        healthy: [80 + a, 100],
        warning: [50 + b, 79],
        critical: [c, 49],
      })),
      favorites: fc.record({
        cockpit_overview_tiles: fc.constantFrom([], ["gbd"]),
        property_overview_tiles: fc.constantFrom([], ["meters"]),
      }),
      columns: fc.dictionary(
        fc.constantFrom("leaks", "devices", "users"),
        fc.constantFrom({ order: ["unit_name", "gallons_leaked"], hidden: ["state"] }, { order: [], hidden: [] }),
      ),
    },
    { requiredKeys: [] },
  ),
  "POST /v1/admin/organizations/{id}/api-keys": fc.record(
    {
      name: label,
      permissions: fc.subarray(["reporting.view_property_data_report", "reporting.view_asset_data_report"], {
        minLength: 1,
      }),
      property_ids: fc.constantFrom(null, [new Named("property")]),
      expires_at: fc.constantFrom(null, "2027-01-01T00:00:00Z", "2026-12-31T23:59:59.5-06:00"),
    },
    { requiredKeys: ["name", "permissions"] },
  ),
  "POST /v1/admin/organizations/{id}/webhooks": fc
    .record(
      {
        name: label,
        kinds: fc.subarray([...eventTypes], { minLength: 1 }),
        property_ids: fc.constantFrom(null, [new Named("property")]),
        min_dollars_per_day: fc.constantFrom(0, 2.5, 1_000_000),
      },
      { requiredKeys: ["name", "kinds"] },
    )
    .chain((common) =>
      fc.constantFrom(
        { ...common, url: "https://127.0.0.1/a?b=c" },
        { ...common, type: "webhook", url: "http://127.0.0.1:9000" },
        { ...common, type: "slack", url: "https://127.0.0.1/services/1" },
        { ...common, type: "teams", url: "https://127.0.0.1/workflows/1" },
        { ...common, type: "slack_bot", token: "xoxb-1", channel: "#leaks" },
      ),
    ),
  "PATCH /v1/admin/organizations/{id}/webhooks/{webhook_id}": fc.record(
    { name: label, url: fc.constantFrom("https://127.0.0.1/other"), min_dollars_per_day: fc.constantFrom(0, 1.25) },
    { requiredKeys: [] },
  ),
  "PUT /v1/me/phone": fc.constantFrom({ number: "+1 555 234 5678" }, { number: "0034 600 123 456" }),
  "POST /v1/me/phone/confirm": fc.constantFrom({ code: "123456" }, { code: " 123 456 " }),
  "POST /v1/me/push-subscriptions": fc.record({
    endpoint: fc.constantFrom("https://push.example.com/1", "https://127.0.0.1/2?a=b"),
    keys: fc.constant({ p256dh: "A".repeat(87), auth: `${"_".repeat(22)}==` }),
  }),
  "POST /v1/me/report-subscriptions": fc.record(report),
  "POST /v1/admin/organizations/{id}/report-subscriptions": fc.record({
    ...report,
    user_ids: fc.constantFrom([], [new Named("user")]),
    addresses: fc.constantFrom(["owner@people.example"], ["o'brien@people.example", "b@people.example"]),
    language: fc.constantFrom("en", "es"),
    measure: fc.constantFrom("gallon", "litre"),
  }),
  "POST /v1/admin/organizations/{id}/notification-routes": route,
  "PUT /v1/admin/organizations/{id}/notification-routes/{route_id}": route,
  "PUT /v1/admin/organizations/{id}/on-call": fc.record({
    weeks: fc.option(
      fc.record({
        user_ids: fc.constant([new Named("user")]),
        first_week_on: fc.constantFrom("2026-06-01", "2024-02-29"),
        starts_at: fc.constantFrom("00:00", "09:30", "23:59"),
        time_zone: fc.constantFrom("UTC", "America/Chicago", "Asia/Kathmandu"),
      }),
    ),
  }),
  "PUT /v1/organizations/{id}/letterhead": fc.record(
    { name: label, logo: fc.constantFrom(null, PIXEL) },
    { requiredKeys: ["name"] },
  ),
  "PUT /v1/alerts/{id}/decision": fc.oneof(
    fc.record({ kind: fc.constant("dismissed"), reason: fc.constantFrom(...dismissalReasons), note: text }),
    fc.constant({ kind: "none" }),
  ),
  "POST /v1/admin/organizations/{id}/on-call/overrides": fc.integer({ min: 0, max: 50_000 }).map((days) => {
    const day = new Date(Date.UTC(2030, 0, 1 + days)).toISOString().slice(0, 10);
    return { user_id: new Named("user"), first_on: day, last_on: day };
  }),
  "PUT /v1/properties/{property_id}/gateways/{gateway}/uplink-mapping": fc.constantFrom(
    { uplink_mapping: null },
    { uplink_mapping: { gallons: { field: "gallons" }, minutes: 15, f_ports: [1, 2] } },
    { uplink_mapping: { register: { field: "total", factor: 0.264172 }, serial: { from: "field", field: "id" } } },
  ),
  "PATCH /v1/admin/staff/inventory/organizations/properties/{property_id}": fc.record(
    { name: label, street: text, city: text, contact_email: fc.constantFrom("", "desk@people.example") },
    { requiredKeys: [] },
  ),
};

/** Queries of the same kind. */
export const queries: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "POST /v1/properties/{property_id}/imports": fc.record(
    {
      name: fc.constantFrom("june.csv", "Juni größer.csv"),
      map: fc.constant("serial=serial,time=hour,gallons=gallons"),
      dry_run: fc.constantFrom("true", "false"),
      time_zone: fc.constantFrom("UTC", "America/Chicago"),
      delimiter: fc.constant(","),
    },
    { requiredKeys: ["map"] },
  ),
  "GET /v1/leaks/why": fc.record(
    { meter: fc.constant(meter), property_id: fc.constant(new Named("property")) },
    { requiredKeys: ["meter"] },
  ),
};
