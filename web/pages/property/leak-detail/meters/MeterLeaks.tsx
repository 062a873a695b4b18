import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { ListedLeak } from "../../../../../contract/leaks/leaks.ts";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { type DetailView, pageInUrl } from "../view/detail-view.ts";
import { leaksOrdering, meterLeaksExport, meterLeaksQuery } from "../view/explanation-queries.ts";
import { meterLeakColumns } from "./meter-leak-columns.tsx";

interface Props {
  view: DetailView;
  /** The property's zone; undefined until it is known. */
  zone: string | undefined;
  /** When the leak began that is explained. */
  shown: string | undefined;
  onOpen(leak: ListedLeak): void;
}

/** All leaks of the meter, whenever they ran; opening one explains it. */
export function MeterLeaks({ view, zone, shown, onOpen }: Props): ReactNode {
  const leaks = useQuery(meterLeaksQuery(view));
  const columns = useMemo(() => meterLeakColumns(zone), [zone]);
  return (
    <TableFrame title="All leaks of this meter" subtitle="Whenever they ran">
      {(heading) => (
        <ListTable
          caption={`All leaks of meter ${view.meter}`}
          columns={columns}
          rowKey={(row) => row.started_at}
          list={leaks}
          state={{
            page: view.leaksPage,
            pageSize: 10,
            setOrdering: (leaks_ordering) => view.setLeak({ leaks_ordering, leaks_page: undefined }),
            setPage: (page, replace) => view.setLeak({ leaks_page: pageInUrl(page) }, replace),
          }}
          ordering={view.leaksOrdering ?? leaksOrdering}
          what="The leaks"
          layoutName="meter_leaks"
          empty={{ sentence: "No leak was ever found on this meter." }}
          onOpenRow={onOpen}
          highlight={(row) => (row.started_at === shown ? "Explained above" : undefined)}
          heading={heading}
          onExport={meterLeaksExport(view)}
        />
      )}
    </TableFrame>
  );
}
