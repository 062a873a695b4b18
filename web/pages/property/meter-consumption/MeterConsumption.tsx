import { type ReactNode, useId } from "react";
import type { LeakList } from "../../../app/report/leak-target.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import { MeterDayTable } from "./MeterDayTable.tsx";
import { MeterHourTable } from "./MeterHourTable.tsx";
import classes from "./meter-consumption.module.css";

const granularities = [
  { tab: "day", label: "Day" },
  { tab: "hour", label: "Hour" },
] as const;

/** What every meter measured, by the day or by the hour. */
export function MeterConsumption({ view, from }: { view: ReportView; from: LeakList }): ReactNode {
  const panel = useId();
  const chosen = view.search.granularity ?? "day";
  const Table = chosen === "hour" ? MeterHourTable : MeterDayTable;
  return (
    <TableFrame title="Meter consumption" subtitle={formatPeriod(view.period)}>
      {(heading) => (
        <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, chosen)} className={classes.panel}>
          <Table
            view={view}
            from={from}
            heading={
              <>
                {heading}
                <Tabs
                  label="Granularity"
                  panel={panel}
                  tabs={granularities}
                  value={chosen}
                  onChange={(tab) => view.setGranularity(tab === "hour" ? tab : undefined)}
                />
              </>
            }
          />
        </div>
      )}
    </TableFrame>
  );
}
