import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { LeakCase } from "../../../../contract/leaks/cases.ts";
import { formatPlace } from "../../../app/report/text.ts";
import { formatDate, formatMonthDay, NOT_MEASURED } from "../../../components/format.ts";
import { occupancyNames } from "../../../components/labels.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { copyColumn, dollarsColumn, gallonsColumn, leakTypeColumn } from "../../../components/table/columns.tsx";
import { confidenceLabels } from "../../property/leak-detail/evidence/rule-text.ts";
import { dayAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { CaseBadge } from "../report/CaseBadge.tsx";
import { CaseSteps } from "../report/CaseSteps.tsx";
import { assigneeText, caseTitle, flowNames, stateNames } from "../report/case-text.ts";
import type { CaseDialog } from "../report/next-step.ts";
import classes from "./cases.module.css";

/** What a user can do about a row; null: they may only look. */
export interface CaseActions {
  chosen: ReadonlySet<number>;
  choose(row: LeakCase): void;
  open(row: LeakCase, dialog: CaseDialog): void;
  acknowledge(row: LeakCase): void;
}

/** The columns of the list of cases. */
export function caseColumns(actions: CaseActions | null): readonly TableColumn<LeakCase>[] {
  return [
    {
      id: "place",
      header: t`Property | Building | Unit`,
      card: "title",
      pinned: true,
      sortable: "property_name",
      fields: ["property_name", "building_name", "unit_name"],
      cell: (row) => <Place row={row} actions={actions} />,
      text: formatPlace,
    },
    leakTypeColumn({ width: 130, card: "under" }),
    {
      id: "state",
      header: t`State`,
      width: 150,
      card: "under",
      fields: ["state", "flow"],
      cell: (row) => (
        <span className={classes.state}>
          <CaseBadge state={row.state} />
          {row.flow !== "running" && row.flow !== "stopped" && <span>{flowNames[row.flow]}</span>}
        </span>
      ),
      text: (row) => stateNames[row.state],
    },
    {
      id: "occupancy",
      header: t`Occupancy`,
      width: 105,
      hint: t`Of the unit now`,
      cell: (row) => (row.occupancy === null ? NOT_MEASURED : occupancyNames[row.occupancy]),
      text: (row) => (row.occupancy === null ? "" : occupancyNames[row.occupancy]),
    },
    dollarsColumn("dollars_per_day", t`Cost per Day`, {
      width: 110,
      card: "main",
      strong: true,
      sortable: "dollars_per_day",
      hint: t`At today's price; of a leak that stopped what it cost last`,
    }),
    gallonsColumn("gallons_per_day", t`Loses per Day`, { width: 110, card: "main", sortable: "gallons_per_day" }),
    {
      id: "started_at",
      header: t`Since`,
      width: 115,
      sortable: "started_at",
      hint: t`On the property's calendar`,
      cell: (row) => dayAtProperty(row.started_at, row.time_zone),
      text: (row) => row.started_at,
    },
    {
      id: "due_on",
      header: t`Due`,
      width: 115,
      card: "under",
      sortable: "due_on",
      hint: t`The next deadline, the last day in time`,
      fields: ["due_on", "is_overdue"],
      cell: (row) => <DueDay row={row} />,
      text: (row) => row.due_on ?? "",
    },
    gallonsColumn("total_gallons_leaked", t`So Far`, { width: 100, sortable: "total_gallons_leaked" }),
    dollarsColumn("leak_cost", t`Cost so Far`, { width: 110 }),
    copyColumn("meter_serial_number", t`Device Serial Number`, { width: 160 }),
    {
      id: "confidence",
      header: t`How Sure`,
      width: 110,
      cell: (row) => confidenceLabels[row.confidence],
      text: (row) => confidenceLabels[row.confidence],
    },
    {
      id: "assignee",
      header: t`Assigned to`,
      width: 160,
      fields: ["assignee", "vendor"],
      cell: (row) => assigneeText(row) ?? NOT_MEASURED,
      text: (row) => assigneeText(row) ?? "",
    },
    {
      id: "action",
      header: t`Next Step`,
      width: 190,
      card: "action",
      cell: (row) =>
        actions !== null && (
          <CaseSteps
            state={row.state}
            title={caseTitle(row)}
            open={(dialog) => actions.open(row, dialog)}
            acknowledge={() => actions.acknowledge(row)}
          />
        ),
      text: () => "",
    },
  ];
}

/** Where it is, with a box to choose it together with others. */
function Place({ row, actions }: { row: LeakCase; actions: CaseActions | null }): ReactNode {
  const place = <span className={classes.place}>{formatPlace(row)}</span>;
  if (actions === null) return place;
  return (
    <label className={classes.choose}>
      <input
        type="checkbox"
        checked={actions.chosen.has(row.id)}
        aria-label={t`Choose ${caseTitle(row)}`}
        onChange={() => actions.choose(row)}
      />
      {place}
    </label>
  );
}

/** The day on which a case is due; in red and in words when it is over. */
function DueDay({ row: { due_on, is_overdue } }: { row: LeakCase }): ReactNode {
  if (due_on === null) return NOT_MEASURED;
  return is_overdue ? <b className={classes.overdue}>{t`Overdue ${formatMonthDay(due_on)}`}</b> : formatDate(due_on);
}
