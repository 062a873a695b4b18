import { z } from "zod";
import { propertyMeter } from "../../contract/reporting/leak-report.ts";
import { queryRows } from "../database/query-rows.ts";
import { byNames } from "../query/by-names.ts";
import { slicePage } from "../query/page.ts";
import { propertyInScope } from "../query/property-in-scope.ts";
import { report } from "../query/report.ts";

const ServedMeter = propertyMeter.extend({ id: z.int() });

/**
 * One page of the meters of a property that are in service, in natural order of building, unit, place and serial number.
 * @throws ProblemError not_found for a property outside the scope, exactly as for one that does not exist
 */
export const propertyMeters = report(
  "GET /v1/reporting/leak-report/properties/{id}/meters",
  { cache: "text" },
  async ({ scope, tx, params, query, page }) => {
    const property = await propertyInScope(scope, tx, params.id);
    const { building_id: buildings = null, unit_id: units = null } = query;
    const found = await queryRows(tx, ServedMeter)`
      select service.id, meters.serial_number as meter_serial_number, point.attached_to,
        point.building_id, buildings.name as building_name, point.unit_id, units.name as unit_name, units.bedrooms,
        (service.began_at at time zone properties.time_zone)::date as in_service_since,
        gateways.serial_number as gateway_serial_number
      from properties
      join meter_services service on service.property_id = properties.id and service.ended_at is null
      join meters on meters.property_id = service.property_id and meters.id = service.meter_id
      join meter_points point on point.property_id = service.property_id and point.id = service.point_id
      join buildings on buildings.property_id = point.property_id and buildings.id = point.building_id
      left join units on units.property_id = point.property_id and units.id = point.unit_id
      left join routers on routers.property_id = meters.property_id and routers.id = meters.router_id
      left join gateways on gateways.property_id = meters.property_id
        and gateways.id = coalesce(meters.gateway_id, routers.gateway_id)
      where properties.id = ${property.id}
        and (${buildings}::bigint[] is null or point.building_id = any(${buildings}::bigint[]))
        and (${units}::bigint[] is null or point.unit_id = any(${units}::bigint[]))`;
    const inOrder = found.toSorted(
      byNames(
        (row) => row.building_name,
        (row) => row.unit_name,
        (row) => row.attached_to,
        (row) => row.meter_serial_number,
      ),
    );
    return page(query, { count: found.length, rows: slicePage(inOrder, query) });
  },
);
