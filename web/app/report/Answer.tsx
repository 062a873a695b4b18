import { IconChartPieOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Overview } from "../../../contract/reporting.ts";
import { LeakShareBar } from "../../components/badges/LeakShareBar.tsx";
import { formatDateRange, formatGallonsUnit, formatPercent } from "../../components/format.ts";
import { Panel, type PanelState } from "../../components/panel/Panel.tsx";
import { notLoaded } from "../api-error.ts";
import { useMe } from "../shell/use-me.ts";
import classes from "./Answer.module.css";
import { BiggestLeaks } from "./BiggestLeaks.tsx";
import { Bones } from "./Bones.tsx";
import type { LeakList } from "./leak-target.ts";
import { nothingRead } from "./NothingRead.tsx";
import { biggestLeaksQuery, overviewQuery } from "./report-queries.ts";
import type { ReportView } from "./report-view.ts";
import { apartWords, coverageWords, lostWords, shareWords } from "./words.ts";

/** Where water is being lost, what it costs and where to start: the first thing on every report. */
export function Answer({ view, from }: { view: ReportView; from: LeakList }): ReactNode {
  const overview = useQuery(overviewQuery(view.search));
  const leaks = useQuery(biggestLeaksQuery(view.search));
  const { is_staff } = useMe();
  const { data } = overview;
  const filling = nothingRead(data, is_staff, view.setPeriod);
  const state: PanelState = overview.isError
    ? { kind: "error", message: notLoaded("The figures", overview.error), onRetry: () => void overview.refetch() }
    : data === undefined
      ? { kind: "loading" }
      : filling
        ? { kind: "empty", ...filling }
        : { kind: "ready" };
  return (
    <div className={classes.answer} data-alone={filling !== null || undefined}>
      <Panel
        title="Water lost"
        subtitle={data && formatDateRange(data.start_date, data.end_date)}
        info="Leak gallons and their cost, at the price per gallon in force on each day."
        state={state}
        refreshing={overview.isPlaceholderData}
        skeleton={<Bones widths={["45%", "70%", "100%", "30%"]} />}
      >
        {data && <Lost overview={data} apart={apartWords(leaks.data?.results)} />}
      </Panel>
      {filling === null && <BiggestLeaks view={view} from={from} />}
    </div>
  );
}

function Lost({ overview, apart }: { overview: Overview; apart: string | null }): ReactNode {
  const { gallons_consumed, gallons_leaked } = overview;
  const rest = gallons_consumed === null ? null : Math.max(0, gallons_consumed - (gallons_leaked ?? 0));
  const { sentence: coverage, enough } = coverageWords(overview);
  return (
    <div>
      <p className={classes.figure}>{lostWords(overview)}</p>
      <p className={classes.sentence}>{shareWords(overview)}</p>
      <LeakShareBar
        label="Gallons used, by what became of them"
        parts={[
          {
            color: "hybrid_leak",
            name: "Leaked",
            value: gallons_leaked,
            text: `${formatGallonsUnit(gallons_leaked)} (${formatPercent(overview.leak_percentage)})`,
          },
          { color: "normal_consumption", name: "Normal use", value: rest, text: formatGallonsUnit(rest) },
        ]}
        legend
      />
      {/* All that qualifies the figures in one paragraph: it comes late, and must not push what is below. */}
      <p className={classes.note}>
        <span className={classes.coverage} data-low={!enough || undefined}>
          {!enough && <IconChartPieOff size={14} aria-hidden="true" />}
          {coverage}
        </span>
        {apart && ` ${apart}`}
      </p>
    </div>
  );
}
