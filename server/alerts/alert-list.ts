import { sql } from "kysely";
import { z } from "zod";
import { currency } from "../../contract/accounts/display-settings.ts";
import type { Language } from "../../contract/display/languages.ts";
import { type Measure, moneyOf } from "../../contract/display/measures.ts";
import { deviceType } from "../../contract/inventory/devices.ts";
import { type AlertKind, type AlertRow, alertKind, dismissalReason } from "../../contract/leaks/alerts.ts";
import { caseState } from "../../contract/leaks/cases.ts";
import { millsOfDay, pricesOfDay } from "../costs/day-prices.ts";
import { DEFAULT_MILLS } from "../costs/price-of-day.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { type Reader, readerOf } from "../language/reader.ts";
import { shownState } from "../leaks-api/cases/case-rows.ts";
import { chosenProperties, type PlaceParams, periodTable } from "../query/chosen-properties.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import { orderBy } from "../query/ordering.ts";
import type { PageParams } from "../query/page.ts";
import { asGallons } from "../query/volume.ts";
import { newestReadings, silentCase } from "../reporting/leak-definitions.ts";
import type { Clock } from "../time/clock.ts";
import { alertMessage } from "./alert-text.ts";
import { AlertContent } from "./causes/wanted-alert.ts";

type Field = "dollars_per_day" | "began_at" | "opened_at";

interface Params extends PlaceParams, PageParams {
  state?: "open" | "dismissed" | "closed" | undefined;
  kind?: AlertKind[] | undefined;
  since?: string | undefined;
  /** Only these. */
  ids?: readonly number[];
  ordering: Field | `-${Field}`;
  language: Language;
  measure: Measure;
}

const Row = z.intersection(
  AlertContent,
  z.object({
    id: z.int(),
    property_id: z.int(),
    property_name: z.string(),
    time_zone: z.string(),
    building_id: z.int().nullable(),
    building_name: z.string().nullable(),
    unit_id: z.int().nullable(),
    unit_name: z.string().nullable(),
    meter_serial_number: z.string().nullable(),
    attached_to: z.string().nullable(),
    device_type: deviceType.nullable(),
    device_serial_number: z.string().nullable(),
    case_id: z.int().nullable(),
    case_state: caseState.nullable(),
    assignee: z.string().nullable(),
    vendor: z.string().nullable(),
    snoozed_until: z.string().nullable(),
    dismissed_for: dismissalReason.nullable(),
    decision_note: z.string(),
    decided_by: z.string().nullable(),
    began_at: z.date(),
    opened_at: z.date(),
    closed_at: z.date().nullable(),
    /** Of the property's organization; null: it belongs to none. */
    currency: currency.nullable(),
    /** Thousandths of a dollar a gallon; null: no price is set. */
    mills: z.number().nullable(),
  }),
);
type Row = z.output<typeof Row>;

/** What a leak that is over lost is no reason to look at it before those that go on. */
const columns = {
  dollars_per_day: sql`case when one.kind <> 'leak ended' then (one.details ->> 'gallons_per_day')::numeric * ${millsOfDay} end`,
  began_at: sql`one.began_at`,
  opened_at: sql`one.opened_at`,
};

/** SQL over `alerts` and `period`, whose last day is today. */
const stateOf = sql`(case when alerts.closed_at is not null then 'closed'
  when alerts.dismissed_for is not null or alerts.snoozed_until > period.end_date then 'dismissed' else 'open' end)`;

export interface ListedAlert extends AlertRow {
  /** Meters that have no data or are behind a device that has none, quarantined readings, or units; null: not about these. */
  count: number | null;
}

/** One page of the alerts of the chosen properties, each with its title and text, and the state of its case. */
export async function alertList(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: ListedAlert[] }> {
  const { organization_id, property_id, state, kind = null, since = null, ids = null } = params;
  const properties = await chosenProperties(scope, tx, { organization_id, property_id, days_ago: 0 }, clock);
  const listed = sql`
    period as materialized (select * from ${periodTable(properties)} chosen),
    listed as (
      select alerts.*, period.time_zone,
        case when alerts.closed_at is null then period.start_date
          else (alerts.closed_at at time zone period.time_zone)::date end as price_day
      from period join alerts on alerts.property_id = period.property_id
      where (${state ?? null}::text is null or ${stateOf} = ${state ?? null}::text)
        and alerts.kind = any(${kind ?? alertKind.options}::text[])
        and (${ids === null}::boolean or alerts.id = any(${ids ?? []}::bigint[]))
        and (${since}::timestamptz is null or alerts.opened_at >= ${since}::timestamptz
          or alerts.closed_at >= ${since}::timestamptz)
    )`;
  const counted = await queryRow(tx, CountRow)`with ${listed} select count(*) as count from listed`;
  // Otherwise only the rows of the page need a price.
  const prices = pricesOfDay(sql`one.price_day`);
  const isByPrice = params.ordering.endsWith("dollars_per_day");
  const found = await queryRows(tx, Row)`
    with ${listed},
    newest as materialized (${newestReadings(sql`period`)}),
    page as materialized (
      select one.*,
        row_number() over (${orderBy(params.ordering, columns, sql`one.opened_at desc, one.id desc`)}) as place
      from listed one ${isByPrice ? prices : sql``}
      order by place limit ${params.page_size} offset ${(params.page - 1) * params.page_size}
    )
    select one.id, one.property_id, properties.name as property_name, one.time_zone,
      (
        select organizations.currency from organizations where organizations.id = properties.organization_id
      ) as currency, one.kind, one.details,
      buildings.id as building_id, buildings.name as building_name, units.id as unit_id, units.name as unit_name,
      meters.serial_number as meter_serial_number, point.attached_to, one.device as device_type,
      coalesce(gateways.serial_number, routers.serial_number,
        case when one.device = 'meter' then meters.serial_number end) as device_serial_number,
      leak_case.id as case_id, leak_case.state as case_state, leak_case.assignee, leak_case.vendor,
      coalesce(leak_case.snoozed_until, one.snoozed_until::text) as snoozed_until, one.dismissed_for, one.decision_note, one.decided_by,
      one.began_at, one.opened_at, one.closed_at, coalesce(own.mills, usual.mills) as mills
    from page one
    cross join lateral (select one.property_id, one.case_id) about
    ${prices}
    join properties on properties.id = one.property_id
    left join lateral (
      select one.id, ${shownState} as state, one.assignee, one.vendor, one.snoozed_until::text as snoozed_until
      from leak_cases one
      join newest on newest.property_id = one.property_id
      ${silentCase}
      where one.property_id = about.property_id and one.id = about.case_id
    ) leak_case on true
    left join lateral (
      select id, serial_number from meters where meters.property_id = one.property_id and meters.id = one.meter_id
    ) meters on true
    left join lateral (
      select meter_points.attached_to, meter_points.building_id, meter_points.unit_id
      from meter_services service
      join meter_points on meter_points.property_id = service.property_id and meter_points.id = service.point_id
      where service.property_id = one.property_id and service.meter_id = one.meter_id
      order by service.ended_at desc nulls first, service.began_at desc nulls last limit 1
    ) point on true
    cross join lateral (select coalesce(one.unit_id, point.unit_id) as unit_id ${optimizationFence}) home
    left join lateral (
      select id, name, building_id from units where units.property_id = one.property_id and units.id = home.unit_id
    ) units on true
    cross join lateral (select coalesce(units.building_id, point.building_id) as building_id ${optimizationFence}) house
    left join lateral (
      select id, name from buildings where buildings.property_id = one.property_id and buildings.id = house.building_id
    ) buildings on true
    left join lateral (
      select serial_number from gateways
      where gateways.property_id = one.property_id and gateways.id = one.device_id and one.device = 'gateway'
    ) gateways on true
    left join lateral (
      select serial_number from routers
      where routers.property_id = one.property_id and routers.id = one.device_id and one.device = 'router'
    ) routers on true
    order by one.place`;
  return { count: counted?.count ?? 0, rows: found.map((row) => toAlertRow(row, readerOf(params))) };
}

function toAlertRow({ mills, currency, ...row }: Row, reader: Reader): ListedAlert {
  // A gateway or router may have been removed since.
  const serial = row.device_serial_number ?? ("serial" in row.details ? (row.details.serial ?? null) : null);
  const price = (mills ?? DEFAULT_MILLS) / 1000;
  const about = {
    propertyName: row.property_name,
    timeZone: row.time_zone,
    buildingName: row.building_name,
    unitName: row.unit_name,
    meterSerial: row.meter_serial_number,
    attachedTo: row.attached_to,
    deviceType: row.device_type,
    deviceSerial: serial,
    beganAt: row.began_at,
    gallonPrice: price,
    money: moneyOf(currency ?? "USD"),
  };
  const perDay = "gallons_per_day" in row.details ? asGallons(row.details.gallons_per_day) : null;
  return {
    ...row,
    ...alertMessage(row, about, reader),
    device_serial_number: serial,
    gallons_per_day: perDay,
    dollars_per_day: perDay === null ? null : Math.round(perDay * price * 100) / 100,
    is_default_price: perDay === null ? null : mills === null,
    count: countOf(row, row.device_type),
    began_at: row.began_at.toISOString(),
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}

function countOf(alert: AlertContent, device: Row["device_type"]): number | null {
  if (alert.kind === "quarantine") return alert.details.readings;
  if (alert.kind === "price ended") return alert.details.units;
  if (alert.kind !== "device down") return null;
  return device === "meter" ? 1 : alert.details.meters;
}
