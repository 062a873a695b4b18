import type { Sort } from "./cases/values.ts";

/** A field of a body, and what it holds. `*` after the sort: null is taken as well. */
type Target = readonly [call: string, field: string, sort: Sort | `${Sort}*`];

const inventory = "/v1/admin/staff/inventory";
const users = "/v1/admin/staff/organizations/users";
const property = "/v1/properties/{property_id}";

/** Fields that wrong values are put into, one at a time; all else in the body is as it must be. */
export const targets: readonly Target[] = [
  [`POST ${inventory}/organizations`, "name", "name"],
  [`POST ${inventory}/organizations/properties`, "organization_id", "id*"],
  [`POST ${inventory}/organizations/properties`, "time_zone", "text"],
  [`PATCH ${inventory}/organizations/properties/{property_id}`, "street", "text"],
  [`POST ${inventory}/organizations/properties/bulk-assign`, "property_ids", "ids"],
  [`POST ${inventory}/properties/{property_id}/units`, "building_id", "id"],
  [`POST ${inventory}/properties/{property_id}/units`, "bedrooms", "number"],
  [`PATCH ${inventory}/properties/{property_id}/units/{unit_id}`, "name", "name"],
  [`POST ${inventory}/properties/{property_id}/points`, "attached_to", "word"],
  [`POST ${inventory}/properties/{property_id}/meters`, "serial_number", "name"],
  [`POST ${inventory}/properties/{property_id}/meters`, "register_count", "number*"],
  [`POST ${inventory}/properties/{property_id}/meters`, "continuous_use_expected", "boolean"],
  [`PUT ${inventory}/properties/{property_id}/meters/{meter_id}/place`, "point_id", "id"],
  [`POST ${users}/external`, "role", "number"],
  [`POST ${users}/external`, "email", "text"],
  [`POST ${users}/external`, "permissions", "list"],
  [`POST ${users}/external`, "assigned_properties", "ids"],
  [`PATCH ${users}/external/{id}`, "last_name", "text"],
  [`POST ${users}/staff`, "assigned_organizations", "ids"],
  ["POST /v1/admin/organizations/{id}/api-keys", "property_ids", "ids*"],
  ["POST /v1/admin/organizations/{id}/api-keys", "expires_at", "text*"],
  ["POST /v1/admin/organizations/{id}/api-keys", "name", "name"],
  ["POST /v1/admin/organizations/{id}/webhooks", "url", "text"],
  ["POST /v1/admin/organizations/{id}/webhooks", "kinds", "list"],
  ["POST /v1/admin/organizations/{id}/webhooks", "min_dollars_per_day", "number"],
  ["POST /v1/admin/organizations/{id}/notification-routes", "name", "name"],
  ["POST /v1/admin/organizations/{id}/notification-routes", "property_ids", "ids*"],
  ["POST /v1/admin/organizations/{id}/notification-routes", "least_dollars_per_day", "number"],
  ["POST /v1/admin/organizations/{id}/notification-routes", "steps", "list"],
  ["POST /v1/admin/organizations/{id}/notification-routes", "steps.0.after_hours", "number"],
  ["POST /v1/admin/organizations/{id}/notification-routes", "steps.0.on_call", "boolean"],
  ["PUT /v1/admin/organizations/{id}/on-call", "weeks", "object*"],
  ["PUT /v1/admin/organizations/{id}/on-call", "weeks.first_week_on", "text"],
  ["POST /v1/admin/properties/{id}/gateway-tokens", "gateway_serial_number", "text"],
  ["PATCH /v1/me", "first_name", "text"],
  ["PUT /v1/me/preferences", "device_health_thresholds", "object"],
  ["PUT /v1/me/preferences", "columns", "object"],
  ["PUT /v1/me/password", "old_password", "text"],
  ["POST /v1/session", "email", "text"],
  ["POST /v1/me/second-factor/remove", "password", "text"],
  ["PUT /v1/organizations/{id}/leak-settings", "settings", "object"],
  ["PUT /v1/organizations/{id}/leak-settings", "settings.floor_gallons", "number"],
  [`PUT ${property}/leak-settings`, "preset", "text"],
  [`POST ${property}/leak-settings/back-test`, "settings", "object"],
  [`POST ${property}/repairs`, "preview", "boolean"],
  [`POST ${property}/repairs`, "hours.0.gallons", "number*"],
  [`POST ${property}/repairs`, "hours", "list"],
  [`PUT ${property}/occupancy`, "rows.0.unit", "text"],
  [`PUT ${property}/occupancy`, "rows", "list"],
  [`PUT ${property}/meters/{serial}/continuous-use`, "expected", "boolean"],
  [`PUT ${property}/gateways/{gateway}/uplink-mapping`, "uplink_mapping", "object"],
  ["POST /v1/leaks/repaired", "property_id", "id"],
  ["POST /v1/leaks/repaired", "note", "text"],
  ["POST /v1/ingest/heartbeats", "battery", "number*"],
  ["POST /v1/ingest/heartbeats", "meters", "list*"],
];

/** Calls whose whole body is replaced by something that is none. */
export const bodyTargets: readonly string[] = [
  `POST ${inventory}/organizations`,
  `PATCH ${inventory}/properties/{property_id}/buildings/{building_id}`,
];

/** Lists, and reports, whose query is wrong. */
export const listTargets: readonly string[] = [`GET ${inventory}/organizations/properties`];
export const reportTargets: readonly string[] = [
  "GET /v1/reporting/portfolio-insights/properties/performance",
  "GET /v1/leaks",
];

/** Fields in which hostile names are kept as they are. */
export const nameTargets: readonly (readonly [call: string, field: string])[] = [
  [`POST ${inventory}/organizations`, "name"],
  [`PATCH ${inventory}/properties/{property_id}/units/{unit_id}`, "name"],
  ["PATCH /v1/me", "last_name"],
];
