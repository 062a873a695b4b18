import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import type { AlertRow } from "../../../contract/leaks/alerts.ts";
import { mayAccess } from "../../app/access.ts";
import { sentenceOf } from "../../app/api-error.ts";
import { exportOf } from "../../app/export.ts";
import { dependent } from "../../app/query.ts";
import { chipText, propertyOptions } from "../../app/report/filters/filter-options.ts";
import { DefaultRate } from "../../app/report/headline/DefaultRate.tsx";
import { DEFAULT_RATE } from "../../app/report/headline/default-rate.ts";
import reportClasses from "../../app/report/report.module.css";
import { type ListState, ListTable } from "../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../app/report/table/TableFrame.tsx";
import { toast } from "../../app/toast.ts";
import { useMe } from "../../app/use-me.ts";
import { FilterBar } from "../../components/filters/FilterBar.tsx";
import { FixedChoice } from "../../components/filters/FixedChoice.tsx";
import { PopoverFilter } from "../../components/filters/PopoverFilter.tsx";
import { formatPrice } from "../../components/format.ts";
import { Tabs, tabId } from "../../components/tabs/Tabs.tsx";
import { gallon } from "../../language/measure.ts";
import { caseQuery, forgetCases } from "../cases/report/cases-calls.ts";
import type { CaseDialog } from "../cases/report/next-step.ts";
import { OpenCaseDialog } from "../cases/report/OpenCaseDialog.tsx";
import { useAcknowledge } from "../cases/report/use-acknowledge.ts";
import { alertColumns } from "./alert-columns.tsx";
import { canDecide, decideAlert } from "./alert-decision.ts";
import type { AlertGroup } from "./alert-groups.ts";
import { alertTarget } from "./alert-target.ts";
import classes from "./alerts.module.css";
import { ALERTS_ORDERING, alertListParams, alertsQueries, groups } from "./alerts-queries.ts";
import { type AlertDialog, type AlertState, type AlertsSearch, alertsSearch } from "./alerts-search.ts";

const DecideAlert = lazy(() => import("./DecideAlert.tsx"));

const LIST = "alerts-list";
const DEFAULT_RATE_MESSAGE = t`No water rate is set for some of these: their costs use the default of ${formatPrice(DEFAULT_RATE)} per ${gallon}.`;
const states = [
  { tab: "open", label: t`Open` },
  { tab: "dismissed", label: t`Dismissed, snoozed` },
  { tab: "closed", label: t`Over` },
  { tab: "all", label: t`All` },
] as const;
const titles = {
  open: t`Open alerts`,
  dismissed: t`Dismissed and snoozed alerts`,
  closed: t`Alerts that are over`,
  all: t`Alerts`,
} as const;

/** What happened and waits for a person, what costs most a day first; each leads to its case, device or unit. */
export function AlertsPage(): ReactNode {
  const view = useAlerts();
  const me = useMe();
  const navigate = useNavigate();
  const queries = alertsQueries(view.search);
  const alerts = useQuery(queries.alerts);
  const properties = useQuery(queries.properties);
  const counts = useQueries({ queries: queries.counts });
  const opens = {
    property: mayAccess(me, "property"),
    portfolio: mayAccess(me, "portfolio"),
    admin: mayAccess(me, "admin"),
  };
  const targetOf = (row: AlertRow) => alertTarget(row, opens);
  const acknowledge = useAcknowledge();
  const takeBack = useTakeBack();
  const actions = opens.property ? { open: view.setDialog, acknowledge, decide: view.decide, takeBack } : null;
  const { state = "open", about } = view.search;
  // "all" is a state.
  const setTab = (tab: AlertGroup | "everything") => view.setAbout(tab === "everything" ? undefined : tab);
  const options = propertyOptions(properties.data ?? [], undefined);
  const { property_id } = view.search;
  return (
    <div className={reportClasses.stack}>
      <title>{t`Alerts · Dripline`}</title>
      <FilterBar
        title={t`Alerts`}
        subtitle={t`What happened and needs attention. An alert closes as soon as its cause is gone.`}
        counts={[{ label: titles[state], value: counts[0]?.data?.count ?? null }]}
        primary={
          <>
            <Tabs<AlertState> label={t`State`} tabs={states} value={state} onChange={view.setState} panel={LIST} />
            <PropertyFilter view={view} options={options} isLoading={properties.isPending} />
          </>
        }
        active={
          property_id === undefined
            ? []
            : [
                {
                  id: "property",
                  name: t`Property`,
                  value: chipText(property_id, options),
                  onRemove: () => view.setProperties(undefined),
                },
              ]
        }
      />
      <Tabs
        label={t`What alerts are about`}
        look="line"
        tabs={groups.map(({ group, label }, place) => ({
          tab: group ?? ("everything" as const),
          label,
          count: counts[place]?.data?.count,
        }))}
        value={about ?? "everything"}
        onChange={setTab}
        panel={LIST}
      />
      <div id={LIST} role="tabpanel" aria-labelledby={tabId(LIST, about ?? "everything")} className={classes.list}>
        <TableFrame
          title={titles[state]}
          subtitle={<Subtitle alerts={alerts.data?.results ?? []} isByCost={view.search.ordering === undefined} />}
        >
          {(heading) => (
            <ListTable
              caption={t`Alerts`}
              columns={alertColumns({ targetOf, actions, hasClosed: state === "closed" || state === "all" })}
              rowKey={(row) => String(row.id)}
              list={alerts}
              state={view.list}
              ordering={view.search.ordering ?? ALERTS_ORDERING}
              what={t`The alerts`}
              layoutName="alerts"
              hiddenAtFirst={["gallons_per_day", "opened_at"]}
              onOpenRow={(row) => void navigate(targetOf(row).to)}
              onExport={exportOf("GET /v1/alerts/export", { query: alertListParams(view.search) })}
              empty={emptyOf(view)}
              heading={heading}
            />
          )}
        </TableFrame>
      </div>
      {opens.property && <CaseOfAlert view={view} />}
      {opens.property && (
        <Decision view={view} row={alerts.data?.results.find(({ id }) => id === view.search.alert_id)} />
      )}
    </div>
  );
}

/** The dialog that the URL names, about the case of an alert. */
function CaseOfAlert({ view }: { view: AlertsView }): ReactNode {
  const { case_id, dialog } = view.search;
  const client = useQueryClient();
  const { data } = useQuery({
    ...dependent(caseQuery(case_id ?? 0)),
    enabled: case_id !== undefined && dialog !== undefined,
  });
  return (
    <OpenCaseDialog
      row={case_id === undefined ? undefined : data}
      dialog={dialog}
      onClose={view.closeDialog}
      onDone={() => {
        view.closeDialog();
        void forgetCases(client);
      }}
    />
  );
}

/** The dialog that the URL names, about an alert of a device. */
function Decision({ view, row }: { view: AlertsView; row: AlertRow | undefined }): ReactNode {
  const client = useQueryClient();
  const { decide } = view.search;
  if (row === undefined || decide === undefined || !canDecide(row)) return null;
  return (
    <Suspense fallback={null}>
      <DecideAlert
        key={`${row.id} ${decide}`}
        row={row}
        dialog={decide}
        onClose={view.closeDialog}
        onDone={() => {
          view.closeDialog();
          void forgetCases(client);
        }}
      />
    </Suspense>
  );
}

/** @returns the function that opens a dismissed or snoozed alert again, by its id */
function useTakeBack(): (id: number) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: number) => decideAlert(id, { kind: "none" }),
    onSuccess: () => forgetCases(client),
    onError: (error) => toast({ title: t`Not saved`, message: sentenceOf(error), destructive: true }),
  });
  return mutate;
}

/** The order of the alerts, and whether dollars on this page of them are at the default rate. */
function Subtitle({ alerts, isByCost }: { alerts: readonly AlertRow[]; isByCost: boolean }): ReactNode {
  const isDefault = alerts.some((row) => row.is_default_price === true);
  return (
    <>
      {isByCost && t`What costs most a day first, then the newest`}{" "}
      <DefaultRate message={isDefault ? DEFAULT_RATE_MESSAGE : null} search={{}} />
    </>
  );
}

function emptyOf(view: AlertsView) {
  const { state, about, property_id } = view.search;
  if (property_id !== undefined || about !== undefined) {
    return {
      sentence: t`No alerts of this kind for these properties.`,
      action: (
        <Button
          variant="default"
          onClick={() => (about === undefined ? view.setProperties(undefined) : view.setAbout(undefined))}
        >
          {about === undefined ? t`All properties` : t`All kinds`}
        </Button>
      ),
    };
  }
  if (state === "dismissed") {
    return {
      sentence: t`Battery and signal alerts that you dismiss or snooze are listed here while their cause lasts.`,
    };
  }
  if (state === "closed") return { sentence: t`An alert moves here once its cause is gone.` };
  return {
    sentence: t`Nothing waits for you. Leaks, silent devices, low batteries, readings in doubt and unexpected water appear here by themselves.`,
  };
}

interface FilterProps {
  view: AlertsView;
  options: ReturnType<typeof propertyOptions>;
  isLoading: boolean;
}

function PropertyFilter({ view, options, isLoading }: FilterProps): ReactNode {
  const [only, ...others] = options;
  if (only !== undefined && others.length === 0) return <FixedChoice name={t`Property`} value={only.label} />;
  return (
    <PopoverFilter
      label={t`Properties`}
      options={options}
      selected={view.search.property_id?.map(String) ?? []}
      onChange={(chosen) => view.setProperties(chosen.length === 0 ? undefined : chosen.map(Number))}
      loading={isLoading}
      emptyText={t`No properties found`}
    />
  );
}

/** The alerts' view: its search params and the functions that change them. */
interface AlertsView {
  search: AlertsSearch;
  list: ListState;
  setAbout(about: AlertGroup | undefined): void;
  setState(state: AlertState): void;
  setProperties(ids: number[] | undefined): void;
  setDialog(caseId: number, dialog: CaseDialog): void;
  decide(row: AlertRow, dialog: AlertDialog): void;
  closeDialog(): void;
}

function useAlerts(): AlertsView {
  const navigate = useNavigate({ from: "/alerts" });
  const search = useSearch({ from: "/signed-in/alerts" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({ search: (before) => alertsSearch({ ...before, ...changed }), replace, resetScroll: false });
  return {
    search,
    list: {
      page: (search.page ?? 1) - 1,
      pageSize: search.page_size ?? 10,
      setOrdering: (ordering) => go({ ordering, page: undefined }),
      setPage: (page, replace) => go({ page: page + 1 }, replace),
      setPageSize: (page_size) => go({ page_size, page: undefined }),
    },
    setAbout: (about) => go({ about, page: undefined }),
    setState: (state) => go({ state, page: undefined }),
    setProperties: (property_id) => go({ property_id, page: undefined }),
    setDialog: (case_id, dialog) => go({ dialog, case_id }),
    decide: ({ id }, decide) => go({ decide, alert_id: id }),
    closeDialog: () => go({ dialog: undefined, case_id: undefined, decide: undefined, alert_id: undefined }, true),
  };
}
