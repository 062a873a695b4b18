import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AuditRow } from "../../../../contract/audit.ts";
import { ListTable } from "../../../app/report/ListTable.tsx";
import reportClasses from "../../../app/report/report.module.css";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { TableFrame } from "../../../app/report/TableFrame.tsx";
import { useMe } from "../../../app/shell/use-me.ts";
import { type ActiveFilter, FilterBar } from "../../../components/filters/FilterBar.tsx";
import { formatDate } from "../../../components/format.ts";
import { ActorField } from "./ActorField.tsx";
import { AuditFile } from "./AuditFile.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { auditColumns } from "./audit-columns.tsx";
import { auditQuery } from "./audit-query.ts";
import { choiceWords } from "./audit-words.ts";
import { ChangedFields } from "./ChangedFields.tsx";
import { type AuditView, useAudit } from "./use-audit.ts";

/** Who did what: changes, sign-ins, failed sign-ins and refused changes. */
export function AuditLogPage(): ReactNode {
  const view = useAudit();
  const me = useMe();
  const entries = useQuery(auditQuery(view.search));
  const properties = useQuery(propertiesQuery());
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const organizations = new Map(me.organizations.map(({ id, name }) => [id, name]));
  const active = activeFilters(view, organizations);
  const isFiltered = active.length > 0;
  return (
    <div className={reportClasses.stack}>
      <title>Audit Log · Dripline</title>
      <FilterBar
        title="Audit Log"
        subtitle={
          me.role === "IONAdmin"
            ? "Every change and refused change; sign-ins are under What. Nobody can edit or delete a line."
            : "Every change in your organization; sign-ins are under What. Nobody can edit or delete a line."
        }
        counts={[{ label: isFiltered ? "Lines found" : "Changes", value: entries.data?.count ?? null }]}
        actions={<AuditFile view={view} isEmpty={entries.data?.count === 0} />}
        primary={<ActorField key={view.search.actor ?? ""} view={view} />}
        active={active}
        onReset={view.reset}
      >
        <AuditFilters view={view} />
      </FilterBar>
      <TableFrame title="Record" subtitle={`Newest first, on your clock (${zone.replaceAll("_", " ")})`}>
        {(heading) => (
          <ListTable
            caption="Audit log"
            columns={auditColumns({
              view,
              zone,
              organizations,
              properties: new Map(properties.data?.map(({ id, name }) => [id, name])),
            })}
            rowKey={(row) => String(row.id)}
            list={entries}
            state={view.list}
            ordering=""
            what="The record"
            layoutName="audit_log"
            hiddenAtFirst={["request_id"]}
            expansion={{
              isExpanded: ({ id }) => view.search.open?.includes(id) ?? false,
              onToggle: ({ id }) => view.toggle(id),
              render: (row) => <ChangedFields row={row} />,
              label: labelOf,
            }}
            empty={
              isFiltered
                ? {
                    sentence: "Nothing on record matches these filters.",
                    action: (
                      <Button variant="default" onClick={view.reset}>
                        Reset filters
                      </Button>
                    ),
                  }
                : { sentence: "The first change will show here." }
            }
            heading={heading}
          />
        )}
      </TableFrame>
    </div>
  );
}

/** Short, because a card has it on its button. */
function labelOf({ id }: AuditRow, expanded: boolean): string {
  return `${expanded ? "Hide" : "Show"} what changed (line ${id})`;
}

/** The filters that are on, as chips. */
function activeFilters({ search, setFilters }: AuditView, organizations: ReadonlyMap<number, string>): ActiveFilter[] {
  const { actor, action, organization_id: id, start_date, end_date } = search;
  const chips: (ActiveFilter | undefined)[] = [
    actor === undefined
      ? undefined
      : { id: "actor", name: "Who", value: actor, onRemove: () => setFilters({ actor: undefined }) },
    action === undefined
      ? undefined
      : { id: "action", name: "What", value: choiceWords(action), onRemove: () => setFilters({ action: undefined }) },
    id === undefined
      ? undefined
      : {
          id: "organization",
          name: "Organization",
          value: organizations.get(id) ?? `No. ${id}`,
          onRemove: () => setFilters({ organization_id: undefined }),
        },
    start_date === undefined
      ? undefined
      : {
          id: "start",
          name: "From",
          value: formatDate(start_date),
          onRemove: () => setFilters({ start_date: undefined }),
        },
    end_date === undefined
      ? undefined
      : { id: "end", name: "To", value: formatDate(end_date), onRemove: () => setFilters({ end_date: undefined }) },
  ];
  return chips.filter((chip) => chip !== undefined);
}
