import { sql } from "kysely";
import { z } from "zod";
import { millsOf } from "../../costs/price-of-day.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { caseState } from "../../leaks/cases/case-state.ts";
import { type LeakKind, leakKinds } from "../../leaks/cases/leak-case.ts";
import { type FoundCase, shownMeter } from "../../metering/cases/recalculate-cases.ts";
import type { Inventory } from "../../metering/inventory/inventory-types.ts";

const CaseRow = z.object({
  id: z.int(),
  place: z.int(),
  cause: z.enum(leakKinds),
  kinds: z.array(z.enum(leakKinds)),
  meter_id: z.int(),
  started_at: z.date(),
  ended_at: z.date().nullable(),
  is_not_a_leak: z.boolean(),
});
const DayRow = z.object({ case_id: z.int(), day: z.string(), gallons: z.int() });
const CostRow = z.object({ index: z.int(), cost: z.int() });
const PlaceRow = z.object({
  unit_id: z.int().nullable(),
  building_id: z.int(),
  unit: z.string().nullable(),
  building: z.string(),
});

/** A case with the water of its days in the period. Instants are milliseconds since the epoch, volumes thousandths of a gallon. */
export interface PeriodCase {
  /** null: it would be added. */
  id: number | null;
  /** The unit's id, or of a meter that belongs to none the negative of its id. */
  place: number;
  cause: LeakKind;
  kinds: readonly LeakKind[];
  meterId: number;
  startedAt: number;
  endedAt: number | null;
  isNotALeak: boolean;
  days: readonly { day: string; gallons: number }[];
}

/** The cases of a property as they are, by their starts. @param from the first local day of the period */
export async function storedCases(tx: Transactional, propertyId: number, from: string): Promise<PeriodCase[]> {
  const rows = await queryRows(tx, CaseRow)`
    select id, place, cause, kinds, meter_id, started_at, ended_at, state = 'not_a_leak' as is_not_a_leak
    from leak_cases where property_id = ${propertyId} order by started_at, id`;
  const days = await queryRows(tx, DayRow)`
    select case_id, day, gallons from leak_case_days
    where property_id = ${propertyId} and day >= ${from}::date order by case_id, day`;
  const daysOf = Map.groupBy(days, ({ case_id }) => case_id);
  return rows.map(({ meter_id, started_at, ended_at, is_not_a_leak, ...row }) => ({
    ...row,
    meterId: meter_id,
    startedAt: started_at.getTime(),
    endedAt: ended_at?.getTime() ?? null,
    isNotALeak: is_not_a_leak,
    days: (daysOf.get(row.id) ?? []).map(({ day, gallons }) => ({ day, gallons })),
  }));
}

/** A case that was calculated by other settings. */
export function replayedCase({ place, leakCase, events, rated }: FoundCase, from: string): PeriodCase {
  const { cause, kinds, startedAt, endedAt, days } = leakCase;
  return {
    id: null,
    place: place.place,
    cause,
    kinds,
    meterId: shownMeter(rated),
    startedAt,
    endedAt,
    // Whether it is over makes no difference to what a person decided.
    isNotALeak: caseState(leakCase, events, null) === "not_a_leak",
    days: days.filter(({ day }) => day >= from),
  };
}

/** A case as a refresh finds it. */
export function knownCase({ id, place, cause, startedAt, endedAt }: PeriodCase) {
  const ended_at = endedAt === null ? null : new Date(endedAt);
  return { id: id ?? 0, place, cause, started_at: new Date(startedAt), ended_at };
}

/** What the water of cases cost in the period, each day at its price, in millionths of a dollar. */
export async function costsOf(
  tx: Transactional,
  propertyId: number,
  cases: readonly PeriodCase[],
): Promise<Map<PeriodCase, number>> {
  const days = cases.flatMap((one, index) =>
    one.days.map((day) => ({ ...day, index, unitId: one.place > 0 ? one.place : null })),
  );
  const mills = millsOf({ propertyId: sql`${propertyId}::bigint`, unitId: sql`leaked.unit_id`, day: sql`leaked.day` });
  const rows = await queryRows(tx, CostRow)`
    select index, round(sum(gallons * in_force.mills))::bigint as cost
    from unnest(${days.map(({ index }) => index)}::int[], ${days.map(({ unitId }) => unitId)}::bigint[],
      ${days.map(({ day }) => day)}::date[], ${days.map(({ gallons }) => gallons)}::bigint[])
      as leaked (index, unit_id, day, gallons)
    cross join lateral (select ${mills} as mills) in_force
    group by index`;
  const costs = new Map(rows.map(({ index, cost }) => [index, cost]));
  return new Map(cases.map((one, index) => [one, costs.get(index) ?? 0]));
}

/** The names that a list shows of a case's place. */
export interface PlaceName {
  building: string;
  /** null: its meter belongs to no unit. */
  unit: string | null;
  serial: string;
}

/** The names of the places of cases. */
export async function placeNames(
  tx: Transactional,
  { propertyId, byId }: Inventory,
  cases: readonly PeriodCase[],
): Promise<Map<PeriodCase, PlaceName>> {
  const units = cases.filter(({ place }) => place > 0).map(({ place }) => place);
  const rows = await queryRows(tx, PlaceRow)`
    select units.id as unit_id, building_id, units.name as unit, buildings.name as building
    from units join buildings on buildings.property_id = units.property_id and buildings.id = units.building_id
    where units.property_id = ${propertyId} and units.id = any(${units}::bigint[])
    union all
    select null, id, null, name from buildings where property_id = ${propertyId}`;
  const byUnit = new Map(rows.map((row) => [row.unit_id, row]));
  const byBuilding = new Map(
    rows.filter(({ unit_id }) => unit_id === null).map((row) => [row.building_id, row.building]),
  );
  return new Map(
    cases.map((one) => {
      const meter = byId.get(one.meterId);
      const unit = byUnit.get(one.place);
      const building = unit?.building ?? byBuilding.get(meter?.buildingId ?? 0) ?? "";
      return [one, { building, unit: unit?.unit ?? null, serial: meter?.serial ?? "" }];
    }),
  );
}
