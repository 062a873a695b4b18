import { sql } from "kysely";
import { z } from "zod";
import { currency } from "../../contract/accounts/display-settings.ts";
import type { Language } from "../../contract/display/languages.ts";
import { currencySign, type Measure } from "../../contract/display/measures.ts";
import { deviceType } from "../../contract/inventory/devices.ts";
import type { AlertKind, AlertRow } from "../../contract/leaks/alerts.ts";
import { DEFAULT_MILLS, setMillsOf } from "../costs/price-of-day.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { type Reader, readerOf } from "../language/reader.ts";
import { chosenProperties, type PlaceParams } from "../query/chosen-properties.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import type { PageParams } from "../query/page.ts";
import { asGallons } from "../query/volume.ts";
import type { Clock } from "../time/clock.ts";
import { alertMessage } from "./alert-text.ts";
import { AlertContent } from "./causes/wanted-alert.ts";

interface Params extends PlaceParams, PageParams {
  state?: "open" | "closed" | undefined;
  kind?: AlertKind[] | undefined;
  since?: string | undefined;
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

/** One page of the alerts of the chosen properties, the newest first, each with its title and text. */
export async function alertList(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: AlertRow[] }> {
  const { organization_id, property_id, state, kind = null, since = null } = params;
  const properties = await chosenProperties(scope, tx, { organization_id, property_id, days_ago: 0 }, clock);
  const ids = properties.map((property) => property.propertyId);
  const listed = sql`
    from alerts
    where alerts.property_id = any(${ids}::bigint[])
      and (${state ?? null}::text is null or (alerts.closed_at is null) = (${state ?? null}::text = 'open'))
      and (${kind}::text[] is null or alerts.kind = any(${kind}::text[]))
      and (${since}::timestamptz is null or alerts.opened_at >= ${since}::timestamptz
        or alerts.closed_at >= ${since}::timestamptz)`;
  const counted = await queryRow(tx, CountRow)`select count(*) as count ${listed}`;
  const found = await queryRows(tx, Row)`
    with page as materialized (
      select alerts.* ${listed} order by alerts.opened_at desc, alerts.id desc
      limit ${params.page_size} offset ${(params.page - 1) * params.page_size}
    )
    select page.id, page.property_id, properties.name as property_name, properties.time_zone,
      (
        select organizations.currency from organizations where organizations.id = properties.organization_id
      ) as currency, page.kind, page.details,
      buildings.id as building_id, buildings.name as building_name, units.id as unit_id, units.name as unit_name,
      meters.serial_number as meter_serial_number, point.attached_to, page.device as device_type,
      coalesce(gateways.serial_number, routers.serial_number,
        case when page.device = 'meter' then meters.serial_number end) as device_serial_number,
      page.began_at, page.opened_at, page.closed_at, ${setMillsOf({
        propertyId: sql`page.property_id`,
        unitId: sql`units.id`,
        day: sql`(page.began_at at time zone properties.time_zone)::date`,
      })} as mills
    from page
    join properties on properties.id = page.property_id
    left join lateral (
      select id, serial_number from meters where meters.property_id = page.property_id and meters.id = page.meter_id
    ) meters on true
    left join lateral (
      select meter_points.attached_to, meter_points.building_id, meter_points.unit_id
      from meter_services service
      join meter_points on meter_points.property_id = service.property_id and meter_points.id = service.point_id
      where service.property_id = page.property_id and service.meter_id = page.meter_id
      order by service.ended_at desc nulls first, service.began_at desc nulls last limit 1
    ) point on true
    cross join lateral (select coalesce(page.unit_id, point.unit_id) as unit_id ${optimizationFence}) home
    left join lateral (
      select id, name, building_id from units where units.property_id = page.property_id and units.id = home.unit_id
    ) units on true
    cross join lateral (select coalesce(units.building_id, point.building_id) as building_id ${optimizationFence}) house
    left join lateral (
      select id, name from buildings where buildings.property_id = page.property_id and buildings.id = house.building_id
    ) buildings on true
    left join lateral (
      select serial_number from gateways
      where gateways.property_id = page.property_id and gateways.id = page.device_id and page.device = 'gateway'
    ) gateways on true
    left join lateral (
      select serial_number from routers
      where routers.property_id = page.property_id and routers.id = page.device_id and page.device = 'router'
    ) routers on true
    order by page.opened_at desc, page.id desc`;
  return { count: counted?.count ?? 0, rows: found.map((row) => toAlertRow(row, readerOf(params))) };
}

function toAlertRow({ mills, currency, ...row }: Row, reader: Reader): AlertRow {
  const price = (mills ?? DEFAULT_MILLS) / 1000;
  const about = {
    propertyName: row.property_name,
    timeZone: row.time_zone,
    buildingName: row.building_name,
    unitName: row.unit_name,
    meterSerial: row.meter_serial_number,
    attachedTo: row.attached_to,
    deviceType: row.device_type,
    deviceSerial: row.device_serial_number,
    beganAt: row.began_at,
    gallonPrice: price,
    money: currencySign(currency ?? "USD"),
  };
  const perDay = "gallons_per_day" in row.details ? asGallons(row.details.gallons_per_day) : null;
  return {
    ...row,
    ...alertMessage(row, about, reader),
    gallons_per_day: perDay,
    dollars_per_day: perDay === null ? null : Math.round(perDay * price * 100) / 100,
    is_default_price: perDay === null ? null : mills === null,
    began_at: row.began_at.toISOString(),
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}
