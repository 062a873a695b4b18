import { z } from "zod";
import { type HeatUnit, MOST_HEAT_UNITS } from "../../contract/reporting/heat-map.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { notThere, ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { byNames } from "../query/by-names.ts";
import { chosenProperties } from "../query/chosen-properties.ts";
import { report } from "../query/report.ts";
import { asGallons } from "../query/volume.ts";
import { dayNumber, dayText } from "../time/local-day.ts";
import { daysKeptFrom } from "./days-kept-from.ts";
import { leakOf } from "./leak-definitions.ts";

const Building = z.object({ id: z.int(), name: z.string(), units: z.int() });

/** A unit with the days of which anything is known, as arrays side by side; volumes in thousandths of a gallon. */
const Row = z.object({
  id: z.int(),
  name: z.string(),
  bedrooms: z.int(),
  /** Counted from the first day of the period. */
  places: z.array(z.int()),
  gallons: z.array(z.int().nullable()),
  leaked: z.array(z.int()),
  reads: z.array(z.boolean()),
  wholes: z.array(z.boolean()),
});

const byName = byNames<{ id: number; name: string }>(({ name }) => name);

/**
 * What each unit of one building used and leaked on each day of the period, up to today. Whatever the days, a unit that
 * the building has now has a row.
 * @throws ProblemError not_found for a property or a building out of the scope, or a property without any building;
 * invalid_request for a building of more units than one heat map shows.
 */
export const heatMap = report(
  "GET /v1/reporting/leak-report/properties/{id}/heat-map",
  { cache: "rolled-up" },
  async ({ scope, tx, params, query, clock }) => {
    const [property] = await chosenProperties(scope, tx, { ...query, property_id: [params.id] }, clock);
    if (property === undefined) throw notThere("property");
    const building = await findBuilding(tx, params.id, query.building_id);
    const first = dayNumber(property.startDate);
    const days = Math.max(0, dayNumber(property.lastDate) - first + 1);
    const found = await queryRows(tx, Row)`
    select units.id, units.name, units.bedrooms, known.*
    from units
    cross join lateral (
      select coalesce(json_agg(day - ${property.startDate}::date), '[]') as places,
        coalesce(json_agg(gallons), '[]') as gallons,
        coalesce(json_agg(case when gallons is null then 0 else ${leakOf("unit_days")} end), '[]') as leaked,
        coalesce(json_agg(is_read), '[]') as reads, coalesce(json_agg(is_whole), '[]') as wholes
      from unit_days
      where unit_days.property_id = ${params.id} and unit_days.unit_id = units.id
        and day between ${property.startDate}::date and ${property.lastDate}::date
    ) known
    where units.property_id = ${params.id} and units.building_id = ${building.id}`;
    return {
      building_id: building.id,
      building_name: building.name,
      dates: Array.from({ length: days }, (_, place) => dayText(first + place)),
      units: found.toSorted(byName).map((row) => toHeatUnit(row, days)),
      days_kept_from: await daysKeptFrom(scope, tx),
    };
  },
);

async function findBuilding(
  tx: Transactional,
  propertyId: number,
  id: number | undefined,
): Promise<z.output<typeof Building>> {
  const found = await queryRows(tx, Building)`
    select id, name,
      (select count(*) from units where units.property_id = buildings.property_id and building_id = buildings.id) as units
    from buildings
    where property_id = ${propertyId} and (${id ?? null}::bigint is null or id = ${id ?? null}::bigint)`;
  const [building] = found.toSorted(byName);
  if (building === undefined) {
    throw id === undefined ? new ProblemError("not_found", text`This property has no building.`) : notThere("building");
  }
  if (building.units > MOST_HEAT_UNITS) {
    const sentence = text`${building.name} has ${building.units} units, and a heat map shows at most ${MOST_HEAT_UNITS}.`;
    throw new ProblemError("invalid_request", sentence, { building_id: [sentence] });
  }
  return building;
}

function toHeatUnit(row: z.output<typeof Row>, days: number): HeatUnit {
  const consumed = new Array<number | null>(days).fill(null);
  const leaked = new Array<number | null>(days).fill(null);
  const unread = new Set(consumed.keys());
  const ofFixtures = new Set<number>();
  for (const [index, place] of row.places.entries()) {
    const gallons = row.gallons[index] ?? null;
    consumed[place] = asGallons(gallons);
    if (gallons !== null) leaked[place] = asGallons(row.leaked[index] ?? 0);
    if (gallons !== null && row.wholes[index] === false) ofFixtures.add(place);
    if (row.reads[index]) unread.delete(place);
  }
  return {
    unit_id: row.id,
    unit_name: row.name,
    bedrooms: row.bedrooms,
    gallons_consumed: consumed,
    gallons_leaked: leaked,
    days_unread: [...unread],
    days_of_fixtures: [...ofFixtures].toSorted((one, other) => one - other),
  };
}
