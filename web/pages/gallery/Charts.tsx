import type { ReactNode } from "react";
import { Chart } from "../../components/chart/Chart.tsx";
import { dayPoints, hourPoints } from "../../components/chart/points.ts";
import type { ChartAxis, ChartSeries } from "../../components/chart/series.ts";
import { formatGallons, formatPercent } from "../../components/format.ts";
import { Panel } from "../../components/panel/Panel.tsx";
import classes from "./Gallery.module.css";
import { sampleValues } from "./sample.ts";

const gallons: ChartAxis = { unit: "gal", format: (value) => formatGallons(value) };
const percent: ChartAxis = { unit: "%", format: (value) => formatPercent(value), formatAxis: (value) => `${value}%` };
const dates = Array.from({ length: 30 }, (_, day) => `2024-03-${String(day + 1).padStart(2, "0")}`);
const days = dayPoints(dates);
const gaps = [11, 12, 13];
const daySeries: readonly ChartSeries[] = [
  {
    id: "normal",
    name: "Normal consumption",
    color: "normal_consumption",
    kind: "bar",
    stack: "water",
    values: sampleValues(30, 900, gaps),
  },
  {
    id: "toilet",
    name: "Toilet leaks",
    color: "toilet_leak",
    kind: "bar",
    stack: "water",
    values: sampleValues(30, 160, gaps),
  },
  {
    id: "other",
    name: "Other leaks",
    color: "other_leak",
    kind: "bar",
    stack: "water",
    values: sampleValues(30, 110, gaps),
  },
  {
    id: "heater",
    name: "Water heater leaks",
    color: "water_heater_leak",
    kind: "bar",
    stack: "water",
    values: sampleValues(30, 90, gaps),
  },
  {
    id: "share",
    name: "% of leaks",
    color: "percent_of_leaks",
    kind: "line",
    axis: "second",
    values: sampleValues(30, 18, gaps),
  },
];
const hours = hourPoints(
  Array.from({ length: 72 }, (_, hour) => ({ date: `2024-03-0${1 + Math.floor(hour / 24)}`, hour: hour % 24 })),
);
const estimated = Array.from({ length: 72 }, (_, hour) => hour >= 30 && hour < 40);
const hourSeries: readonly ChartSeries[] = [
  {
    id: "gallons",
    name: "Gallons",
    color: "normal_consumption",
    kind: "bar",
    estimated,
    values: sampleValues(72, 12, [50, 51, 52, 54]),
  },
  {
    id: "before",
    name: "Previous period",
    color: "previous_period",
    kind: "line",
    values: sampleValues(72, 9, [20, 22]),
  },
];
const bands = [{ first: 6, last: 29, label: "24 hours looked at" }];
const goal = { value: 10, label: "Goal 10%", axis: "second" } as const;
const nothing = () => {};

/** The chart in all its states. */
export function Charts(): ReactNode {
  const common = {
    title: "Gallons",
    pointHeader: "Date",
    axis: gallons,
    series: daySeries,
    fileName: "gallons",
    height: 220,
  };
  return (
    <>
      <Panel title="Gallons & Leaks Dynamics" subtitle="Gallons per day, Mar 01 to Mar 30, 2024">
        <Chart
          title="Gallons & Leaks Dynamics"
          pointHeader="Date"
          points={days}
          series={daySeries}
          axis={gallons}
          secondAxis={percent}
          goal={goal}
          fileName="gallons-and-leaks"
        />
      </Panel>
      <Panel title="Leak Gallons vs Gallons (Per Hour)" subtitle="Gallons per hour, Mar 01 to Mar 03, 2024">
        <Chart
          title="Per Hour"
          pointHeader="Hour"
          points={hours}
          series={hourSeries}
          bands={bands}
          axis={gallons}
          fileName="hours"
        />
      </Panel>
      <div className={classes.halves}>
        <Panel title="Loading">
          <Chart {...common} points={undefined} />
        </Panel>
        <Panel title="Refreshing">
          <Chart {...common} points={days} refreshing />
        </Panel>
        <Panel title="Empty">
          <Chart {...common} points={[]} empty={{ sentence: "No readings in this period." }} />
        </Panel>
        <Panel title="Error">
          <Chart
            {...common}
            points={undefined}
            error={{ message: "The chart could not be loaded.", onRetry: nothing }}
          />
        </Panel>
      </div>
    </>
  );
}
