import { IconTool } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { Fact } from "./Fact.tsx";
import fact from "./fact.module.css";
import { savingsQuery } from "./savings-queries.ts";
import { endedText, repairedText, savingsText } from "./savings-text.ts";

/** What repairs of these days saved since, and apart what ended on its own, with links to their lists. */
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
    return <Fact Icon={IconTool}>No leak was repaired or ended in this period.</Fact>;
  }
  const saved = savingsText(repaired);
  const hasBeds = (view.search.bedrooms_from ?? view.search.bedrooms_to) !== undefined;
  return (
    <Fact Icon={IconTool} tone={saved === null ? undefined : "better"}>
      <b>{repaired.leaks === 0 ? "No leak was repaired." : (saved ?? "Nothing saved yet.")}</b>
      {repaired.leaks > 0 && (
        <button type="button" className={fact.link} onClick={() => view.setDialog("repaired-leaks")}>
          {repairedText(repaired)}
        </button>
      )}
      {ended.leaks > 0 && (
        <button type="button" className={fact.link} onClick={() => view.setDialog("ended-leaks")}>
          {endedText(ended)}
        </button>
      )}
      {hasBeds && <span className={fact.hint}>Of all bed counts.</span>}
    </Fact>
  );
}
