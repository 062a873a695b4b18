import { localTime } from "../detection/local-time.ts";
import { median, rate, share } from "../figures/intervals.ts";
import { atLeast, atMost, type Measure, measure } from "../figures/measure.ts";
import { aligned, tableText } from "../figures/table.ts";
import { isFlatFlow } from "../real/flat-flow.ts";
import { homeYears } from "../real/untouched.ts";
import { type JudgedLeak, judgedKinds, maxDetectionHours } from "./judge.ts";
import type { GivenResult, JudgedMeter } from "./run.ts";

/** Floors by kind: the share found within its hours, and the median error of the volume. */
const floors = {
  constant: [0.98, 0.08],
  "constant below 1 gal/h": [0.9, 0.08],
  growing: [0.98, 0.08],
  toilet: [0.95, 0.12],
  "rarer toilet": [0.8, 0.12],
  burst: [0.93, 0.08],
  "since installation": [0.95, 0.08],
} as const;

/** The figures over all meters: recall by kind, precision, volume, false openings. */
export function givenMeasures(meters: readonly JudgedMeter[]): Measure[] {
  const judged = meters.flatMap((one) => one.judged);
  const counted = judged.filter(({ leftOut }) => leftOut === null);
  const rows = meters.flatMap(({ leaks }) => leaks).filter(({ suspected }) => !suspected);
  const others = meters.flatMap((one) => one.others);
  const wrong = others.filter(({ suspected }) => !suspected).length;
  const notFlat = meters.flatMap((one) =>
    one.others.filter(({ suspected, openedAt }) => !suspected && !isFlatFlow(one.hours, openedAt)),
  );
  const years = meters.reduce((sum, { hours }) => sum + homeYears(hours), 0);
  return [
    ...judgedKinds.flatMap((kind) => ofKind(kind, counted)),
    measure("precision: openings that are a leak of the truth", "%", share(rows.length - wrong, rows.length)),
    measure("openings that no leak of the truth explains", "per home-year", rate(wrong, years)),
    measure("of these, openings that are not flat flow", "per home-year", rate(notFlat.length, years)),
    measure("suspected bursts beside them", "per home-year", rate(others.length - wrong, years)),
  ];
}

function ofKind(kind: (typeof judgedKinds)[number], counted: readonly JudgedLeak[]): Measure[] {
  const own = counted.filter(({ judgedAs }) => judgedAs === kind);
  if (own.length === 0) return [];
  const [recall, volume] = floors[kind];
  const hours = own.flatMap((one) => one.hours ?? []);
  const errors = own.flatMap((one) => one.volumeError ?? []);
  const maxHours = maxDetectionHours[kind];
  const limit = maxHours === null ? "while it runs" : kind === "burst" ? "by the third hour" : `within ${maxHours} h`;
  return [
    measure(
      `${kind}: found ${limit}`,
      "%",
      share(own.filter(({ inTime }) => inTime).length, own.length),
      atLeast(recall),
    ),
    measure(`${kind}: found at all`, "%", share(hours.length, own.length)),
    measure(`${kind}: median hours to opening`, "h", median(hours)),
    measure(`${kind}: median error of the volume`, "%", median(errors), atMost(volume)),
  ];
}

/** A line per leak of the truth and per meter without one, then the table, then what was left out. */
export function givenText({ file, meters, warnings }: GivenResult): string {
  const head = [
    "meter",
    "kind",
    "onset",
    "L/h",
    "found",
    "opened",
    "hours",
    "rules",
    "said gal",
    "injected gal",
    "error",
    "other openings",
    "",
  ];
  const lines = meters.flatMap((meter) => linesOf(meter, file.timeZone));
  const judged = meters.flatMap((one) => one.judged);
  const leftOut = (why: JudgedLeak["leftOut"]) => judged.filter((one) => one.leftOut === why).length;
  const silent = meters.filter(({ inTruth }) => !inTruth);
  const notes = [
    ...warnings,
    `${judged.length} leaks in ${meters.length} meters; in no share: ${leftOut("hours not read")} of which less than three quarters of the hours to judge by are read, ${leftOut("already leaking")} at meters on which a leak was already open at the onset.`,
    ...(silent.length > 0
      ? [`Not in the truth file and taken to have no leak: ${silent.map(({ meter }) => meter).join(", ")}.`]
      : []),
    ...(file.rejected.length > 0
      ? [`${file.rejected.length} rows of the readings were rejected. The first: ${file.rejected[0]}`]
      : []),
  ];
  const table = tableText([{ title: "measured [95 %] cases", measures: givenMeasures(meters), judged: true }]);
  return `${aligned([head, ...lines])}\n\n${table}\n\n${notes.join("\n")}\n`;
}

function linesOf({ meter, judged, others }: JudgedMeter, timeZone: string): string[][] {
  const false_ = String(others.filter(({ suspected }) => !suspected).length);
  if (judged.length === 0) return [[meter, "none", "", "", "", "", "", "", "", "", "", false_, ""]];
  return judged.map((leak) => [
    meter,
    leak.kind,
    localTime(leak.onset, timeZone),
    leak.litresPerHour === null ? "" : String(Math.round(leak.litresPerHour * 1000) / 1000),
    leak.found ? (leak.inTime ? "in time" : "late") : "no",
    leak.openedAt === null ? "" : localTime(leak.openedAt, timeZone),
    leak.hours === null ? "" : String(leak.hours),
    leak.rules.join("+") + (leak.suspected ? " (suspected)" : ""),
    leak.reportedGallons.toFixed(1),
    leak.injectedGallons?.toFixed(1) ?? "",
    leak.volumeError === null ? "" : `${(leak.volumeError * 100).toFixed(1)} %`,
    false_,
    leak.leftOut ?? "",
  ]);
}
