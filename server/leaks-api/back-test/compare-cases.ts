import { type BackTest, type BackTestCase, MAX_BACK_TEST_CASES } from "../../../contract/leaks/rule-settings.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import { asGallons } from "../../query/volume.ts";
import type { PeriodCase, PlaceName } from "./period-cases.ts";

interface Comparison {
  /** The cases of the period as they are, and as they would be. */
  before: PeriodCase[];
  after: PeriodCase[];
  removed: PeriodCase[];
  added: PeriodCase[];
  /** How many would stay with another start, end or volume. */
  changed: number;
}

/**
 * Which cases are removed and added between two calculations of the same property.
 * @param ids of those after the ids that they keep @param since from when on a case is of the period
 */
export function compareCases(
  before: readonly PeriodCase[],
  after: readonly PeriodCase[],
  ids: ReadonlyMap<PeriodCase, number>,
  since: number,
): Comparison {
  const isIn = ({ endedAt }: PeriodCase) => endedAt === null || endedAt > since;
  const kept = new Set(ids.values());
  const was = new Map(before.map((one) => [one.id, one]));
  const changed = after.filter((one) => {
    const known = was.get(ids.get(one) ?? null);
    return known !== undefined && (isIn(known) || isIn(one)) && !isSame(known, one);
  });
  return {
    before: before.filter(isIn),
    after: after.filter(isIn),
    removed: before.filter((one) => isIn(one) && !kept.has(one.id ?? 0)),
    added: after.filter((one) => isIn(one) && !ids.has(one)),
    changed: changed.length,
  };
}

function isSame(one: PeriodCase, other: PeriodCase): boolean {
  return one.startedAt === other.startedAt && one.endedAt === other.endedAt && gallonsOf(one) === gallonsOf(other);
}

function gallonsOf({ days }: PeriodCase): number {
  return days.reduce((sum, { gallons }) => sum + gallons, 0);
}

/** @param costs in millionths of a dollar */
export function sumOf(cases: readonly PeriodCase[], costs: ReadonlyMap<PeriodCase, number>): BackTest["removed"] {
  return {
    count: cases.length,
    not_a_leak_count: cases.filter(({ isNotALeak }) => isNotALeak).length,
    gallons: asGallons(cases.reduce((sum, one) => sum + gallonsOf(one), 0)),
    cost: asDollars(cases.reduce((sum, one) => sum + (costs.get(one) ?? 0), 0)),
  };
}

/** The cases of a list, those with the most gallons first. @param costs in millionths of a dollar */
export function listCases(
  cases: readonly PeriodCase[],
  costs: ReadonlyMap<PeriodCase, number>,
  names: ReadonlyMap<PeriodCase, PlaceName>,
): BackTestCase[] {
  const sorted = cases.toSorted(
    (a, b) => gallonsOf(b) - gallonsOf(a) || a.startedAt - b.startedAt || a.place - b.place,
  );
  return sorted.slice(0, MAX_BACK_TEST_CASES).map((one) => {
    const { building = "", unit = null, serial = "" } = names.get(one) ?? {};
    const [kind, ...otherKinds] = one.kinds;
    return {
      case_id: one.id,
      building_name: building,
      unit_name: unit,
      meter_serial_number: serial,
      leak_type: otherKinds.length > 0 ? "hybrid leak" : (kind ?? one.cause),
      started_at: new Date(one.startedAt).toISOString(),
      ended_at: one.endedAt === null ? null : new Date(one.endedAt).toISOString(),
      is_not_a_leak: one.isNotALeak,
      gallons: asGallons(gallonsOf(one)),
      cost: asDollars(costs.get(one) ?? 0),
    };
  });
}
