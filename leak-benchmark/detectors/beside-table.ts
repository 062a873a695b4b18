import { type Measure, short } from "../figures/measure.ts";
import { aligned } from "../figures/table.ts";
import type { KindMeasures } from "../scoring/kind-measures.ts";

/** A detector's figures, for a line beside those of others. */
export interface DetectorFigures {
  name: string;
  source: string;
  kinds: readonly KindMeasures[];
  untouched: readonly Measure[];
}

/** Detectors below one another: openings in untouched homes, then the share of each kind of leak that was found. */
export function besideTable(detectors: readonly DetectorFigures[]): string {
  const kinds = detectors[0]?.kinds ?? [];
  const letters = kinds.map((_, i) => String.fromCharCode("A".charCodeAt(0) + i));
  const legend = kinds.map(({ inTime }, i) => `${letters[i]}: ${inTime.name} (${inTime.estimate?.cases ?? 0})`);
  const table = (title: string, figure: (kind: KindMeasures) => Measure) =>
    aligned([
      [title, "openings a year", "not flat", "suspected", ...letters],
      ...detectors.map(({ name, kinds: own, untouched }) => [
        name,
        ...["openings", "openings that are not flat flow", "suspected only"].map((what) =>
          number(untouched.find((one) => one.name === `untouched: ${what}`)),
        ),
        ...own.map((kind) => number(figure(kind))),
      ]),
    ]);
  return [
    table("in time, %", ({ inTime }) => inTime),
    table("ever, %", ({ ever }) => ever),
    table("lost water found within 72 h, %", ({ lost, inTime }) => lost.at(-1) ?? inTime),
    legend.join("\n"),
    detectors.map(({ name, source }) => `${name}: ${source}`).join("\n"),
  ].join("\n\n");
}

function number(measure: Measure | undefined): string {
  if (!measure?.estimate) return "-";
  return measure.unit === "%" ? (measure.estimate.value * 100).toFixed(0) : short(measure.estimate.value);
}
