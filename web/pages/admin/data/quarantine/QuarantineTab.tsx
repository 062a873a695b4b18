import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Quarantined } from "../../../../../contract/readings/repairs.ts";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { ListSearch } from "../../ListSearch.tsx";
import classes from "../data.module.css";
import { dataQueries } from "../view/data-queries.ts";
import { StateChoice } from "../view/StateChoice.tsx";
import type { PropertyDataView } from "../view/use-data.ts";
import { HeldChart } from "./HeldChart.tsx";
import { measuredTimeText, meterLocationLabel, readingSummary } from "./quarantined-text.ts";

/** Readings that are kept but not counted until a person decides, each with the hours around it. */
export default function QuarantineTab({ view }: { view: PropertyDataView }): ReactNode {
  const { search } = view;
  const held = useQuery(dataQueries(view.propertyId, search).quarantine);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // Where nobody folded anything yet, the first one is unfolded: it shows what this is about.
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>();
  const rows = held.data?.results ?? [];
  const shown = unfolded ?? new Set(rows.slice(0, 1).map(({ id }) => id));
  const open = rows.filter(({ decision }) => decision === null);
  const chosen = open.filter(({ id }) => ticked.has(id));
  const hasAll = open.length > 0 && chosen.length === open.length;
  const isOpenList = search.state === undefined;
  const ids = chosen.map(({ id }) => id).join(",");
  const sorts = new Set(chosen.map(({ sort }) => sort === "registers"));
  const isMixed = sorts.size > 1;
  return (
    <TableFrame title={t`Quarantine`} subtitle={t`Kept, and in no figure until somebody decides`}>
      {(heading) => (
        <ListTable
          caption={t`Readings in quarantine`}
          fileName="Quarantine"
          columns={quarantineColumns(view, {
            chosen: new Set(chosen.map(({ id }) => id)),
            onChoose: (id) => setTicked(ticked.symmetricDifference(new Set([id]))),
          })}
          rowKey={(row) => row.id}
          list={held}
          state={view.list}
          ordering={search.ordering ?? "-measured_at"}
          what={t`The quarantine`}
          layoutName="data_quarantine"
          expansion={{
            isExpanded: ({ id }) => shown.has(id),
            onToggle: ({ id }) => setUnfolded(shown.symmetricDifference(new Set([id]))),
            render: (row) => <HeldChart held={row} view={view} />,
            label: (row, isShown) => t`${isShown ? t`Hide` : t`Show`} hours of ${row.meter_serial_number.slice(0, 20)}`,
          }}
          empty={{
            sentence:
              search.search !== undefined
                ? t`Nothing of this meter. Take the serial number off to see more.`
                : isOpenList
                  ? t`Nothing is waiting. Readings above what a point can pass, and registers that fall, are held here until somebody decides.`
                  : t`Nothing was decided like that.`,
          }}
          heading={
            <>
              {heading}
              <span className={classes.tools}>
                <StateChoice
                  label={t`Which readings`}
                  value={search.state}
                  states={{ accepted: t`Accepted`, rejected: t`Rejected`, all: t`All` }}
                  onChange={(state) => view.setFilters({ state })}
                />
                <ListSearch
                  label={t`Meter's serial number`}
                  placeholder={t`Serial number`}
                  maxLength={100}
                  found={search.search}
                  onFind={(text) => view.setFilters({ search: text })}
                />
              </span>
              {isOpenList && open.length > 0 && (
                <span className={classes.tools}>
                  <label className={classes.choose}>
                    <Trans>
                      <input
                        type="checkbox"
                        checked={hasAll}
                        onChange={() => setTicked(hasAll ? new Set() : new Set(open.map(({ id }) => id)))}
                      />
                      All on this page
                    </Trans>
                  </label>
                  <Button disabled={chosen.length === 0} onClick={() => view.open("reject", ids)}>
                    <Trans>Reject{chosen.length > 0 && ` (${chosen.length})`}</Trans>
                  </Button>
                  <Button
                    variant="default"
                    disabled={chosen.length === 0 || isMixed}
                    aria-describedby={isMixed ? "mixed-quarantine" : undefined}
                    onClick={() => view.open("accept", ids)}
                  >
                    <Trans>Accept{chosen.length > 0 && ` (${chosen.length})`}</Trans>
                  </Button>
                  {isMixed && (
                    <span id="mixed-quarantine" className={classes.soft}>
                      <Trans>Accept volumes and registers separately: for registers you choose what happened.</Trans>
                    </span>
                  )}
                </span>
              )}
            </>
          }
        />
      )}
    </TableFrame>
  );
}

const decisions = { accepted: t`Accepted`, rejected: t`Rejected` } as const;

interface Choosing {
  chosen: ReadonlySet<string>;
  onChoose: (id: string) => void;
}

/** The columns of the quarantine of a property; what is open can be chosen. */
function quarantineColumns(
  view: PropertyDataView,
  { chosen, onChoose }: Choosing,
): readonly TableColumn<Quarantined>[] {
  return [
    {
      id: "meter_serial_number",
      header: t`Meter`,
      card: "title",
      pinned: true,
      cell: (row) =>
        row.decision === null ? (
          <label className={classes.choose}>
            <input
              type="checkbox"
              checked={chosen.has(row.id)}
              aria-label={t`Choose ${readingSummary(row)} of meter ${row.meter_serial_number}`}
              onChange={() => onChoose(row.id)}
            />
            <span className={classes.name}>{row.meter_serial_number}</span>
          </label>
        ) : (
          <span className={classes.name}>{row.meter_serial_number}</span>
        ),
      text: (row) => row.meter_serial_number,
    },
    {
      id: "building_name",
      header: t`Where`,
      card: "under",
      cell: (row) => <span className={classes.name}>{meterLocationLabel(row)}</span>,
      text: meterLocationLabel,
    },
    {
      id: "gallons",
      header: t`What came in`,
      card: "main",
      cell: readingSummary,
      text: readingSummary,
    },
    {
      id: "measured_at",
      header: t`Measured`,
      sortable: "measured_at",
      card: "under",
      cell: (row) => measuredTimeText(row, view.zone),
      text: (row) => row.measured_at,
    },
    {
      id: "decision",
      header: t`Decision`,
      width: 120,
      card: "under",
      cell: (row) => (row.decision === null ? t`Waits` : decisions[row.decision]),
      text: (row) => row.decision ?? "",
    },
  ];
}
