import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { LeakDetailOverview } from "../../../../contract/reporting/leak-details.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { holdsNothing, lastReading } from "../../../app/report/headline/NothingRead.tsx";
import { formatDate, formatDateRange, formatGallonsUnit } from "../../../components/format.ts";
import { Panel, type PanelState } from "../../../components/panel/Panel.tsx";
import type { Period } from "../../../components/period/period.ts";
import { confidenceLabels } from "./evidence/rule-text.ts";
import classes from "./leak-detail.module.css";
import { UnitMeters } from "./meters/UnitMeters.tsx";
import type { DetailView } from "./view/detail-view.ts";
import { timeAtProperty } from "./view/property-time.ts";

type Found = LeakDetailOverview["leaks"][number];

interface Props {
  view: DetailView;
  overview: LeakDetailOverview | undefined;
  failure: { message: string; onRetry: () => void } | undefined;
  refreshing: boolean;
}

/** How much is lost and since when. */
export function Findings({ view, overview, failure, refreshing }: Props): ReactNode {
  return (
    <Panel
      title={t`What was found`}
      subtitle={overview && formatDateRange(overview.start_date, overview.end_date)}
      state={failure ? { kind: "error", ...failure } : stateOf(overview, view.setPeriod)}
      refreshing={refreshing}
      skeleton={
        <div className={classes.findings}>
          <Bones widths={["40%", "60%", "55%"]} />
        </div>
      }
    >
      {overview && (
        <div className={classes.findings}>
          <div>
            <p className={classes.figure}>{headline(overview)}</p>
            {overview.leaks.length > 0 && (
              <ul className={classes.leaks}>
                {overview.leaks.map((leak) => (
                  <li key={leak.started_at}>
                    <Ran leak={leak} overview={overview} />
                  </li>
                ))}
              </ul>
            )}
          </div>
          <UnitMeters view={view} overview={overview} />
        </div>
      )}
    </Panel>
  );
}

function stateOf(overview: LeakDetailOverview | undefined, setPeriod: (period: Period) => void): PanelState {
  if (overview === undefined) return { kind: "loading" };
  const { last_reading_date: last, leaks } = overview;
  if (!holdsNothing(overview) || leaks.length > 0) return { kind: "ready" };
  if (last === null) return { kind: "empty", sentence: t`No reading of this meter has come in yet.` };
  return { kind: "empty", ...lastReading(overview, last, setPeriod) };
}

function headline({ gallons_leaked, gallons_consumed, total_gallons_leaked }: LeakDetailOverview): string {
  if (gallons_consumed === null && gallons_leaked === 0) return t`No water was measured in this period`;
  if (gallons_leaked === 0) return t`None of ${formatGallonsUnit(gallons_consumed)} used leaked`;
  const part = t`${formatGallonsUnit(gallons_leaked)} leaked of ${formatGallonsUnit(gallons_consumed)}`;
  return total_gallons_leaked > gallons_leaked
    ? t`${part}, ${formatGallonsUnit(total_gallons_leaked)} at this meter since it began`
    : part;
}

/** When a leak ran, how sure it is, and what it lost; why it is one stands beside its hours. */
function Ran({ leak, overview }: { leak: Found; overview: LeakDetailOverview }): ReactNode {
  const { time_zone: zone, last_reading_date: last, leaks } = overview;
  const since = timeAtProperty(leak.started_at, zone);
  const runs = leak.unconfirmed ? t`Since ${since}` : t`Since ${since} and still runs`;
  const span = leak.ended_at === null ? runs : t`From ${since} and ended ${timeAtProperty(leak.ended_at, zone)}`;
  const sure = leak.suspected ? "" : `, ${confidenceLabels[leak.confidence]}`;
  return (
    <>
      <strong>{`${span}${sure}.`}</strong>
      {leaks.length > 1 && t` It lost ${formatGallonsUnit(leak.total_gallons_leaked)}.`}
      {leak.ended_at === null &&
        !leak.unconfirmed &&
        last !== null &&
        last < overview.end_date &&
        t` No reading since ${formatDate(last)}.`}
      {leak.suspected && t` It is suspected so far.`}
      {leak.unconfirmed && t` It is ${unconfirmedText(leak.ended_at === null ? last : null)}.`}
    </>
  );
}

function unconfirmedText(last: string | null): string {
  return last === null
    ? t`unconfirmed, because readings are missing`
    : t`unconfirmed: no reading since ${formatDate(last)}`;
}
