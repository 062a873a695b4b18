import { t } from "@lingui/core/macro";
import {
  IconAntennaBars2,
  IconAntennaBarsOff,
  IconBattery1,
  IconCircleCheckFilled,
  IconClockFilled,
  IconCoin,
  IconDropletFilled,
  IconDropletOff,
  IconHome,
  IconQuestionMark,
  IconTrendingUp,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AlertKind, AlertRow } from "../../../contract/leaks/alerts.ts";
import reportClasses from "../../app/report/report.module.css";
import badge from "../../components/badges/Badge.module.css";
import { formatDate, NOT_MEASURED } from "../../components/format.ts";
import { alertNames } from "../../components/labels.ts";
import type { TableColumn } from "../../components/table/column.ts";
import { dollarsColumn, gallonsColumn } from "../../components/table/columns.tsx";
import { CaseBadge } from "../cases/report/CaseBadge.tsx";
import { CaseSteps } from "../cases/report/CaseSteps.tsx";
import { assigneeText, isSnoozed, stateNames } from "../cases/report/case-text.ts";
import type { CaseDialog } from "../cases/report/next-step.ts";
import { dayAtProperty } from "../property/leak-detail/view/property-time.ts";
import { AlertSteps } from "./AlertSteps.tsx";
import { decisionText } from "./alert-decision.ts";
import type { AlertTarget } from "./alert-target.ts";
import classes from "./alerts.module.css";
import type { AlertDialog } from "./alerts-search.ts";

interface Around {
  targetOf: (row: AlertRow) => AlertTarget;
  /** What a user can do about an alert and its case; null: they may only look. */
  actions: {
    open(caseId: number, dialog: CaseDialog): void;
    acknowledge(caseId: number): void;
    decide(row: AlertRow, dialog: AlertDialog): void;
    takeBack(alertId: number): void;
  } | null;
  /** Alerts whose cause is gone are among them. */
  hasClosed: boolean;
}

/** The columns of the alerts. */
export function alertColumns({ targetOf, actions, hasClosed }: Around): readonly TableColumn<AlertRow>[] {
  return [
    {
      id: "kind",
      header: t`What`,
      width: 190,
      card: "title",
      pinned: true,
      cell: (row) => <AlertBadge kind={row.kind} />,
      text: (row) => alertNames[row.kind],
    },
    {
      id: "place",
      header: t`Property | Building | Unit`,
      card: "under",
      fields: ["property_name", "building_name", "unit_name"],
      cell: (row) => <span className={classes.place}>{placeOf(row)}</span>,
      text: placeOf,
    },
    {
      id: "text",
      header: t`What Happened`,
      card: "under",
      cell: (row) => <span className={classes.text}>{row.text}</span>,
      text: (row) => row.text,
    },
    gallonsColumn("gallons_per_day", t`Loses per Day`, {
      width: 120,
      card: "main",
      hint: t`Of a leak that is over: what it lost on average`,
    }),
    dollarsColumn("dollars_per_day", t`Cost per Day`, {
      fields: ["dollars_per_day", "is_default_price"],
      width: 110,
      card: "main",
      strong: true,
      sortable: "dollars_per_day",
      hint: hasClosed
        ? t`At today's price; of a closed alert at that of the day on which it closed`
        : t`At today's price`,
    }),
    {
      id: "case",
      header: t`State`,
      width: 160,
      card: "under",
      hint: t`State of the leak case, or what was decided about a device alert`,
      fields: ["case_state", "assignee", "vendor", "snoozed_until", "dismissed_for", "decision_note", "decided_by"],
      cell: (row) => <CaseOfRow row={row} />,
      text: (row) => (row.case_state === null ? (decisionText(row) ?? "") : stateNames[row.case_state]),
    },
    {
      id: "began_at",
      header: t`Since`,
      width: 120,
      sortable: "began_at",
      hint: t`When the cause began, on the property's calendar`,
      cell: (row) => <span className={classes.day}>{dayAtProperty(row.began_at, row.time_zone)}</span>,
      text: (row) => row.began_at,
    },
    {
      id: "opened_at",
      header: t`Raised`,
      width: 120,
      sortable: "opened_at",
      cell: (row) => <span className={classes.day}>{dayAtProperty(row.opened_at, row.time_zone)}</span>,
      text: (row) => row.opened_at,
    },
    ...(hasClosed ? [closed] : []),
    ...(actions === null
      ? []
      : [
          {
            id: "action",
            header: t`Next Step`,
            width: 190,
            card: "action",
            cell: (row) => {
              const { id, case_id, case_state, title } = row;
              return case_id === null || case_state === null ? (
                <AlertSteps
                  row={row}
                  open={(dialog) => actions.decide(row, dialog)}
                  takeBack={() => actions.takeBack(id)}
                />
              ) : (
                <CaseSteps
                  state={case_state}
                  title={title}
                  open={(dialog) => actions.open(case_id, dialog)}
                  acknowledge={() => actions.acknowledge(case_id)}
                />
              );
            },
            text: () => "",
          } satisfies TableColumn<AlertRow>,
        ]),
    {
      id: "target",
      header: t`Details`,
      width: 120,
      card: "action",
      cell: (row) => {
        const { label, to } = targetOf(row);
        return (
          <Link className={reportClasses.details} aria-label={`${label}: ${row.title}`} {...to}>
            {label}
          </Link>
        );
      },
      text: () => "",
    },
  ];
}

const closed: TableColumn<AlertRow> = {
  id: "closed_at",
  header: t`Over Since`,
  width: 120,
  hint: t`When the cause was gone. A dash: it is still there`,
  cell: (row) => (
    <span className={classes.day}>
      {row.closed_at === null ? NOT_MEASURED : dayAtProperty(row.closed_at, row.time_zone)}
    </span>
  ),
  text: (row) => row.closed_at ?? "",
};

/** The state of the case of an alert, to whom it is assigned, and until when it is snoozed. */
function CaseOfRow({ row }: { row: AlertRow }): ReactNode {
  const { case_state } = row;
  const assignee = assigneeText(row);
  const decision = decisionText(row);
  if (decision !== null) {
    return (
      <span className={classes.case}>
        <span>{decision}</span>
        {row.decision_note !== "" && <span className={classes.note}>{row.decision_note}</span>}
        <span>{row.decided_by}</span>
      </span>
    );
  }
  if (case_state === null) return NOT_MEASURED;
  return (
    <span className={classes.case}>
      <CaseBadge state={case_state} />
      {assignee !== null && <span>{assignee}</span>}
      {isSnoozed(row) && <span>{t`Snoozed until ${formatDate(row.snoozed_until)}`}</span>}
    </span>
  );
}

function placeOf({ property_name, building_name, unit_name }: AlertRow): string {
  return [property_name, building_name, unit_name].filter((part) => part !== null && part !== "").join(" | ");
}

const looks = {
  "leak opened": { color: "critical", Icon: IconDropletFilled },
  "leak grew": { color: "critical", Icon: IconTrendingUp },
  "case overdue": { color: "critical", Icon: IconClockFilled },
  "leak ended": { color: "online", Icon: IconCircleCheckFilled },
  "device down": { color: "warning", Icon: IconAntennaBarsOff },
  "low battery": { color: "warning", Icon: IconBattery1 },
  "signal fell": { color: "warning", Icon: IconAntennaBars2 },
  "no consumption": { color: "unknown", Icon: IconDropletOff },
  "vacant but used": { color: "warning", Icon: IconHome },
  quarantine: { color: "warning", Icon: IconQuestionMark },
  "price ended": { color: "warning", Icon: IconCoin },
} as const satisfies Record<AlertKind, object>;

/** What happened, as icon, label and colour. */
function AlertBadge({ kind }: { kind: AlertKind }): ReactNode {
  const { color, Icon } = looks[kind];
  return (
    <span className={badge.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {alertNames[kind]}
    </span>
  );
}
