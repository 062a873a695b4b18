import { reportingCalls } from "../../contract/reporting/reporting.ts";
import { queryRows } from "../database/query-rows.ts";
import { report } from "../query/report.ts";

const call = "GET /v1/reporting/my-properties/";
const { element: MyProperty } = reportingCalls[call].response;

/** The properties of the scope by name; the organization's name is null where the property belongs to none. */
export const myProperties = report(
  call,
  { cache: "rolled-up" },
  ({ scope, tx, query: { organization_id = null } }) =>
    queryRows(tx, MyProperty)`
    select properties.id, properties.name, properties.organization_id, organizations.name as organization_name,
      city, state, time_zone,
      (select count(*) from units where units.property_id = properties.id) as units_count
    from properties
    left join organizations on organizations.id = properties.organization_id
    where properties.id = any(${scope.propertyIds}::bigint[])
      and archived_at is null
      and (${organization_id}::bigint[] is null or properties.organization_id = any(${organization_id}::bigint[]))
    order by lower(properties.name), properties.id`,
);
