import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo } from "react";
import type { WholeCase } from "../../../../contract/leaks/cases.ts";
import { leakColour } from "../../../app/report/headline/leak-colour.ts";
import { fineGallonsAxis } from "../../../components/chart/axes.ts";
import { Chart } from "../../../components/chart/Chart.tsx";
import { dayPoints } from "../../../components/chart/points.ts";
import type { ChartBand, ChartSeries } from "../../../components/chart/series.ts";
import { Gallons } from "../../../language/measure.ts";
import { hourAtProperty } from "../../property/leak-detail/view/property-time.ts";

/** The days of a case over its whole life, with what was done about it. */
export function CaseChart({ whole }: { whole: WholeCase }): ReactNode {
  const drawn = useMemo(() => {
    const series: ChartSeries[] = [
      {
        id: "gallons",
        name: Gallons,
        color: "normal_consumption",
        kind: "bar",
        values: whole.days.map(({ gallons_consumed }) => gallons_consumed),
      },
      {
        id: "leak_gallons",
        name: t`Leak ${Gallons}`,
        color: leakColour(whole.leak_type),
        kind: whole.days.length > 60 ? "line" : "bar",
        values: whole.days.map(({ gallons_leaked }) => gallons_leaked),
      },
    ];
    return { points: dayPoints(whole.days.map(({ date }) => date)), series, bands: bandsOf(whole) };
  }, [whole]);
  return (
    <Chart
      title={t`${Gallons} of each day of the case`}
      pointHeader={t`Date`}
      points={drawn.points}
      series={drawn.series}
      axis={fineGallonsAxis}
      bands={drawn.bands}
      height={240}
      empty={{ sentence: t`The days of this case are no longer kept.` }}
      fileName={`leak case ${whole.id}`}
    />
  );
}

/** The days of visits and fixes, and of the proof. */
function bandsOf({ days, events, over_at, state, time_zone }: WholeCase): ChartBand[] {
  const place = (instant: string) => days.findIndex(({ date }) => date === hourAtProperty(instant, time_zone).date);
  const marks = events
    .filter(({ undone_at }) => undone_at === null)
    .flatMap(({ kind, at }) => {
      const label = kind === "fixed" ? t`Fix reported` : kind === "visited" ? t`Visited` : null;
      return label === null ? [] : [{ label, at }];
    });
  if (over_at !== null) marks.push({ label: state === "verified" ? t`Verified` : t`Over`, at: over_at });
  return marks.flatMap(({ label, at }) => {
    const day = place(at);
    return day < 0 ? [] : [{ first: day, last: day, label }];
  });
}
