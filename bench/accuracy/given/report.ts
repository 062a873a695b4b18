import { rate, share } from "../../../leak-benchmark/figures/intervals.ts";
import { type Measure, measure } from "../../../leak-benchmark/figures/measure.ts";
import { aligned, tableText } from "../../../leak-benchmark/figures/table.ts";
import { isFlatFlow } from "../../../leak-benchmark/scoring/flat-flow.ts";
import { type KindMeasures, kindMeasures, listed } from "../../../leak-benchmark/scoring/kind-measures.ts";
import { kindTable } from "../../../leak-benchmark/scoring/kind-table.ts";
import { homeYears } from "../../../leak-benchmark/scoring/untouched.ts";
import { localTime } from "../detection/local-time.ts";
import { givenGoals } from "./goals.ts";
import type { GivenResult, JudgedMeter } from "./run.ts";

/** The figures over all meters: recall by kind, precision, volume, false openings. */
export function givenMeasures(meters: readonly JudgedMeter[], withFloors: boolean): Measure[] {
  return [...figuresOf(kindsOf(meters, withFloors)), ...openings(meters)];
}

/** A floor counts where the truth has cases for it. */
function figuresOf(kinds: readonly KindMeasures[]): Measure[] {
  return kinds.flatMap(listed).map((one) => (one.estimate ? one : { ...one, goal: null }));
}

function kindsOf(meters: readonly JudgedMeter[], withFloors: boolean): KindMeasures[] {
  const judged = meters.flatMap((one) => one.judged);
  return Object.values(givenGoals)
    .filter(({ kind }) => judged.some((one) => one.kind === kind))
    .map((goal) => kindMeasures(withFloors ? goal : { ...goal, floors: {} }, judged));
}

function openings(meters: readonly JudgedMeter[]): Measure[] {
  const rows = meters.flatMap((one) => one.rows).filter(({ sureAt }) => sureAt !== null);
  const others = meters.flatMap((one) => one.others);
  const wrong = others.filter(({ sureAt }) => sureAt !== null).length;
  const notFlat = meters.flatMap((one) =>
    one.others.filter(({ sureAt, openedAt }) => sureAt !== null && !isFlatFlow(one.hours, openedAt)),
  );
  const years = meters.reduce((sum, { hours }) => sum + homeYears(hours), 0);
  const months = (years * 12) / 100;
  return [
    measure("precision: openings that are a leak of the truth", "%", share(rows.length - wrong, rows.length)),
    measure("openings that no leak of the truth explains", "per home-year", rate(wrong, years)),
    measure("openings that no leak explains, by units", "per 100 units and month", rate(wrong, months)),
    measure("of these, openings that are not flat flow", "per home-year", rate(notFlat.length, years)),
    measure("suspected bursts beside them", "per home-year", rate(others.length - wrong, years)),
  ];
}

/** A line per leak of the truth and per meter without one, then the tables, then what is counted apart. */
export function givenText({ file, meters, warnings }: GivenResult, withFloors: boolean): string {
  const head = [
    "meter",
    "kind",
    "onset",
    "L/h",
    "found",
    "opened",
    "hours (clock)",
    "rules",
    "said gal",
    "injected gal",
    "error",
    "other openings",
    "",
  ];
  const lines = meters.flatMap((meter) => linesOf(meter, file.timeZone));
  const judged = meters.flatMap((one) => one.judged);
  const silent = meters.filter(({ inTruth }) => !inTruth);
  const notes = [
    ...warnings,
    `${judged.length} leaks in ${meters.length} meters; of ${judged.filter(({ isRead }) => !isRead).length} less than three quarters of the hours to judge by are read; ${judged.filter(({ isOnLeak }) => isOnLeak).length} at meters on which a leak was already open at the onset are counted apart.`,
    ...(silent.length > 0
      ? [`Not in the truth file and taken to have no leak: ${silent.map(({ meter }) => meter).join(", ")}.`]
      : []),
    ...(file.rejected.length > 0
      ? [`${file.rejected.length} rows of the readings were rejected. The first: ${file.rejected[0]}`]
      : []),
  ];
  const kinds = kindsOf(meters, withFloors);
  const floors = [...figuresOf(kinds).filter(({ goal }) => goal !== null), ...openings(meters)];
  const table = tableText([{ title: "measured [95 %] cases", measures: floors, judged: true }]);
  return `${aligned([head, ...lines])}\n\n${kindTable(kinds)}\n\n${table}\n\n${notes.join("\n")}\n`;
}

function linesOf({ meter, judged, others }: JudgedMeter, timeZone: string): string[][] {
  const false_ = String(others.filter(({ sureAt }) => sureAt !== null).length);
  if (judged.length === 0) return [[meter, "none", "", "", "", "", "", "", "", "", "", false_, ""]];
  return judged.map((leak) => {
    const found = leak.sure ?? leak.any;
    return [
      meter,
      leak.truthKind,
      localTime(leak.onset, timeZone),
      leak.litresPerHour === null ? "" : String(Math.round(leak.litresPerHour * 1000) / 1000),
      found ? (leak.inTime ? "in time" : leak.suspected ? "suspected" : "late") : "no",
      leak.openedAt === null ? "" : localTime(leak.openedAt, timeZone),
      found ? `${found.measuredHours} (${found.clockHours})` : "",
      leak.rules.join("+") + (leak.suspected ? " (suspected)" : ""),
      leak.reportedGallons.toFixed(1),
      leak.injectedGallons?.toFixed(1) ?? "",
      leak.volumeError === null ? "" : `${(leak.volumeError * 100).toFixed(1)} %`,
      false_,
      [...(leak.isRead ? [] : ["hours not read"]), ...(leak.isOnLeak ? ["already leaking"] : [])].join(", "),
    ];
  });
}
