import type { BackTest, BackTestCase } from "../../../../../contract/leaks/rule-settings.ts";

type Sum = BackTest["removed"];

/** A case of a back-test with its property. */
export interface FoundCase extends BackTestCase {
  property_id: number;
  property_name: string;
  time_zone: string;
}

/** Several properties' back-tests as one. */
export interface BackTestSums {
  before: Sum;
  after: Sum;
  removed: Sum;
  added: Sum;
  changed: number;
  /** Those with the most gallons first; of each property at most those that its back-test lists. */
  removedCases: FoundCase[];
  addedCases: FoundCase[];
  /** Properties without readings. */
  withoutReadings: string[];
  /** Properties of which hours of the period were archived. */
  shortened: BackTest[];
}

/** Adds back-tests up. Money is added in whole cents. */
export function addUpBackTests(tests: readonly BackTest[]): BackTestSums {
  const sum = (of: (test: BackTest) => Sum): Sum => ({
    count: total(tests, (test) => of(test).count),
    not_a_leak_count: total(tests, (test) => of(test).not_a_leak_count),
    gallons: total(tests, (test) => of(test).gallons),
    cost: total(tests, (test) => Math.round(of(test).cost * 100)) / 100,
  });
  const list = (of: (test: BackTest) => readonly BackTestCase[]) =>
    tests
      .flatMap((test) => {
        const { property_id, property_name, time_zone } = test;
        return of(test).map((one): FoundCase => ({ ...one, property_id, property_name, time_zone }));
      })
      .toSorted((a, b) => b.gallons - a.gallons);
  return {
    before: sum(({ before }) => before),
    after: sum(({ after }) => after),
    removed: sum(({ removed }) => removed),
    added: sum(({ added }) => added),
    changed: total(tests, ({ changed }) => changed),
    removedCases: list(({ removed_cases }) => removed_cases),
    addedCases: list(({ added_cases }) => added_cases),
    withoutReadings: tests.filter(({ has_readings }) => !has_readings).map(({ property_name }) => property_name),
    shortened: tests.filter(({ hours_kept_from }) => hours_kept_from !== null),
  };
}

function total(tests: readonly BackTest[], of: (test: BackTest) => number): number {
  return tests.reduce((all, test) => all + of(test), 0);
}

/** Properties in an order that has nothing to do with them, but is the same each time: the first ones are a sample. */
export function inSampleOrder<T extends { id: number }>(properties: readonly T[]): T[] {
  const key = ({ id }: T) => Math.imul(id ^ (id >>> 7), 0x9e37_79b1) >>> 0;
  return properties.toSorted((a, b) => key(a) - key(b) || a.id - b.id);
}
