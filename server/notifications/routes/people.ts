import { z } from "zod";
import type { NotificationRoute, OnCall } from "../../../contract/notifications/routes.ts";
import type { Connections } from "../../database/connect.ts";
import { numbers, queryRows } from "../../database/query-rows.ts";
import { wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";

export type Person = NotificationRoute["people"][number];
const PersonRow = z.object({ user_id: z.int(), email: z.string(), name: z.string(), may_see: z.boolean() });

type Candidate = OnCall["candidates"][number];
const CandidateRow = z.object({
  user_id: z.int(),
  email: z.string(),
  name: z.string(),
  property_ids: numbers.nullable(),
});

/** Members of an organization who may see leaks of at least one of its properties. */
export function candidatesOf(
  { accounts }: Pick<Connections, "accounts">,
  organizationId: number,
): Promise<Candidate[]> {
  return queryRows(accounts, CandidateRow)`
    select person.id as user_id, person.email, trim(person.first_name || ' ' || person.last_name) as name,
      case when member.role <> 'organization admin' then assigned.ids end as property_ids
    from memberships member join users person on person.id = member.user_id
    cross join lateral (
      select jsonb_agg(properties.id order by properties.id) as ids
      from membership_properties own join properties on properties.id = own.property_id
      where own.user_id = person.id and own.organization_id = member.organization_id
        and properties.organization_id = member.organization_id and properties.archived_at is null) assigned
    where member.organization_id = ${organizationId} and person.deleted_at is null and person.staff_role is null
      and 'reporting.view_property_data_report' = any(member.permissions)
      and (member.role = 'organization admin' or assigned.ids is not null)
    order by lower(person.email)`;
}

/** Members of an organization among these users. @param propertyIds that they may see one of; null: any of its own */
export function membersOf(
  { accounts }: Pick<Connections, "accounts">,
  organizationId: number,
  userIds: readonly number[],
  propertyIds: readonly number[] | null,
): Promise<Person[]> {
  return queryRows(accounts, PersonRow)`
    select person.id as user_id, person.email, trim(person.first_name || ' ' || person.last_name) as name,
      'reporting.view_property_data_report' = any(member.permissions)
        and (member.role = 'organization admin' or exists (
          select from membership_properties assigned
          where assigned.user_id = person.id and assigned.organization_id = member.organization_id
            and (${propertyIds === null}::boolean or assigned.property_id = any(${propertyIds ?? []}::bigint[])))) as may_see
    from memberships member join users person on person.id = member.user_id
    where member.organization_id = ${organizationId} and person.id = any(${userIds}::bigint[])
      and person.deleted_at is null and person.staff_role is null
    order by person.email`;
}

/** @throws ProblemError invalid_fields for who is no member of the organization, or may see none of the properties */
export async function checkMembers(
  connections: Pick<Connections, "accounts">,
  field: string,
  organizationId: number,
  userIds: readonly number[],
  propertyIds: readonly number[] | null,
): Promise<void> {
  const members = await membersOf(connections, organizationId, userIds, propertyIds);
  const known = new Set(members.map(({ user_id }) => user_id));
  const unknown = userIds.find((one) => !known.has(one));
  if (unknown !== undefined) {
    throw wrongField(field, text`User ${unknown} is no member of the organization. Choose somebody else.`);
  }
  const [barred] = members.filter((one) => !one.may_see);
  if (barred !== undefined) {
    throw wrongField(
      field,
      text`${barred.email} may not see leaks of these properties. Give them Property Insights there, or choose somebody else.`,
    );
  }
}
