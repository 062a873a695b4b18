import { sql } from "kysely";
import type { AverageConsumption } from "../../contract/leak-report.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { ProblemError } from "../problem/problem.ts";
import { report } from "../query/report.ts";
import type { Clock } from "../time/clock.ts";
import { averageConsumption } from "./average-consumption.ts";

interface PropertyOverview {
  property_id: number;
  organization_id: number | null;
  organization_name: string | null;
  name: string;
  city: string;
  state: string;
  street: string;
  zip_code: string;
  contact_phone: string;
  contact_email: string;
  time_zone: string;
  units_count: number;
  meters_count: number;
  average_consumption: AverageConsumption[];
}

/**
 * Name, address and contact of one property, and what its units use on a day; its meters are those in service now.
 * @throws ProblemError not_found for a property outside the scope, exactly as for one that does not exist.
 */
export async function propertyOverview(
  scope: Scope,
  tx: Transactional,
  propertyId: number,
  clock: Clock,
): Promise<PropertyOverview> {
  const found = await sql<Omit<PropertyOverview, "average_consumption">>`
    select properties.id as property_id, properties.organization_id, organizations.name as organization_name,
      properties.name, city, state, street, zip_code, contact_phone, contact_email, time_zone,
      (select count(*) from units where units.property_id = properties.id) as units_count,
      (select count(distinct meter_id) from meter_services
        where meter_services.property_id = properties.id and ended_at is null) as meters_count
    from properties
    left join organizations on organizations.id = properties.organization_id
    where properties.id = any(${scope.propertyIds}::bigint[]) and archived_at is null and properties.id = ${propertyId}
  `.execute(tx);
  const property = found.rows[0];
  if (property === undefined) throw new ProblemError("not_found", "There is no such property.");
  return { ...property, average_consumption: await averageConsumption(tx, property, clock) };
}

export const propertyOverviewReport = report(
  "GET /v1/reporting/leak-report/properties/{id}/overview",
  { cache: "rolled-up" },
  ({ scope, tx, params, clock }) => propertyOverview(scope, tx, params.id, clock),
);
