import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import type { PlaceParams } from "../query/chosen-properties.ts";
import { report } from "../query/report.ts";

const Building = z.object({ id: z.int(), building_name: z.string(), property_id: z.int() });
type Building = z.output<typeof Building>;

const Unit = z.object({ id: z.int(), name: z.string(), building_id: z.int() });
type Unit = z.output<typeof Unit>;

/** Numbers within names count as numbers: Unit 2 sorts before Unit 10. */
const natural = new Intl.Collator("en", { numeric: true });

/** The buildings of the chosen properties, and the units of these, or of the chosen ones among them; by name. */
async function leakListFilters(
  scope: Scope,
  tx: Transactional,
  params: PlaceParams & { building_id?: number[] | undefined },
): Promise<{ buildings: Building[]; units: Unit[] }> {
  const buildings = await queryRows(tx, Building)`
    select buildings.id, buildings.name as building_name, buildings.property_id
    from properties join buildings on buildings.property_id = properties.id
    where properties.id = any(${scope.propertyIds}::bigint[])
      and archived_at is null
      and (${params.property_id ?? null}::bigint[] is null or properties.id = any(${params.property_id ?? null}::bigint[]))
      and (${params.organization_id ?? null}::bigint[] is null
        or properties.organization_id = any(${params.organization_id ?? null}::bigint[]))
  `;
  const chosen = buildings.filter(({ id }) => params.building_id === undefined || params.building_id.includes(id));
  const units = await queryRows(tx, Unit)`
    select units.id, units.name, units.building_id
    from unnest(
      ${chosen.map((building) => building.property_id)}::bigint[], ${chosen.map((building) => building.id)}::bigint[]
    ) as chosen (property_id, building_id)
    join units on units.property_id = chosen.property_id and units.building_id = chosen.building_id
  `;
  return {
    buildings: buildings.toSorted((a, b) => natural.compare(a.building_name, b.building_name) || a.id - b.id),
    units: units.toSorted((a, b) => natural.compare(a.name, b.name) || a.id - b.id),
  };
}

export const leakListFiltersReport = report(
  "GET /v1/reporting/leak-report/leak-overview/filters",
  { cache: "rolled-up" },
  async ({ scope, tx, query }) => leakListFilters(scope, tx, query),
);
