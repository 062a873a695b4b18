import { sql } from "kysely";
import { type HeatMap, type HeatUnit, MOST_HEAT_UNITS } from "../../contract/heat-map.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { notThere, ProblemError } from "../problem/problem.ts";
import { chosenProperties } from "../query/chosen-properties.ts";
import type { PeriodParams } from "../query/period.ts";
import { report } from "../query/report.ts";
import { asGallons } from "../query/volume.ts";
import type { Clock } from "../time/clock.ts";
import { dayNumber, dayText } from "../time/local-day.ts";
import { daysKeptFrom } from "./days-kept-from.ts";
import { leakOf } from "./leak-definitions.ts";

interface Building {
  id: number;
  name: string;
  units: number;
}

/** A unit with the days of which anything is known, as arrays side by side; volumes in thousandths of a gallon. */
interface Row {
  id: number;
  name: string;
  bedrooms: number;
  /** Counted from the first day of the period. */
  places: number[];
  gallons: (number | null)[];
  leaked: number[];
  reads: boolean[];
}

/** Numbers within names count as numbers: Unit 2 sorts before Unit 10. */
const natural = new Intl.Collator("en", { numeric: true });
const byName = (a: { id: number; name: string }, b: { id: number; name: string }) =>
  natural.compare(a.name, b.name) || a.id - b.id;

/**
 * What each unit of one building used and leaked on each day of the period, up to today. Whatever the days, a unit that
 * the building has now has a row.
 * @throws ProblemError not_found for a property or a building out of the scope, or a property without any building;
 * invalid_request for a building of more units than one heat map shows.
 */
export async function heatMap(
  scope: Scope,
  tx: Transactional,
  propertyId: number,
  params: PeriodParams & { building_id?: number | undefined },
  clock: Clock,
): Promise<HeatMap> {
  const [property] = await chosenProperties(scope, tx, { ...params, property_id: [propertyId] }, clock);
  if (property === undefined) throw notThere("property");
  const building = await findBuilding(tx, propertyId, params.building_id);
  const first = dayNumber(property.startDate);
  const days = Math.max(0, dayNumber(property.lastDate) - first + 1);
  const found = await sql<Row>`
    select units.id, units.name, units.bedrooms, known.*
    from units
    cross join lateral (
      select coalesce(json_agg(day - ${property.startDate}::date), '[]') as places,
        coalesce(json_agg(gallons), '[]') as gallons,
        coalesce(json_agg(case when gallons is null then 0 else ${leakOf("unit_days")} end), '[]') as leaked,
        coalesce(json_agg(is_read), '[]') as reads
      from unit_days
      where unit_days.property_id = ${propertyId} and unit_days.unit_id = units.id
        and day between ${property.startDate}::date and ${property.lastDate}::date
    ) known
    where units.property_id = ${propertyId} and units.building_id = ${building.id}`.execute(tx);
  return {
    building_id: building.id,
    building_name: building.name,
    dates: Array.from({ length: days }, (_, place) => dayText(first + place)),
    units: found.rows.toSorted(byName).map((row) => toHeatUnit(row, days)),
    days_kept_from: await daysKeptFrom(scope, tx),
  };
}

async function findBuilding(tx: Transactional, propertyId: number, params: number | undefined): Promise<Building> {
  const found = await sql<Building>`
    select id, name,
      (select count(*) from units where units.property_id = buildings.property_id and building_id = buildings.id) as units
    from buildings
    where property_id = ${propertyId} and (${params ?? null}::bigint is null or id = ${params ?? null}::bigint)`.execute(
    tx,
  );
  const [building] = found.rows.toSorted(byName);
  if (building === undefined) {
    throw params === undefined ? new ProblemError("not_found", "This property has no building.") : notThere("building");
  }
  if (building.units > MOST_HEAT_UNITS) {
    const sentence = `${building.name} has ${building.units} units, and a heat map shows at most ${MOST_HEAT_UNITS}.`;
    throw new ProblemError("invalid_request", sentence, { building_id: [sentence] });
  }
  return building;
}

function toHeatUnit(row: Row, days: number): HeatUnit {
  const consumed = new Array<number | null>(days).fill(null);
  const leaked = new Array<number | null>(days).fill(null);
  const unread = new Set(consumed.keys());
  for (const [index, place] of row.places.entries()) {
    const gallons = row.gallons[index] ?? null;
    consumed[place] = asGallons(gallons);
    if (gallons !== null) leaked[place] = asGallons(row.leaked[index] ?? 0);
    if (row.reads[index]) unread.delete(place);
  }
  return {
    unit_id: row.id,
    unit_name: row.name,
    bedrooms: row.bedrooms,
    gallons_consumed: consumed,
    gallons_leaked: leaked,
    days_unread: [...unread],
  };
}

export const heatMapReport = report(
  "GET /v1/reporting/leak-report/properties/{id}/heat-map",
  { cache: "rolled-up" },
  ({ scope, tx, params, query, clock }) => heatMap(scope, tx, params.id, query, clock),
);
