import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { LeakState, ListedLeak } from "../../../../../contract/leaks/leaks.ts";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { cost } from "../../../../app/report/text.ts";
import { money, NOT_MEASURED } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { gallonsColumn } from "../../../../components/table/columns.tsx";
import { Gallons } from "../../../../language/measure.ts";
import { ruleName } from "../evidence/rule-text.ts";
import { detailQueries } from "../view/detail-queries.ts";
import { type DetailView, pageInUrl } from "../view/detail-view.ts";
import { leaksOrdering, meterLeaksExport } from "../view/explanation-queries.ts";
import { timeAtProperty } from "../view/property-time.ts";

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
  const leaks = useQuery(detailQueries(view).meterLeaks);
  const columns = useMemo(() => meterLeakColumns(zone), [zone]);
  return (
    <TableFrame title={t`All leaks of this meter`} subtitle={t`Whenever they ran`}>
      {(heading) => (
        <ListTable
          caption={t`All leaks of meter ${view.meter}`}
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
          what={t`The leaks`}
          layoutName="meter_leaks"
          empty={{ sentence: t`No leak was ever found on this meter.` }}
          onOpenRow={onOpen}
          highlight={(row) => (row.started_at === shown ? t`Explained above` : undefined)}
          heading={heading}
          onExport={meterLeaksExport(view)}
        />
      )}
    </TableFrame>
  );
}

const states: Readonly<Record<LeakState, string>> = {
  open: t`Runs`,
  unconfirmed: t`Unconfirmed`,
  suspected: t`Suspected`,
  repaired: t`Repaired`,
  ended: t`Ended`,
};

function stateLabel({ state, repair }: ListedLeak): string {
  return repair?.still_running ? t`Still runs despite a repair` : states[state];
}

/** How long a leak has run, or ran, as far as it was seen: hours under two days, else days. */
function lasted({ started_at, ended_at, last_confirmed_at }: ListedLeak): string {
  const hours = Math.round((Date.parse(ended_at ?? last_confirmed_at) - Date.parse(started_at)) / 3_600_000);
  return hours < 48
    ? plural(hours, { one: "# hour", other: "# hours" })
    : plural(Math.round(hours / 24), { one: "# day", other: "# days" });
}

/** One rule can match on several measures: its name is listed once. */
function signs({ rules }: ListedLeak): string {
  return [...new Set(rules.map(ruleName))].join(", ");
}

/** The columns of the list of a meter's leaks, with times on the property's clock once its zone is known. */
function meterLeakColumns(zone: string | undefined): readonly TableColumn<ListedLeak>[] {
  const at = (instant: string) => (zone === undefined ? NOT_MEASURED : timeAtProperty(instant, zone));
  return [
    {
      id: "started_at",
      header: t`Began`,
      sortable: "started_at",
      card: "title",
      pinned: true,
      width: 200,
      cell: (row) => at(row.started_at),
      text: (row) => row.started_at,
    },
    { id: "state", header: t`State`, card: "main", width: 190, cell: stateLabel, text: stateLabel },
    { id: "lasted", header: t`Lasted`, width: 110, align: "right", cell: lasted, text: lasted, fields: [] },
    {
      id: "ended_at",
      header: t`Ended`,
      sortable: "ended_at",
      width: 200,
      cell: (row) => (row.ended_at === null ? t`No end is known` : at(row.ended_at)),
      text: (row) => row.ended_at ?? "",
    },
    gallonsColumn("total_gallons_leaked", t`Leak ${Gallons}`, {
      sortable: "total_gallons_leaked",
      card: "main",
      width: 140,
      decimals: 1,
    }),
    {
      id: "leak_cost",
      header: t`Cost`,
      align: "right",
      width: 100,
      cell: (row) => cost(row.leak_cost),
      text: (row) => String(row.leak_cost),
      textUnit: money,
    },
    {
      id: "rules",
      header: t`Signs`,
      cell: signs,
      text: signs,
    },
  ];
}
