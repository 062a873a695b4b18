import { median, rate, share } from "../figures/intervals.ts";
import { atLeast, atMost, type Measure, measure } from "../figures/measure.ts";
import {
  type Flow,
  type MeterSort,
  maxDetectionHours,
  requiredPrecision,
  requiredRecall,
  volumeFloors,
} from "./floors.ts";
import type { Outcome, SimulatedCase, SimulatedOpening } from "./judge.ts";
import { type SimulatedKind, simulatedKinds } from "./kinds.ts";

const meters: readonly MeterSort[] = ["unit meter", "toilet meter", "heater meter"];

/** Leaks of one kind that were judged on one sort of meter. */
interface Group {
  kind: SimulatedKind;
  meter: MeterSort;
  own: readonly SimulatedCase[];
}

/** The figures of the simulated units, in the order in which they are shown. */
export function simulatedMeasures(outcome: Outcome, unitYears: number, flow: Flow): Measure[] {
  const cases = outcome.cases.filter(({ isRead }) => isRead);
  const groups = simulatedKinds
    .flatMap((kind) => meters.map((meter) => ({ kind, meter })))
    .map((group) => ({
      ...group,
      own: cases.filter(({ kind, meter }) => kind === group.kind && meter === group.meter),
    }))
    .filter(({ own }) => own.length > 0);
  const shadowed = cases.filter(({ isShadowed }) => isShadowed).length;
  return [
    ...precision(outcome.openings, unitYears, flow),
    fixtures(cases),
    ...groups.flatMap((group) => recall(group, flow)),
    measure("all kinds: missed because an older row was still open", "%", share(shadowed, cases.length)),
    ...volumeFloors.map(({ name, kinds, meter, most }) => {
      const own = cases.filter((one) => kinds.includes(one.kind) && (meter === null || one.meter === meter));
      return measure(`${name}: median error of the volume`, "%", errors(own), atMost(most));
    }),
    ...groups.map(({ kind, meter, own }) => measure(`${kind}, ${meter}: median error of the volume`, "%", errors(own))),
    ...groups.flatMap(byRule),
  ];
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
function fixtures(cases: readonly SimulatedCase[]): Measure {
  const own = cases.filter(({ kind, meter }) => kind.startsWith("constant") && meter !== "unit meter");
  const inTime = own.filter((one) => one.inTime).length;
  const name = "constant from 0.2 gal/h on toilet and heater meters: found within 30 h";
  return measure(name, "%", share(inTime, own.length), atLeast(0.95));
}

function recall({ kind, meter, own }: Group, flow: Flow): Measure[] {
  const minRecall = requiredRecall(kind, meter, flow);
  const name = `${kind}, ${meter}`;
  const limit = maxDetectionHours[kind] === 3 ? "by the third hour" : `within ${maxDetectionHours[kind]} h`;
  const hours = own.flatMap((one) => one.hours ?? []);
  const inTime = own.filter((one) => one.inTime).length;
  return [
    measure(
      `${name}: found ${limit}`,
      "%",
      share(inTime, own.length),
      minRecall === null ? undefined : atLeast(minRecall),
    ),
    measure(`${name}: found at all`, "%", share(hours.length, own.length)),
    measure(`${name}: median hours to opening`, "h", median(hours)),
  ];
}

function errors(own: readonly SimulatedCase[]) {
  return median(own.flatMap((one) => one.volumeError ?? []));
}

function byRule({ kind, meter, own }: Group): Measure[] {
  const rules = [...new Set(own.flatMap((one) => one.rules))].sort();
  return rules.map((rule) => {
    const hits = own.filter((one) => one.rules.includes(rule)).length;
    return measure(`${kind}, ${meter}: opened by ${rule}`, "%", share(hits, own.length));
  });
}
