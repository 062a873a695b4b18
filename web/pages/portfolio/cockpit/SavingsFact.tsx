import { IconTool } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReportView } from "../../../app/report/report-view.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { Fact } from "./Fact.tsx";
import fact from "./fact.module.css";
import { savingsQuery } from "./savings-queries.ts";
import { groupSummary, savingsText } from "./savings-text.ts";

/** What leaks that stopped in these days saved since, with the ways to their lists. */
export function SavingsFact({ view }: { view: ReportView }): ReactNode {
  const savings = useQuery(savingsQuery(view.search));
  const { data } = savings;
  if (savings.isError) {
    return (
      <Fact Icon={IconTool}>
        What repairs saved could not be loaded.
        <button type="button" className={fact.link} onClick={() => void savings.refetch()}>
          Retry
        </button>
      </Fact>
    );
  }
  if (data === undefined) {
    return (
      <Fact Icon={IconTool} coming>
        <Skeleton width={280} />
      </Fact>
    );
  }
  const { repaired, ended } = data;
  if (repaired.leaks + ended.leaks === 0) {
    return <Fact Icon={IconTool}>No leak was repaired or ended in these days.</Fact>;
  }
  const saved = savingsText(data);
  const hasBeds = (view.search.bedrooms_from ?? view.search.bedrooms_to) !== undefined;
  return (
    <Fact Icon={IconTool} tone={saved === null ? undefined : "better"}>
      <b>{saved ?? "Nothing saved yet."}</b>
      {repaired.leaks > 0 && (
        <button type="button" className={fact.link} onClick={() => view.setDialog("repaired-leaks")}>
          {groupSummary(repaired, "repaired")}
        </button>
      )}
      {ended.leaks > 0 && (
        <button type="button" className={fact.link} onClick={() => view.setDialog("ended-leaks")}>
          {groupSummary(ended, "ended by itself")}
        </button>
      )}
      {hasBeds && <span className={fact.hint}>Of all bed counts.</span>}
    </Fact>
  );
}
