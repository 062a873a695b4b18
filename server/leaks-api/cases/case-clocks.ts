import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type CaseClock, type CaseClocks, caseClock } from "../../../contract/leaks/case-clocks.ts";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { CALIFORNIA_FIX_DAYS, CALIFORNIA_LIMIT_DAYS } from "../../leaks/cases/case-clock.ts";
import { growFigures } from "../../metering/roll-up/grow-figures.ts";
import { rejectUnexpected } from "../../problem/as-expected.ts";
import { notThere, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";

const NONE: CaseClock = { rule: "none" };
const ClockRow = z.object({ clock: caseClock.nullable() });
/** In hundredths. */
const FloorRow = z.object({ alert_floor: z.int() });
const OrganizationRow = ClockRow.extend(FloorRow.shape);
const PropertyRow = ClockRow.extend({ property_id: z.int(), property_name: z.string() });

/** SQL over `properties`: the clock of its cases as jsonb; null: none. */
const clockOfProperty = sql`coalesce(properties.case_clock,
  (select case_clock from organizations where organizations.id = properties.organization_id))`;

/**
 * SQL, joins to `one`, rows of leak_cases, and `properties`: `clock.rule`, as jsonb (null: none), and `clock.due_on`, the next
 * deadline that is not met, as nextDeadline has it; null: none.
 */
export const clockOfCase: RawBuilder<unknown> = sql`
  cross join lateral (
    select rule, case
      when one.state in ('fix_reported', 'verified', 'ended', 'not_a_leak') then null
      when rule ->> 'rule' = 'house' then least(
        case when one.acknowledged_at is null then found_on + (rule ->> 'acknowledge_days')::int end,
        found_on + (rule ->> 'fix_days')::int)
      when one.unit_id is null then null
      when rule ->> 'rule' = 'lease' then found_on + (rule ->> 'fix_days')::int
      when rule ->> 'rule' = 'california' then least(found_on + ${CALIFORNIA_FIX_DAYS}::int,
        (one.visited_at at time zone properties.time_zone)::date + ${CALIFORNIA_LIMIT_DAYS}::int)
      end as due_on
    from (
      select ${clockOfProperty} as rule, (one.opened_at at time zone properties.time_zone)::date as found_on
    ) set_clock
  ) clock`;

/** @throws ProblemError not_found for an organization out of scope */
export async function caseClocks(scope: Scope, tx: Transactional, organizationId: number): Promise<CaseClocks> {
  checkOrganizationInScope(scope, organizationId);
  const organization = await queryRow(tx, OrganizationRow)`
    select case_clock as clock, alert_floor from organizations where id = ${organizationId}`;
  if (organization === undefined) throw notThere("organization");
  const properties = await queryRows(tx, PropertyRow)`
    select id as property_id, name as property_name, case_clock as clock from properties
    where organization_id = ${organizationId} and id = any(${scope.propertyIds}::bigint[]) and archived_at is null
    order by lower(name), id`;
  const { clock, alert_floor } = organization;
  return { organization_id: organizationId, clock: clock ?? NONE, alert_floor: alert_floor / 100, properties };
}

/**
 * Sets the clock of an organization or of one of its properties, or the floor of an organization's alerts.
 * @throws ProblemError not_found out of scope; invalid_fields for a floor of one property, or without a change;
 *   changed_meanwhile
 */
export async function changeCaseClock(
  scope: Scope,
  tx: Transactional,
  who: Actor,
  change: {
    organization_id: number;
    property_id?: number | undefined;
    clock?: CaseClock | null | undefined;
    alert_floor?: number | undefined;
    expected?: Expected | undefined;
  },
): Promise<CaseClocks> {
  const { organization_id: organizationId, property_id: propertyId, clock, alert_floor: floor, expected } = change;
  checkOrganizationInScope(scope, organizationId);
  const isOne = propertyId !== undefined;
  if (floor !== undefined && isOne) {
    throw wrongField("alert_floor", text`It belongs to the organization. Leave out the property.`);
  }
  if (clock === undefined && floor === undefined) throw wrongField("clock", text`Give a clock or an alert_floor.`);
  const place = { tx, who, scope, organizationId, propertyId, expected };
  if (clock !== undefined) await setClock(place, clock);
  if (floor !== undefined) await setFloor(place, Math.round(floor * 100));
  return caseClocks(scope, tx, organizationId);
}

/** The values that the caller last read. */
interface Expected {
  clock?: CaseClock | null | undefined;
  alert_floor?: number | undefined;
}

interface Place {
  tx: Transactional;
  who: Actor;
  scope: Scope;
  organizationId: number;
  propertyId: number | undefined;
  expected: Expected | undefined;
}

async function setClock({ tx, who, scope, organizationId, propertyId, expected }: Place, clock: CaseClock | null) {
  const isOne = propertyId !== undefined;
  const table = sql.table(isOne ? "properties" : "organizations");
  const where = isOne
    ? sql`id = ${propertyId} and organization_id = ${organizationId} and id = any(${scope.propertyIds}::bigint[])
        and archived_at is null`
    : sql`id = ${organizationId}`;
  const before = await queryRow(tx, ClockRow)`
    select case_clock as clock from ${table} where ${where} for no key update`;
  if (before === undefined) throw notThere(isOne ? "property" : "organization");
  if (expected?.clock !== undefined) {
    const found = before.clock ?? (isOne ? null : NONE);
    rejectUnexpected("rule", { clock: JSON.stringify(expected.clock) }, { clock: JSON.stringify(found) });
  }
  await sql`update ${table} set case_clock = ${clock === null ? null : JSON.stringify(clock)}::jsonb where ${where}`.execute(
    tx,
  );
  // Cached lists have the deadlines.
  await growFigures(tx, isOne ? [propertyId] : await propertiesOf(tx, organizationId));
  await audit(tx, who, {
    action: "case-clock.change",
    organizationId,
    ...(isOne
      ? { propertyId, objectType: "property", objectId: propertyId }
      : { objectType: "organization", objectId: organizationId }),
    before: { clock: before.clock },
    after: { clock },
  });
}

/** @param floor in hundredths */
async function setFloor({ tx, who, organizationId, expected }: Place, floor: number) {
  const before = await queryRow(tx, FloorRow)`
    select alert_floor from organizations where id = ${organizationId} for no key update`;
  if (before === undefined) throw notThere("organization");
  rejectUnexpected("amount", { alert_floor: expected?.alert_floor }, { alert_floor: before.alert_floor / 100 });
  if (before.alert_floor === floor) return;
  await sql`update organizations set alert_floor = ${floor} where id = ${organizationId}`.execute(tx);
  // The alerts of these properties are behind.
  await growFigures(tx, await propertiesOf(tx, organizationId));
  await audit(tx, who, {
    action: "alert-floor.change",
    organizationId,
    objectType: "organization",
    objectId: organizationId,
    before: { alert_floor: before.alert_floor / 100 },
    after: { alert_floor: floor / 100 },
  });
}

async function propertiesOf(tx: Transactional, organizationId: number): Promise<number[]> {
  const rows = await queryRows(tx, IdRow)`
    select id from properties where organization_id = ${organizationId} order by id for no key update`;
  return rows.map(({ id }) => id);
}
