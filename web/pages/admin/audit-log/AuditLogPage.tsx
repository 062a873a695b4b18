import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AuditRow } from "../../../../contract/accounts/audit.ts";
import { callFile } from "../../../app/api.ts";
import { notLoaded, sentenceOf } from "../../../app/api-error.ts";
import reportClasses from "../../../app/report/report.module.css";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { useTableLayout } from "../../../app/report/table/use-table-layout.ts";
import { toast } from "../../../app/toast.ts";
import { useMe } from "../../../app/use-me.ts";
import { download } from "../../../components/download.ts";
import { type ActiveFilter, FilterBar } from "../../../components/filters/FilterBar.tsx";
import { formatDate, formatNumber } from "../../../components/format.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { ActorField } from "./ActorField.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import classes from "./AuditLogPage.module.css";
import { auditColumns } from "./audit-columns.tsx";
import { auditQuery } from "./audit-query.ts";
import { auditParams } from "./audit-search.ts";
import { actionFilterLabel } from "./audit-text.ts";
import { ChangedFields } from "./ChangedFields.tsx";
import { type AuditView, useAudit } from "./use-audit.ts";

/** Who did what: changes, sign-ins, failed sign-ins and rejected changes. */
export function AuditLogPage(): ReactNode {
  const view = useAudit();
  const me = useMe();
  const entries = useInfiniteQuery(auditQuery(view.search));
  const rows = entries.data?.pages.flatMap(({ results }) => results);
  const count = entries.data?.pages.at(-1)?.count;
  const properties = useQuery(propertiesQuery());
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const organizations = new Map(me.organizations.map(({ id, name }) => [id, name]));
  const columns = auditColumns({
    view,
    zone,
    organizations,
    properties: new Map(properties.data?.map(({ id, name }) => [id, name])),
  });
  const [layout, setLayout] = useTableLayout("audit_log", {
    order: columns.map(({ id }) => id),
    hidden: ["request_id"],
  });
  const active = activeFilters(view, organizations);
  const isFiltered = active.length > 0;
  return (
    <div className={reportClasses.stack}>
      <title>{t`Audit Log · Dripline`}</title>
      <FilterBar
        title={t`Audit Log`}
        subtitle={
          me.role === "IONAdmin"
            ? t`Changes and rejected changes. Choose sign-ins under What. Events cannot be edited or deleted.`
            : t`Changes in your organization. Choose sign-ins under What. Events cannot be edited or deleted.`
        }
        counts={[{ label: isFiltered ? t`Lines found` : t`Changes`, value: count ?? null }]}
        actions={<AuditFile view={view} isEmpty={count === 0} />}
        primary={<ActorField key={view.search.actor ?? ""} view={view} />}
        active={active}
        onReset={view.reset}
      >
        <AuditFilters view={view} />
      </FilterBar>
      <TableFrame title={t`Record`} subtitle={t`Newest first, on your clock (${zone.replaceAll("_", " ")})`}>
        {(heading) => (
          <DataTable
            caption={t`Audit log`}
            columns={columns}
            rows={rows}
            rowKey={(row) => String(row.id)}
            refreshing={entries.isPlaceholderData}
            error={
              entries.isError && !entries.isFetching
                ? {
                    message: notLoaded(t`The record`, entries.error),
                    onRetry: () => void (rows === undefined ? entries.refetch() : entries.fetchNextPage()),
                  }
                : undefined
            }
            layout={layout}
            onLayoutChange={setLayout}
            end={{
              count: count ?? 0,
              more: (
                <p className={classes.foot}>
                  <span>{t`${formatNumber(rows?.length ?? 0)} of ${plural(count ?? 0, { one: "# event", other: "# events" })}`}</span>
                  {entries.hasNextPage && (
                    <Button
                      variant="default"
                      loading={entries.isFetchingNextPage}
                      onClick={() => void entries.fetchNextPage()}
                    >
                      <Trans>Load older events</Trans>
                    </Button>
                  )}
                </p>
              ),
            }}
            expansion={{
              isExpanded: ({ id }) => view.search.open?.includes(id) ?? false,
              onToggle: ({ id }) => view.toggle(id),
              render: (row) => <ChangedFields row={row} />,
              label: labelOf,
            }}
            empty={
              isFiltered
                ? {
                    sentence: t`Nothing on record matches these filters.`,
                    action: (
                      <Button variant="default" onClick={view.reset}>
                        <Trans>Reset filters</Trans>
                      </Button>
                    ),
                  }
                : { sentence: t`The first change will show here.` }
            }
            toolbar={heading}
          />
        )}
      </TableFrame>
    </div>
  );
}

/** Short, because a card has it on its button. */
function labelOf({ id }: AuditRow, expanded: boolean): string {
  return t`${expanded ? t`Hide` : t`Show`} what changed (line ${id})`;
}

/** The filters that are on, as chips. */
function activeFilters({ search, setFilters }: AuditView, organizations: ReadonlyMap<number, string>): ActiveFilter[] {
  const { actor, action, organization_id: id, start_date, end_date } = search;
  const chips: (ActiveFilter | undefined)[] = [
    actor === undefined
      ? undefined
      : { id: "actor", name: t`Who`, value: actor, onRemove: () => setFilters({ actor: undefined }) },
    action === undefined
      ? undefined
      : {
          id: "action",
          name: t`What`,
          value: actionFilterLabel(action),
          onRemove: () => setFilters({ action: undefined }),
        },
    id === undefined
      ? undefined
      : {
          id: "organization",
          name: t`Organization`,
          value: organizations.get(id) ?? t`No. ${id}`,
          onRemove: () => setFilters({ organization_id: undefined }),
        },
    start_date === undefined
      ? undefined
      : {
          id: "start",
          name: t`From`,
          value: formatDate(start_date),
          onRemove: () => setFilters({ start_date: undefined }),
        },
    end_date === undefined
      ? undefined
      : { id: "end", name: t`To`, value: formatDate(end_date), onRemove: () => setFilters({ end_date: undefined }) },
  ];
  return chips.filter((chip) => chip !== undefined);
}

/** All that the filters match as a file, however many pages it has. */
function AuditFile({ view, isEmpty }: { view: AuditView; isEmpty: boolean }): ReactNode {
  const save = useMutation({
    mutationFn: () => callFile("GET /v1/admin/audit-log.csv", { query: auditParams(view.search) }),
    onSuccess: ({ name, content }) => download(name, content),
    onError: (error) => toast({ title: t`The file could not be made`, message: sentenceOf(error), destructive: true }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
      loading={save.isPending}
      disabled={isEmpty}
      onClick={() => !save.isPending && save.mutate()}
    >
      <Trans>All lines as CSV</Trans>
    </Button>
  );
}
