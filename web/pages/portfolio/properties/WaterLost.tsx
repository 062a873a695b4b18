import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { notLoaded } from "../../../app/api-error.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { HeadlineDays } from "../../../app/report/headline/HeadlineDays.tsx";
import { LostWater } from "../../../app/report/headline/LostWater.tsx";
import type { Filling } from "../../../app/report/headline/NothingRead.tsx";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { Panel, type PanelState } from "../../../components/panel/Panel.tsx";
import { hiddenMessage, propertiesTitle } from "./filter-text.ts";
import { propertiesOverviewQuery } from "./properties-query.ts";

/**
 * What the properties of the table lost, and how that is to be taken.
 * @param filling what would fill the report, where its days hold nothing; null: they hold something, or that is not known
 */
export function WaterLost({ view, filling }: { view: ReportView; filling: Filling | null }): ReactNode {
  const overview = useQuery(propertiesOverviewQuery(view.search));
  const { data } = overview;
  const { performance, state } = view.search;
  const days = data && <HeadlineDays overview={data} search={view.search} />;
  const nothing = data?.total_properties === 0 ? hiddenMessage(view.search, null) : null;
  const panel: PanelState = overview.isError
    ? { kind: "error", message: notLoaded("The figures", overview.error), onRetry: () => void overview.refetch() }
    : data === undefined
      ? { kind: "loading" }
      : filling
        ? { kind: "empty", ...filling }
        : nothing === null
          ? { kind: "ready" }
          : { kind: "empty", sentence: nothing };
  return (
    <Panel
      title="Water lost"
      subtitle={
        performance || state ? (
          <>
            {propertiesTitle(view.search)}
            {days && ", "}
            {days}
          </>
        ) : (
          days
        )
      }
      info="Leak gallons and their cost, at the price per gallon in force on each day."
      state={panel}
      refreshing={overview.isPlaceholderData}
      skeleton={<Bones widths={["45%", "70%", "100%", "80%", "30%"]} />}
    >
      {data && <LostWater overview={data} view={view} apart={null} />}
    </Panel>
  );
}
