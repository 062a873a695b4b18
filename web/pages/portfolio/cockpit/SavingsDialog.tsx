import { t } from "@lingui/core/macro";
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconHelpCircleFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { LeakOutcome, ListedLeak } from "../../../../contract/leaks/leaks.ts";
import { exportOf } from "../../../app/export.ts";
import { read } from "../../../app/query.ts";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { formatPlace } from "../../../app/report/text.ts";
import badge from "../../../components/badges/Badge.module.css";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { formatDollars, formatGallons, money, NOT_MEASURED, plain, plainGallons } from "../../../components/format.ts";
import { outcomeNames } from "../../../components/labels.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { leakTypeColumn } from "../../../components/table/columns.tsx";
import { Gallons, gal } from "../../../language/measure.ts";
import { useZones } from "../../property/device-parts/use-zones.ts";
import { dayAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { cockpitQueries } from "./cockpit-queries.ts";
import classes from "./savings.module.css";
import { type SavingsList, savingsLists, stoppedFields, stoppedLeaksParams } from "./savings-queries.ts";
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
  const savings = useQuery(cockpitQueries(view.search).savings);
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
        what={t`The leaks`}
        layoutName="stopped_leaks"
        empty={{ sentence: t`No leak stopped in this way in this period.` }}
        onOpenRow={open}
        onExport={exportOf("GET /v1/leaks/export", { query: params })}
      />
      {twice && <p className={classes.note}>{twice}</p>}
    </>
  );
}

type Column = TableColumn<ListedLeak>;

function dayColumn(id: string, header: string, of: (leak: ListedLeak) => string | null, zone: ZoneOf): Column {
  const text = (leak: ListedLeak) => {
    const [instant, there] = [of(leak), zone(leak.property_id)];
    return instant === null || there === undefined ? "" : dayAtProperty(instant, there);
  };
  return { id, header, sortable: id, cell: (leak) => text(leak) || NOT_MEASURED, text };
}

type ZoneOf = (property: number) => string | undefined;

/**
 * The columns of leaks that stopped.
 * @param zone the time zone of a property; undefined: not known yet, so that no day can be shown
 * @param totals what all of them saved, already formatted
 */
function stoppedColumns(
  list: SavingsList,
  zone: ZoneOf,
  totals: { gallons: string; dollars: string } | undefined,
): Column[] {
  const stopped =
    list === "repaired-leaks"
      ? dayColumn("repaired_at", t`Repaired`, ({ repair }) => repair?.repaired_at ?? null, zone)
      : dayColumn("ended_at", t`Ended`, ({ ended_at }) => ended_at, zone);
  return [
    {
      id: "property_name",
      header: t`Property | Building | Unit`,
      sortable: "property_name",
      fields: ["property_name", "building_name", "unit_name"],
      card: "title",
      pinned: true,
      cell: (leak) => <strong>{formatPlace(leak)}</strong>,
      text: formatPlace,
    },
    leakTypeColumn({ card: "under" }),
    { ...stopped, fields: list === "repaired-leaks" ? ["repair.repaired_at"] : ["ended_at"] },
    {
      id: "outcome",
      header: t`Since Then`,
      card: "under",
      cell: (leak) => <Outcome outcome={leak.outcome} />,
      text: (leak) => outcomeText(leak.outcome),
    },
    {
      id: "saved_gallons",
      header: t`${Gallons} Saved`,
      unit: gal,
      align: "right",
      fields: ["saved.gallons"],
      card: "main",
      total: totals?.gallons,
      cell: ({ saved }) => formatGallons(saved?.gallons ?? null),
      text: ({ saved }) => plainGallons(saved?.gallons ?? null),
    },
    {
      id: "saved_dollars",
      header: t`Dollars Saved`,
      textUnit: money,
      align: "right",
      fields: ["saved.dollars"],
      card: "main",
      total: totals?.dollars,
      cell: ({ saved }) => <strong>{formatDollars(saved?.dollars ?? null, 2)}</strong>,
      text: ({ saved }) => plain(saved?.dollars ?? null),
    },
  ];
}

const looks = {
  held: { Icon: IconCircleCheckFilled, color: "online" },
  came_back: { Icon: IconAlertTriangleFilled, color: "critical" },
  too_early: { Icon: IconHelpCircleFilled, color: "unknown" },
} as const;

/** The label of a leak's outcome; null, it is still running, is an empty text. */
function outcomeText(outcome: LeakOutcome | null): string {
  return outcome === null ? "" : outcomeNames[outcome];
}

/** The outcome of a leak that stopped, as icon and label. Null, it is still running, is a dash. */
function Outcome({ outcome }: { outcome: LeakOutcome | null }): ReactNode {
  if (outcome === null) return NOT_MEASURED;
  const { Icon, color } = looks[outcome];
  return (
    <span className={badge.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {outcomeNames[outcome]}
    </span>
  );
}
