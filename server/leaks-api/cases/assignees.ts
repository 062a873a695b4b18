import { z } from "zod";
import type { Connections, Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { RequestScope } from "../../query/request-scope.ts";

const OwnerRow = z.object({ property_id: z.int() });
const AssigneeRow = z.object({ email: z.string(), name: z.string() });

/** Somebody to whom a case can be assigned; an empty name is not known. */
export type Assignee = z.output<typeof AssigneeRow>;

/**
 * Members of the organization that owns a case's property who may see it, and the caller, by name.
 * @throws ProblemError not_found for a case that is unknown or out of scope
 */
export async function caseAssignees(
  { accounts }: Pick<Connections, "accounts">,
  scope: RequestScope,
  tx: Transactional,
  caseId: number,
): Promise<Assignee[]> {
  const owner = await queryRow(tx, OwnerRow)`
    select property_id from leak_cases
    where property_id = any(${scope.propertyIds}::bigint[]) and id = ${caseId}`;
  if (owner === undefined) throw new ProblemError("not_found", text`Case not found.`);
  return assigneesOf(accounts, scope.email, owner.property_id);
}

/** The same of a property in the caller's scope. @param email the caller's own */
export async function assigneesOf(
  accounts: Connections["accounts"],
  email: string,
  propertyId: number,
): Promise<Assignee[]> {
  return queryRows(accounts, AssigneeRow)`
    select person.email, trim(person.first_name || ' ' || person.last_name) as name
    from users person
    where person.deleted_at is null and (person.email = lower(${email}) or exists (
      select from memberships member
      join properties on properties.organization_id = member.organization_id
      where member.user_id = person.id and properties.id = ${propertyId}
        and 'reporting.view_property_data_report' = any(member.permissions)
        and (member.role = 'organization admin' or exists (
          select from membership_properties assigned
          where assigned.user_id = person.id and assigned.organization_id = member.organization_id
            and assigned.property_id = properties.id))))
    order by person.email <> lower(${email}), lower(person.first_name), lower(person.last_name), person.email
    limit 500`;
}
