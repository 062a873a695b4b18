import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Panel } from "../../../components/panel/Panel.tsx";
import type { LeakList } from "../leak-target.ts";
import { biggestLeaksQuery } from "../report-queries.ts";
import { comparesDays } from "../search/report-search.ts";
import type { ReportView } from "../search/report-view.ts";
import { outsideUnitsNote } from "../text.ts";
import classes from "./Answer.module.css";
import { BiggestLeaks } from "./BiggestLeaks.tsx";
import { Bones } from "./Bones.tsx";
import { HeadlineDays } from "./HeadlineDays.tsx";
import { LostWater } from "./LostWater.tsx";
import { useHeadline } from "./use-headline.ts";

/** Where water is being lost, what it costs and where to start: the first thing on every report. */
export function Answer({ view, from }: { view: ReportView; from: LeakList }): ReactNode {
  const { overview, filling, state } = useHeadline(view);
  const leaks = useQuery(biggestLeaksQuery(view.search));
  const { data } = overview;
  return (
    <div
      className={classes.answer}
      data-alone={filling !== null || undefined}
      data-compared={comparesDays(view.search) || undefined}
    >
      <Panel
        title="Water lost"
        subtitle={data && <HeadlineDays overview={data} search={view.search} leaks={leaks.data} />}
        info="Leak gallons and their cost, at the price per gallon in force on each day."
        state={state}
        refreshing={overview.isPlaceholderData}
        skeleton={<Bones widths={["45%", "70%", "100%", "80%", "30%"]} />}
      >
        {data && <LostWater overview={data} view={view} apart={outsideUnitsNote(leaks.data)} />}
      </Panel>
      {filling === null && <BiggestLeaks view={view} from={from} />}
    </div>
  );
}
