import { t } from "@lingui/core/macro";
import { lazy, type ReactNode, Suspense, useId } from "react";
import type { LeakList } from "../../../app/report/leak-target.ts";
import classes from "../../../app/report/report.module.css";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { TableComing } from "../../../app/report/table/TableComing.tsx";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import { LeakListTable } from "./LeakListTable.tsx";
import { leakTab, leakTabs } from "./leak-tabs.ts";
import { loadMeterConsumption } from "./meter-code.ts";

const MeterConsumption = lazy(async () => ({ default: await loadMeterConsumption() }));

/** The main tabs of a screen about leaks: what leaked, and what every meter measured. */
export function LeakTabs({ view, from }: { view: ReportView; from: LeakList }): ReactNode {
  const panel = useId();
  const chosen = leakTab(view.search);
  const Table = chosen === "meters" ? MeterConsumption : LeakListTable;
  return (
    <div className={classes.stack}>
      <Tabs
        label={t`Lists`}
        panel={panel}
        tabs={leakTabs}
        value={chosen}
        onChange={(tab) => view.setTab(tab === "meters" ? tab : undefined)}
        look="line"
      />
      <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, chosen)}>
        <Suspense fallback={<TableComing />}>
          <Table view={view} from={from} />
        </Suspense>
      </div>
    </div>
  );
}
