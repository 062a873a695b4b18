import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { ApiError } from "../../../../app/api-error.ts";
import { failureOf, panelOf, type QueryResult } from "../../../../app/query-state.ts";
import { Bones } from "../../../../app/report/headline/Bones.tsx";
import { DefaultRate } from "../../../../app/report/headline/DefaultRate.tsx";
import { fineGallonsAxis } from "../../../../components/chart/axes.ts";
import { Chart } from "../../../../components/chart/Chart.tsx";
import type { ChartBand } from "../../../../components/chart/series.ts";
import { formatGallonsUnit, formatMonthDay } from "../../../../components/format.ts";
import { Panel, type PanelState } from "../../../../components/panel/Panel.tsx";
import { Gallons } from "../../../../language/measure.ts";
import classes from "../explanation.module.css";
import { outsideRateQuery, rateQuery } from "../view/detail-queries.ts";
import type { DetailView } from "../view/detail-view.ts";
import { hoursAroundQuery } from "../view/explanation-queries.ts";
import { hourAxis, leakSeries } from "../view/leak-chart.ts";
import type { Why } from "../view/use-why.ts";
import { daysOf, lookAround, lookBack, type Side, splitHours } from "./before-after.ts";

interface Props {
  view: DetailView;
  explanation: QueryResult<Why>;
}

/** The hours before a repair (or an end) and those after it, side by side; of a leak that goes on the last days. */
export function BeforeAfter({ view, explanation }: Props): ReactNode {
  const { data: why, isPlaceholderData } = explanation;
  return (
    <Panel
      title={why === undefined || turningPoint(why.leak) === null ? t`The last days` : t`Before and after`}
      subtitle={why && <LeakRate view={view} why={why} />}
      state={stateOf(explanation)}
      refreshing={isPlaceholderData}
      skeleton={<Bones height={330} widths={["50%", "60%"]} />}
    >
      {why && <Hours view={view} why={why} />}
    </Panel>
  );
}

/** The instant that splits a leak's hours into before and after; null: it is running and not repaired. */
function turningPoint({ repair, ended_at }: Why["leak"]): string | null {
  return repair?.repaired_at ?? ended_at;
}

/** Whether the leak's dollars are at the default rate. */
function LeakRate({ view: { period }, why }: { view: DetailView; why: Why }): ReactNode {
  const { leak } = why;
  const ofUnit = useQuery({ ...rateQuery(period, leak), enabled: leak.unit_id !== null });
  const outside = useQuery({ ...outsideRateQuery(why), enabled: leak.unit_id === null });
  return (
    <DefaultRate
      units={ofUnit.data?.units_without_price}
      leaksOutsideUnits={outside.data && Math.min(outside.data.outside_units_without_price, 1)}
      search={{ ...period, property_id: [leak.property_id] }}
    />
  );
}

function stateOf(explanation: QueryResult<Why>): PanelState {
  const { error } = explanation;
  if (error instanceof ApiError && error.status === 404)
    return { kind: "empty", sentence: t`This meter has had no leak.` };
  return panelOf(explanation, t`The hours before and after`);
}

function Hours({ view, why }: { view: DetailView; why: Why }): ReactNode {
  const { leak, time_zone: zone } = why;
  const pivot = turningPoint(leak);
  // Fixed while the page is mounted: a running clock would refetch the hours every minute.
  const [now] = useState(() => Date.now());
  const look = useMemo(
    () => (pivot === null ? lookBack(leak.started_at, now) : lookAround(pivot, now)),
    [pivot, leak.started_at, now],
  );
  const days = daysOf(look, zone);
  const hours = useQuery(hoursAroundQuery(view, days.start_date, days.end_date));
  const drawn = useMemo(() => {
    if (hours.data === undefined) return null;
    const sides = splitHours(hours.data, look);
    const points = [...sides.before.points, ...sides.after.points];
    return { sides, axis: hourAxis(points), series: leakSeries(points, leak.leak_type, "line") };
  }, [hours.data, look, leak.leak_type]);
  const after = pivot === null ? t`Since it began` : leak.repair === null ? t`After its end` : t`After the repair`;
  const bands = useMemo(() => bandAfter(drawn?.sides, after), [drawn, after]);
  return (
    <div>
      <dl className={classes.sides}>
        {pivot !== null && <SideFact name={t`Leaked before`} side={drawn?.sides.before} />}
        {/* Of a leak older than these days they hold nothing from before. */}
        {pivot === null && look.splitAt > look.from && (
          <SideFact name={t`Used before it began`} side={drawn?.sides.before} isUse />
        )}
        <SideFact name={nameAfter(drawn?.sides.after, pivot === null, now)} side={drawn?.sides.after} />
      </dl>
      <Chart
        title={
          pivot === null
            ? t`${Gallons} of the last ${plural(look.days, { one: "# day", other: "# days" })}`
            : t`${Gallons} of ${plural(look.days, { one: "# day", other: "# days" })} before and after`
        }
        pointHeader={t`Hour`}
        points={drawn?.axis}
        series={drawn?.series ?? []}
        axis={fineGallonsAxis}
        bands={bands}
        height={190}
        refreshing={hours.isPlaceholderData}
        error={failureOf(hours, t`The hours before and after`)}
        empty={{ sentence: t`The hours before and after are no longer kept.` }}
        fileName={`leak ${view.meter} before and after`}
      />
    </div>
  );
}

/** Readings of a day ago are not "now". */
const FRESH_MS = 24 * 3_600_000;

function nameAfter(side: Side | undefined, goesOn: boolean, now: number): string {
  if (!goesOn) return t`Leaks after`;
  const last = side?.lastMeasuredAt;
  const stale = last === null || (last !== undefined && now - Date.parse(last) > FRESH_MS);
  return stale ? t`Leaked when last read` : t`Leaks now`;
}

function bandAfter(sides: { before: Side; after: Side } | undefined, label: string): ChartBand[] {
  if (sides === undefined || sides.after.points.length === 0) return [];
  const first = sides.before.points.length;
  return [{ first, last: first + sides.after.points.length - 1, label }];
}

/** What leaked (or was used) in an hour on one side, and over which hours. */
function SideFact({ name, side, isUse = false }: { name: string; side: Side | undefined; isUse?: boolean }): ReactNode {
  const rate = side && (isUse ? side.gallonsPerHour : side.leakGallonsPerHour);
  return (
    <div>
      <dt>{name}</dt>
      <dd>{rate === undefined ? "\u00a0" : rateText(rate)}</dd>
      <dd className={classes.note}>{side === undefined ? "\u00a0" : hoursText(side, isUse)}</dd>
    </div>
  );
}

function rateText(rate: number | null): string {
  return rate === null ? t`Not measured` : `${formatGallonsUnit(rate, 1)}/h`;
}

function hoursText({ points, hoursMeasured, gallonsPerHour, lastMeasuredAt }: Side, isUse: boolean): string {
  if (points.length === 0) return isUse ? t`it began before these days` : t`no hour is over since`;
  if (gallonsPerHour === null || lastMeasuredAt === null)
    return t`no reading in ${plural(points.length, { one: "# hour", other: "# hours" })}`;
  const hours =
    hoursMeasured < 24
      ? plural(hoursMeasured, { one: "# measured hour", other: "# measured hours" })
      : t`last 24 measured hours`;
  const span = t`${hours}, up to ${formatMonthDay(lastMeasuredAt)}`;
  return isUse ? span : t`of ${formatGallonsUnit(gallonsPerHour, 1)}/h used, ${span}`;
}
