import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { Tabs } from "../../../components/tabs/Tabs.tsx";

const tabs = [
  { tab: "day", label: t`Day` },
  { tab: "week", label: t`Week` },
  { tab: "month", label: t`Month` },
] as const;

/** What a point of the dialog's chart stands for. @param panel the id of what shows it */
export function ResolutionTabs({ view, panel }: { view: ReportView; panel: string }): ReactNode {
  return (
    <Tabs
      label={t`Points stand for a`}
      tabs={tabs}
      value={view.search.resolution ?? "day"}
      onChange={(tab) => view.setResolution(tab === "day" ? undefined : tab)}
      panel={panel}
    />
  );
}
