import { IconChartPieOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { Changes } from "../../../app/report/headline/Changes.tsx";
import { HeadlineDays } from "../../../app/report/headline/HeadlineDays.tsx";
import { useHeadline } from "../../../app/report/headline/use-headline.ts";
import { biggestLeaksQuery } from "../../../app/report/report-queries.ts";
import { today } from "../../../app/report/search/calendar.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { describeCoverage, leakHeadline, leakShareText, outsideUnitsNote } from "../../../app/report/text.ts";
import { WaterLossIndicator } from "../../../components/badges/WaterLossIndicator.tsx";
import { Panel } from "../../../components/panel/Panel.tsx";
import classes from "./home.module.css";

/** How much water was lost in the report's days, what it cost, what share that is and how it is to be taken. */
export function WaterLost({ view }: { view: ReportView }): ReactNode {
  const { overview, state } = useHeadline(view);
  const leaks = useQuery(biggestLeaksQuery(view.search));
  const { data } = overview;
  return (
    <Panel
      title="Water lost"
      subtitle={data && <HeadlineDays overview={data} search={view.search} leaks={leaks.data} />}
      info="Leak gallons and their cost, at the price per gallon in force on each day."
      state={state}
      refreshing={overview.isPlaceholderData}
      skeleton={<Bones widths={["55%", "80%", "100%", "90%"]} />}
    >
      {data && <Lost overview={data} view={view} apart={outsideUnitsNote(leaks.data)} />}
    </Panel>
  );
}

function Lost({ overview, view, apart }: { overview: Overview; view: ReportView; apart: string | null }): ReactNode {
  const { sentence, enough } = describeCoverage(overview, today());
  return (
    <div className={classes.lost}>
      <p className={classes.figure}>{leakHeadline(overview)}</p>
      <p className={classes.sentence}>{leakShareText(overview)}</p>
      <Changes overview={overview} view={view} />
      <WaterLossIndicator percentage={overview.leak_percentage} waterLoss={overview.water_loss} />
      {(apart || !enough) && (
        <p className={classes.note}>
          {!enough && (
            <span className={classes.low}>
              <IconChartPieOff size={14} aria-hidden="true" />
              {sentence}
            </span>
          )}{" "}
          {apart}
        </p>
      )}
    </div>
  );
}
