import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconAlertTriangleFilled } from "@tabler/icons-react";
import type { AuditRow } from "../../../../contract/accounts/audit.ts";
import { NOT_MEASURED } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import classes from "./audit-log.module.css";
import { actionLabel, isRejected } from "./audit-text.ts";
import type { AuditView } from "./use-audit.ts";
import { nameOf } from "./what-changed.ts";

interface Around {
  view: Pick<AuditView, "setFilters">;
  /** The reader's own time zone. */
  zone: string;
  organizations: ReadonlyMap<number, string>;
  properties: ReadonlyMap<number, string>;
}

/** The columns of the record. */
export function auditColumns({ view, zone, organizations, properties }: Around): readonly TableColumn<AuditRow>[] {
  const about = (row: AuditRow) => aboutOf(row, organizations, properties);
  const where = (row: AuditRow) => placeOf(row, organizations, properties);
  return [
    {
      id: "at",
      header: t`When`,
      width: 170,
      card: "under",
      pinned: true,
      cell: (row) => <span className={classes.at}>{timeAtProperty(row.at, zone)}</span>,
      text: (row) => row.at,
    },
    {
      id: "actor",
      header: t`Who`,
      card: "under",
      cell: (row) =>
        row.actor === "" ? (
          <span className={classes.nothing}>
            <Trans>Nobody known</Trans>
          </span>
        ) : (
          <button
            type="button"
            className={classes.who}
            aria-label={t`Only what ${row.actor} did`}
            onClick={() => view.setFilters({ actor: `"${row.actor}"` })}
          >
            {row.actor}
          </button>
        ),
      text: (row) => row.actor,
    },
    {
      id: "action",
      header: t`What`,
      card: "title",
      cell: (row) => (
        <span className={classes.action} data-rejected={isRejected(row.action) || undefined}>
          {isRejected(row.action) && <IconAlertTriangleFilled size={14} aria-hidden="true" />}
          {actionLabel(row.action)}
        </span>
      ),
      text: (row) => actionLabel(row.action),
    },
    {
      id: "object",
      header: t`About`,
      card: "under",
      cell: (row) => <span className={classes.about}>{about(row)}</span>,
      text: about,
    },
    {
      id: "place",
      header: t`Where`,
      card: "detail",
      cell: (row) => <span className={classes.about}>{where(row) || NOT_MEASURED}</span>,
      text: where,
    },
    {
      id: "request_id",
      header: t`Request`,
      card: "detail",
      cell: (row) => <code className={classes.about}>{row.request_id}</code>,
      text: (row) => row.request_id,
    },
  ];
}

/** What it is about: by its name where the record has one or it is there, else by its kind and number. */
function aboutOf(row: AuditRow, organizations: Names, properties: Names): string {
  const { object_type, object_id, before, after } = row;
  if (object_type === "call") return object_id;
  if (object_type === "user" && object_id === String(row.actor_id)) return t`own account`;
  const names = object_type === "organization" ? organizations : object_type === "property" ? properties : undefined;
  const there = names?.get(Number(object_id));
  return `${object_type.replaceAll(/[-_]/g, " ")} ${nameOf(before, after) ?? there ?? object_id}`.trim();
}

function placeOf({ organization_id, property_id }: AuditRow, organizations: Names, properties: Names): string {
  return [
    organization_id === null ? "" : (organizations.get(organization_id) ?? t`Organization ${organization_id}`),
    property_id === null ? "" : (properties.get(property_id) ?? t`Property ${property_id}`),
  ]
    .filter((part) => part !== "")
    .join(" | ");
}

type Names = ReadonlyMap<number, string>;
