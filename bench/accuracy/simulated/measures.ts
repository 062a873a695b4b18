import { median, rate, share } from "../../../leak-benchmark/figures/intervals.ts";
import { atLeast, atMost, type Measure, measure } from "../../../leak-benchmark/figures/measure.ts";
import { type KindMeasures, kindMeasures } from "../../../leak-benchmark/scoring/kind-measures.ts";
import {
  type Flow,
  type MeterSort,
  maxDetectionHours,
  requiredPrecision,
  requiredRecall,
  volumeFloors,
} from "./floors.ts";
import { groupOf, type Outcome, type SimulatedCase, type SimulatedOpening } from "./judge.ts";
import { simulatedKinds } from "./kinds.ts";

const CONSTANT_HOURS = 30;
const meters: readonly MeterSort[] = ["unit meter", "toilet meter", "heater meter"];

/** The figures of the simulated units, kind by kind and all together. */
export function simulatedMeasures(
  { cases, openings }: Outcome,
  unitYears: number,
  flow: Flow,
): { kinds: KindMeasures[]; others: Measure[] } {
  const goals = simulatedKinds
    .flatMap((kind) => meters.map((meter) => ({ kind, meter })))
    .filter((group) => cases.some(({ leak, meter }) => leak === group.kind && meter === group.meter));
  const shadowed = cases.filter(({ isShadowed }) => isShadowed).length;
  const others = [
    ...precision(openings, unitYears, flow),
    ...[false, true].map((isRead) => fixtures(cases, isRead)),
    measure("all kinds: missed because an older row was still open", "%", share(shadowed, cases.length)),
    ...volumeFloors.map(({ name, kinds, meter, most }) => {
      const own = cases.filter((one) => kinds.includes(one.leak) && (meter === null || one.meter === meter));
      return measure(`${name}: median error of the volume`, "%", errors(own), atMost(most));
    }),
    ...goals.flatMap(({ kind, meter }) => byRule(groupOf(kind, meter), cases)),
  ];
  const kinds = goals.map(({ kind, meter }) => {
    const inTime = requiredRecall(kind, meter, flow);
    return kindMeasures(
      {
        kind: groupOf(kind, meter),
        within: maxDetectionHours[kind],
        suspicionCounts: kind === "burst",
        floors: inTime === null ? {} : { inTime },
      },
      cases,
    );
  });
  return { kinds, others };
}

function precision(all: readonly SimulatedOpening[], unitYears: number, flow: Flow): Measure[] {
  const openings = all.filter(({ suspected }) => !suspected);
  const right = (own: readonly SimulatedOpening[]) => own.filter((opening) => opening.right).length;
  const suspected = all.filter((opening) => opening.suspected && !opening.right).length;
  const rules = [...new Set(openings.flatMap((opening) => opening.rules))].sort();
  const each = "per unit-year";
  return [
    measure("precision", "%", share(right(openings), openings.length), atLeast(requiredPrecision[flow])),
    ...rules.map((rule) => {
      const own = openings.filter((opening) => opening.rules.includes(rule));
      return measure(`precision of openings by ${rule}`, "%", share(right(own), own.length));
    }),
    measure("false openings", each, rate(openings.length - right(openings), unitYears)),
    measure("false suspected bursts", each, rate(suspected, unitYears)),
  ];
}

/** Constant leaks on toilet and heater meters together, from 0.2 gal/h on. */
function fixtures(cases: readonly SimulatedCase[], onlyRead: boolean): Measure {
  const own = cases.filter(
    ({ leak, meter, isRead }) => leak.startsWith("constant") && meter !== "unit meter" && (isRead || !onlyRead),
  );
  const inTime = own.filter(({ sure }) => sure !== null && sure.measuredHours <= CONSTANT_HOURS).length;
  const name = `constant from 0.2 gal/h on toilet and heater meters: found within ${CONSTANT_HOURS} h`;
  return measure(name + (onlyRead ? ", where the window was read" : ""), "%", share(inTime, own.length), atLeast(0.95));
}

function errors(own: readonly SimulatedCase[]) {
  return median(own.flatMap((one) => one.volumeError ?? []));
}

function byRule(group: string, cases: readonly SimulatedCase[]): Measure[] {
  const own = cases.filter(({ kind }) => kind === group);
  const rules = [...new Set(own.flatMap((one) => one.rules))].sort();
  return rules.map((rule) => {
    const hits = own.filter((one) => one.rules.includes(rule)).length;
    return measure(`${group}: opened by ${rule}`, "%", share(hits, own.length));
  });
}
