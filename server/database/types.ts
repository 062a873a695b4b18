import type { ColumnType, Generated } from "kysely";

/** A local day, `yyyy-MM-dd`. */
type Day = string;
type Instant = ColumnType<Date, Date | string, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;
type JsonOrNull = ColumnType<unknown, string | null, never>;

/** The aggregates of a day of a property, or of its units with so many bedrooms. */
interface KnownDay {
  property_id: number;
  day: Day;
  gallons: number | null;
  estimated: Generated<number>;
  toilet_leak: Generated<number>;
  heater_leak: Generated<number>;
  other_leak: Generated<number>;
  toilet_gallons: number | null;
  heater_gallons: number | null;
  units_read: Generated<number>;
  meters_read: Generated<number>;
  top_meters_read: Generated<number>;
  own_gallons: Generated<number>;
  own_toilet_leak: Generated<number>;
  own_heater_leak: Generated<number>;
  own_other_leak: Generated<number>;
  own_cost: Generated<number>;
  own_toilet_cost: Generated<number>;
  own_heater_cost: Generated<number>;
  own_other_cost: Generated<number>;
  whole_gallons: Generated<number>;
  whole_bedrooms: Generated<number>;
  toilet_read_gallons: Generated<number>;
  toilet_bedrooms: Generated<number>;
  heater_read_gallons: Generated<number>;
  heater_bedrooms: Generated<number>;
  top_meters: Generated<number>;
  read_units: Generated<string>;
  toilet_leak_units: Generated<string>;
  heater_leak_units: Generated<string>;
  other_leak_units: Generated<string>;
}

/** A price as somebody entered it. */
interface PriceEntry {
  id: Generated<number>;
  price: number;
  first_day: Day;
  last_day: Day | null;
  made_by: string;
  made_at: Instant;
}

/** The tables as Kysely types; the migrations document the columns. */
export interface Database {
  organizations: {
    id: Generated<number>;
    name: string;
    is_default: Generated<boolean>;
    leak_preset: Generated<string>;
    leak_settings: ColumnType<unknown, string | undefined, string>;
    measure: Generated<string>;
    currency: Generated<string>;
    created_at: Generated<Date>;
  };
  properties: {
    id: Generated<number>;
    organization_id: number | null;
    name: string;
    street: Generated<string>;
    city: Generated<string>;
    state: Generated<string>;
    zip_code: Generated<string>;
    contact_phone: Generated<string>;
    contact_email: Generated<string>;
    time_zone: string;
    leak_preset: Generated<string | null>;
    leak_settings: ColumnType<unknown, string | undefined, string>;
    inventory_version: Generated<number>;
    refreshed_version: Generated<number>;
    rolled_up: Generated<number>;
    figures_version: Generated<number>;
    alerted_version: Generated<number>;
    unit_bit_count: Generated<number>;
    days_from: Generated<Day | null>;
    last_reading_on: Generated<Day | null>;
    archived_at: InstantOrNull;
    assigned_at: InstantOrNull;
    created_at: Generated<Date>;
  };
  buildings: { property_id: number; id: Generated<number>; name: string };
  units: {
    property_id: number;
    id: Generated<number>;
    building_id: number;
    name: string;
    bedrooms: Generated<number>;
    bit_index: Generated<number | null>;
  };
  gateways: {
    property_id: number;
    id: Generated<number>;
    serial_number: string;
    name: Generated<string>;
    interval_minutes: Generated<number>;
    last_seen_at: InstantOrNull;
  };
  routers: {
    property_id: number;
    id: Generated<number>;
    gateway_id: number;
    serial_number: string;
    last_seen_at: InstantOrNull;
  };
  gateway_tokens: {
    id: Generated<number>;
    property_id: number;
    gateway_id: number;
    token_hash: Buffer;
    created_at: Generated<Date>;
    last_used_at: InstantOrNull;
    revoked_at: InstantOrNull;
  };
  meter_points: {
    property_id: number;
    id: Generated<number>;
    building_id: number;
    unit_id: number | null;
    attached_to: string;
    label: Generated<string>;
  };
  meters: {
    property_id: number;
    id: Generated<number>;
    serial_number: string;
    gateway_id: number | null;
    router_id: number | null;
    register_unit: string | null;
    register_factor: number | null;
    count_gallons: Generated<number>;
    register_width: number | null;
    continuous_use_expected: Generated<boolean>;
  };
  meter_services: {
    property_id: number;
    meter_id: number;
    point_id: number;
    began_at: InstantOrNull;
    ended_at: InstantOrNull;
    opening_register: number | null;
    closing_register: number | null;
    id: Generated<number>;
  };
  meter_days: {
    property_id: number;
    meter_id: number;
    day: Day;
    hours: number;
    gallons: (number | null)[] | null;
    flow_time: (number | null)[] | null;
    events: (number | null)[] | null;
    sequences: (number | null)[] | null;
    classes: (number | null)[] | null;
    lumps: Json<unknown>;
    register_seconds: number[] | null;
    registers: number[] | null;
    register_sequences: number[] | null;
    interval_seconds: number[] | null;
    interval_minutes: number[] | null;
    interval_gallons: number[] | null;
    interval_flow_time: (number | null)[] | null;
    interval_events: (number | null)[] | null;
    interval_sequences: number[] | null;
    interval_classes: number[] | null;
    interval_estimated: (number | null)[] | null;
    intervals_until: number | null;
    estimated: (number | null)[] | null;
    covered: Generated<number>;
    leak_gallons: number[] | null;
    hours_measured: Generated<number>;
    gallons_total: number | null;
    estimated_total: Generated<number>;
    leak_total: Generated<number>;
    flow_total: number | null;
    events_total: number | null;
    hours_with_flow: Generated<number>;
  };
  superseded_readings: {
    property_id: number;
    meter_id: number;
    measured_at: Instant;
    class: Generated<number>;
    sequence: Generated<number>;
    gallons: number | null;
    flow_time: number | null;
    events: number | null;
    hours: number | null;
    register: number | null;
    minutes: number | null;
    received_at: Generated<Date>;
  };
  rejected_readings: {
    property_id: number;
    id: Generated<number>;
    source: string;
    source_row: number;
    raw: string;
    code: string;
    reason: string;
    received_at: Generated<Date>;
  };
  changes: {
    property_id: number;
    id: Generated<number>;
    meter_ids: number[];
    from_seconds: number[];
    made_at: Generated<Date>;
  };
  installed_meters: {
    property_id: number;
    meter_id: number;
    service_id: number;
    building_id: number;
    read_days: Generated<number>;
    last_seen_at: InstantOrNull;
    last_seen_on: Day | null;
    last_flow_on: Day | null;
    gateway_id: number | null;
    router_id: number | null;
    began_at: InstantOrNull;
    ended_at: InstantOrNull;
    unit_id: number | null;
    attached_to: string;
  };
  meter_states: { property_id: number; meter_id: number; state: Buffer };
  meter_histories: { property_id: number; meter_id: number; own_days: Buffer };
  meter_checkpoints: { property_id: number; meter_id: number; day: Day; state: Buffer };
  leaks: {
    property_id: number;
    meter_id: number;
    started_at: Instant;
    unit_id: number | null;
    kind: "toilet leak" | "other leak" | "water heater";
    opened_at: Instant;
    last_confirmed_at: Instant;
    ended_at: InstantOrNull;
    unconfirmed: Generated<boolean>;
    suspected: Generated<boolean>;
    rules: string[];
    confidence: "high" | "medium" | "low";
    gallons_total: number;
    evidence: Json<unknown>;
    last_leaked: number | null;
    last_hours: number | null;
  };
  unit_days: {
    property_id: number;
    unit_id: number;
    day: Day;
    gallons: number | null;
    estimated: Generated<number>;
    toilet_leak: Generated<number>;
    heater_leak: Generated<number>;
    other_leak: Generated<number>;
    toilet_gallons: number | null;
    heater_gallons: number | null;
    is_read: boolean;
    is_whole: Generated<boolean>;
    toilets_read: boolean | null;
    heaters_read: boolean | null;
    meters_read: Generated<number>;
    top_meters_read: Generated<number>;
  };
  property_days: KnownDay;
  bedroom_days: KnownDay & { bedrooms: number };
  unit_counts: {
    property_id: number;
    bedrooms: number;
    units: number;
    whole_units: number;
    toilet_units: number;
    heater_units: number;
  };
  service_spans: {
    property_id: number;
    bedrooms: number | null;
    began_on: Day;
    ended_on: Day;
    meters: number;
    top_meters: number;
  };
  unit_prices: { property_id: number; unit_id: number; first_day: Day; last_day: Generated<Day>; price: number };
  unit_price_entries: PriceEntry & { property_id: number; unit_ids: number[] };
  organization_prices: {
    organization_id: number;
    first_day: Generated<Day>;
    last_day: Generated<Day>;
    price: number;
  };
  organization_price_entries: PriceEntry & { organization_id: number };
  users: {
    id: Generated<number>;
    email: string;
    email_verified: Generated<boolean>;
    email_proven_at: InstantOrNull;
    name: Generated<string>;
    first_name: Generated<string>;
    last_name: Generated<string>;
    business_title: Generated<string>;
    image: string | null;
    staff_role: "IONAdmin" | "ION staff" | null;
    staff_permissions: Generated<string[]>;
    last_login_at: InstantOrNull;
    deleted_at: InstantOrNull;
    preferences: ColumnType<unknown, string | undefined, string>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  memberships: {
    user_id: number;
    organization_id: number;
    role: "organization admin" | "organization member";
    permissions: Generated<string[]>;
    changed_at: Generated<Date>;
  };
  staff_organizations: { user_id: number; organization_id: number };
  membership_properties: { user_id: number; organization_id: number; property_id: number };
  installation: { name: string; value: Json<unknown> };
  first_admin_tokens: { token_hash: Buffer; expires_at: Instant };
  two_factors: {
    user_id: number;
    secret: Buffer;
    recovery_codes: Generated<Buffer[]>;
    confirmed_at: InstantOrNull;
    last_step: Generated<number>;
  };
  account_links: {
    token_hash: Buffer;
    user_id: number;
    purpose: "invitation" | "reset";
    created_at: Instant;
    expires_at: Instant;
    mailed_at: InstantOrNull;
    used_at: InstantOrNull;
  };
  mails: {
    id: Generated<string>;
    link_hash: Buffer;
    created_at: Instant;
    attempts: Generated<number>;
    next_attempt_at: Instant;
    leased_until: InstantOrNull;
    failed_at: InstantOrNull;
    error: string | null;
  };
  api_keys: {
    id: Generated<number>;
    organization_id: number;
    name: string;
    key_hash: Buffer;
    prefix: string;
    permissions: string[];
    property_ids: number[] | null;
    created_by: number;
    created_at: Instant;
    expires_at: InstantOrNull;
    last_used_at: InstantOrNull;
    revoked_at: InstantOrNull;
  };
  webhooks: {
    id: Generated<number>;
    organization_id: number;
    type: string;
    name: string;
    address: string;
    secret: Buffer;
    previous_secret: Buffer | null;
    previous_secret_until: InstantOrNull;
    kinds: string[];
    property_ids: number[] | null;
    min_cents_per_day: Generated<number>;
    creator_id: number | null;
    created_by: string;
    created_at: Instant;
    first_failed_at: InstantOrNull;
    last_sent_at: InstantOrNull;
    last_failed_at: InstantOrNull;
    disabled_at: InstantOrNull;
    disabled_reason: string | null;
  };
  audit_log: {
    id: Generated<number>;
    at: Instant;
    actor_id: number | null;
    actor: string;
    organization_id: number | null;
    property_id: number | null;
    action: string;
    object_type: string;
    object_id: string;
    before: JsonOrNull;
    after: JsonOrNull;
    request_id: string;
  };
}
