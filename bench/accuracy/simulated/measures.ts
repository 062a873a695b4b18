import { median, rate, share } from "../intervals.ts";
import { atLeast, atMost, type Measure, measure } from "../measure.ts";
import { floorOf, type MeterSort } from "./floors.ts";
import type { Outcome, SimulatedCase, SimulatedOpening } from "./judge.ts";
import { type SimulatedKind, simulatedKinds } from "./kinds.ts";

/** Precision that is asked, with flow time and without. */
const LEAST_PRECISION = { withFlow: 0.95, withoutFlow: 0.85 };
const meters: readonly MeterSort[] = ["unit meter", "toilet meter", "heater meter"];

/** The figures of the simulated units, in the order in which they are shown. */
export function simulatedMeasures(outcome: Outcome, unitYears: number, flow: "withFlow" | "withoutFlow"): Measure[] {
  const cases = outcome.cases.filter(({ isRead }) => isRead);
  const groups = simulatedKinds.flatMap((kind) => meters.map((meter) => ({ kind, meter })));
  const present = groups.flatMap(({ kind, meter }) => {
    const own = cases.filter((one) => one.kind === kind && one.meter === meter);
    return own.length === 0 ? [] : [{ kind, meter, own }];
  });
  return [
    ...precision(outcome.openings, unitYears, flow),
    ...fixtures(cases),
    ...present.flatMap(({ kind, meter, own }) => recall(kind, meter, own, flow)),
    ...present.flatMap(({ kind, meter, own }) => byRule(kind, meter, own)),
  ];
}

function precision(all: readonly SimulatedOpening[], unitYears: number, flow: "withFlow" | "withoutFlow"): Measure[] {
  const openings = all.filter(({ suspected }) => !suspected);
  const right = (own: readonly SimulatedOpening[]) => own.filter((opening) => opening.right).length;
  const suspected = all.filter((opening) => opening.suspected && !opening.right).length;
  const rules = [...new Set(openings.flatMap((opening) => opening.rules))].sort();
  const each = "per unit-year";
  return [
    measure("precision", "%", share(right(openings), openings.length), atLeast(LEAST_PRECISION[flow])),
    ...rules.map((rule) => {
      const own = openings.filter((opening) => opening.rules.includes(rule));
      return measure(`precision of openings by ${rule}`, "%", share(right(own), own.length));
    }),
    measure("false openings", each, rate(openings.length - right(openings), unitYears)),
    measure("false suspected bursts", each, rate(suspected, unitYears)),
  ];
}

/** Constant leaks on toilet and heater meters together, from 0.2 gal/h on. */
function fixtures(cases: readonly SimulatedCase[]): Measure[] {
  const own = cases.filter(({ kind, meter }) => kind.startsWith("constant") && meter !== "unit meter");
  const inTime = own.filter((one) => one.inTime).length;
  return [
    measure("constant from 0.2 gal/h on fixtures: found within 30 h", "%", share(inTime, own.length), atLeast(0.95)),
  ];
}

function recall(
  kind: SimulatedKind,
  meter: MeterSort,
  own: readonly SimulatedCase[],
  flow: "withFlow" | "withoutFlow",
): Measure[] {
  const floor = floorOf(kind, meter);
  const asked = floor.share[flow];
  const name = `${kind}, ${meter}`;
  const limit = floor.hours === 3 ? "by the third hour" : `within ${floor.hours} h`;
  const hours = own.flatMap((one) => one.hours ?? []);
  const errors = own.flatMap((one) => one.volumeError ?? []);
  const inTime = own.filter((one) => one.inTime).length;
  return [
    measure(`${name}: found ${limit}`, "%", share(inTime, own.length), asked === null ? undefined : atLeast(asked)),
    measure(`${name}: found at all`, "%", share(hours.length, own.length)),
    measure(`${name}: median hours to opening`, "h", median(hours)),
    measure(
      `${name}: median error of the volume`,
      "%",
      median(errors),
      floor.volume === null ? undefined : atMost(floor.volume),
    ),
  ];
}

function byRule(kind: SimulatedKind, meter: MeterSort, own: readonly SimulatedCase[]): Measure[] {
  const rules = [...new Set(own.flatMap((one) => one.rules))].sort();
  return rules.map((rule) => {
    const hits = own.filter((one) => one.rules.includes(rule)).length;
    return measure(`${kind}, ${meter}: opened by ${rule}`, "%", share(hits, own.length));
  });
}
