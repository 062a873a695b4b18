import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ListedLeak } from "../../../../contract/leaks/leaks.ts";
import { exportOf } from "../../../app/export.ts";
import { read } from "../../../app/query.ts";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { formatDollars, formatGallons } from "../../../components/format.ts";
import { useZones } from "../../property/device-parts/use-zones.ts";
import classes from "./savings.module.css";
import { stoppedColumns } from "./savings-columns.tsx";
import { type SavingsList, savingsLists, savingsQuery, stoppedFields, stoppedLeaksParams } from "./savings-queries.ts";
import { doubleCountNote } from "./savings-text.ts";

interface Props {
  view: ReportView;
  list: SavingsList;
  opened: boolean;
  onClose: () => void;
}

/** The leaks behind the savings: those marked repaired, or those that ended without a repair. */
export default function SavingsDialog({ view, list, opened, onClose }: Props): ReactNode {
  const { title } = savingsLists[list];
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="large">
      <Stopped key={list} view={view} list={list} />
    </Dialog>
  );
}

function Stopped({ view, list }: Pick<Props, "view" | "list">): ReactNode {
  const navigate = useNavigate();
  const { title, ordering: first } = savingsLists[list];
  const [page, setPage] = useState(0);
  const [chosen, setOrdering] = useState<string>(first);
  const ordering = orderingOf(chosen, stoppedFields) ?? first;
  const params = stoppedLeaksParams(view.search, list, ordering);
  const leaks = useQuery(read("GET /v1/leaks", { query: { ...params, page: page + 1, page_size: 10 } }));
  const savings = useQuery(savingsQuery(view.search));
  const zone = useZones();
  const group = list === "repaired-leaks" ? savings.data?.repaired : savings.data?.ended;
  const totals = group && {
    gallons: formatGallons(group.gallons_saved),
    dollars: formatDollars(group.dollars_saved, 2),
  };
  const twice = group && doubleCountNote(group);
  const periodText = formatPeriod(view.period);
  const open = (leak: ListedLeak) => void navigate(leakTarget("property", leak, { period: "last-30-days" }));
  return (
    <>
      <ListTable
        caption={`${title}, ${periodText}`}
        columns={stoppedColumns(list, zone, totals)}
        rowKey={(leak) => `${leak.property_id} ${leak.meter_serial_number} ${leak.started_at}`}
        list={leaks}
        state={{
          page,
          pageSize: 10,
          setPage,
          setOrdering: (next) => {
            setOrdering(next);
            setPage(0);
          },
        }}
        ordering={ordering}
        what="The leaks"
        layoutName="stopped_leaks"
        empty={{ sentence: "No leak stopped in this way in this period." }}
        onOpenRow={open}
        onExport={exportOf("GET /v1/leaks/export", { query: params })}
      />
      {twice && <p className={classes.note}>{twice}</p>}
    </>
  );
}
