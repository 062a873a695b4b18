import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Switch } from "@mantine/core";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import type { LeakCase } from "../../../../contract/leaks/cases.ts";
import { mayAccess } from "../../../app/access.ts";
import { exportOf } from "../../../app/export.ts";
import { chipText, propertyOptions } from "../../../app/report/filters/filter-options.ts";
import reportClasses from "../../../app/report/report.module.css";
import { type ListState, ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { useMe } from "../../../app/use-me.ts";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import { usePageKeys } from "../../../components/page-keys.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { rowIndex } from "../../../components/table/row-keys.ts";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import { Repairs } from "../../property/top5-leaks-home/Repairs.tsx";
import { SilentDevices } from "../../property/top5-leaks-home/SilentDevices.tsx";
import { forgetCases } from "../report/cases-calls.ts";
import type { CaseDialog } from "../report/next-step.ts";
import { OpenCaseDialog } from "../report/OpenCaseDialog.tsx";
import { useAcknowledge } from "../report/use-acknowledge.ts";
import { CaseBoard } from "./CaseBoard.tsx";
import { caseColumns } from "./case-columns.tsx";
import classes from "./cases.module.css";
import { CASES_ORDERING, caseListParams, casesQueries } from "./cases-queries.ts";
import { type CasesSearch, type CaseView, casesSearch, caseViews } from "./cases-search.ts";

const LIST = "cases-list";
const views: Readonly<Record<CaseView, { label: string; empty: string }>> = {
  "to-do": { label: t`To do`, empty: t`No leaks need attention. New ones appear here automatically.` },
  snoozed: { label: t`Snoozed`, empty: t`Cases that you snooze are here until their day.` },
  fixed: { label: t`Fix reported`, empty: t`A case stays here from a reported fix until the meter proves it.` },
  verified: { label: t`Verified`, empty: t`A case moves here once its fix is proven by the meter.` },
  ended: { label: t`Ended on its own`, empty: t`A leak that stops without a reported fix moves here.` },
  "not-a-leak": { label: t`Not a leak`, empty: t`What you mark as not a leak moves here.` },
};
/** Keys that open a dialog about the row with the focus. */
const keys: Readonly<Record<string, CaseDialog>> = { a: "assigned", f: "fixed", n: "not_a_leak" };

/** What leaks and what to do about it, the costliest first. */
export function CasesPage(): ReactNode {
  const view = useCases();
  const me = useMe();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { search } = view;
  const isManager = mayAccess(me, "property");
  const queries = casesQueries(search, me.email, isManager);
  const cases = useQuery(queries.cases);
  const properties = useQuery(queries.properties);
  const counts = useQueries({ queries: queries.counts });
  const columns = useQueries({ queries: queries.columns });
  const isBoard = search.look === "columns";
  const acknowledge = useAcknowledge();
  const rows = cases.data?.results;
  const list = useRef<HTMLDivElement>(null);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const chosen = rows?.filter(({ id }) => ticked.has(id)) ?? [];
  const hasAll = rows !== undefined && rows.length > 0 && chosen.length === rows.length;
  const choose = ({ id }: LeakCase) => setTicked(ticked.has(id) ? without(ticked, id) : new Set([...ticked, id]));
  const openByKey = (key: string) => {
    const dialog = Object.hasOwn(keys, key) ? keys[key] : undefined;
    const focused = document.activeElement?.closest("[data-row]");
    const row = focused ? rows?.[rowIndex(focused)] : undefined;
    if (dialog === undefined || row === undefined) return false;
    view.setDialog(row, dialog);
    return true;
  };
  usePageKeys(list, "cases", isManager ? openByKey : null);
  const { view: shown = "to-do", property_id } = search;
  const options = propertyOptions(properties.data ?? [], undefined);
  return (
    <div className={reportClasses.stack}>
      <title>{t`Leak cases · Dripline`}</title>
      <FilterBar
        title={t`Leak cases`}
        subtitle={t`One case for each leak, from found to proven fixed. What costs most is first.`}
        counts={
          isBoard ? [] : [{ label: views[shown].label, value: counts[caseViews.indexOf(shown)]?.data?.count ?? null }]
        }
        primary={
          <>
            <PopoverFilter
              label={t`Properties`}
              options={options}
              selected={property_id?.map(String) ?? []}
              onChange={(chosen) => view.setProperties(chosen.length === 0 ? undefined : chosen.map(Number))}
              loading={properties.isPending}
              emptyText={t`No properties found`}
            />
            <Switch
              label={t`Assigned to me`}
              checked={search.mine ?? false}
              onChange={(event) => view.setMine(event.currentTarget.checked)}
            />
            <Switch
              label={t`Overdue`}
              checked={search.overdue ?? false}
              onChange={(event) => view.setOverdue(event.currentTarget.checked)}
            />
            <Switch
              label={t`Columns`}
              checked={isBoard}
              onChange={(event) => view.setLook(event.currentTarget.checked ? "columns" : undefined)}
            />
            {isManager && (
              <Button variant="default" renderRoot={(props) => <Link to="/my-cases" {...props} />}>
                <Trans>My cases, for the phone</Trans>
              </Button>
            )}
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/cases/times" search={{ property_id }} {...props} />}
            >
              <Trans>Case times</Trans>
            </Button>
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
      {isBoard ? (
        <CaseBoard
          columns={columns}
          actions={isManager ? { open: view.setDialog, acknowledge: ({ id }) => acknowledge(id) } : null}
        />
      ) : (
        <>
          <Tabs
            label={t`State of the cases`}
            look="line"
            tabs={caseViews.map((tab, place) => ({ tab, label: views[tab].label, count: counts[place]?.data?.count }))}
            value={shown}
            onChange={view.setView}
            panel={LIST}
          />
          <div
            id={LIST}
            ref={list}
            data-keys="cases"
            role="tabpanel"
            aria-labelledby={tabId(LIST, shown)}
            className={classes.list}
          >
            <TableFrame
              title={views[shown].label}
              subtitle={
                isManager && (
                  <span className={classes.keys}>
                    <Trans>Keys: j and k move, Enter opens, a assigns, f reports a fix, n marks as not a leak</Trans>
                  </span>
                )
              }
            >
              {(heading) => (
                <ListTable
                  caption={t`Leak cases`}
                  columns={caseColumns(
                    isManager
                      ? { open: view.setDialog, acknowledge: ({ id }) => acknowledge(id), chosen: ticked, choose }
                      : null,
                  )}
                  rowKey={(row) => String(row.id)}
                  printGroup={({ property_name, building_name }) => [property_name, building_name].join(" | ")}
                  list={cases}
                  state={view.list}
                  ordering={search.ordering ?? CASES_ORDERING}
                  what={t`The cases`}
                  layoutName="cases"
                  hiddenAtFirst={["gallons_per_day", "confidence", "total_gallons_leaked", "leak_cost"]}
                  onOpenRow={({ id }) => void navigate({ to: "/cases/$case_id", params: { case_id: String(id) } })}
                  onExport={exportOf("GET /v1/cases/export", { query: caseListParams(search, me.email) })}
                  empty={{ sentence: views[shown].empty }}
                  heading={
                    <>
                      {heading}
                      {isManager && rows !== undefined && rows.length > 0 && (
                        <span className={classes.bulk}>
                          <label className={classes.choose}>
                            <input
                              type="checkbox"
                              checked={hasAll}
                              onChange={() => setTicked(hasAll ? new Set() : new Set(rows.map(({ id }) => id)))}
                            />
                            {t`All on this page`}
                          </label>
                          <Button
                            size="xs"
                            disabled={chosen.length === 0}
                            onClick={() => chosen[0] && view.setDialog(chosen[0], "assigned")}
                          >
                            {chosen.length === 0 ? t`Assign` : t`Assign (${chosen.length})`}
                          </Button>
                        </span>
                      )}
                    </>
                  }
                />
              )}
            </TableFrame>
          </div>
        </>
      )}
      {shown === "to-do" && isManager && !isBoard && (
        <>
          <Repairs search={{ property_id }} />
          <Panel title={t`What cannot be seen`} subtitle={t`Leaks behind these devices are in no list`}>
            <SilentDevices search={{ property_id }} />
          </Panel>
        </>
      )}
      <OpenCaseDialog
        row={(isBoard ? columns.flatMap(({ data }) => data?.results ?? []) : rows)?.find(
          ({ id }) => id === search.case_id,
        )}
        also={
          !isBoard && search.dialog === "assigned" && ticked.has(search.case_id ?? 0)
            ? chosen.filter(({ id }) => id !== search.case_id)
            : []
        }
        dialog={isManager ? search.dialog : undefined}
        onClose={view.closeDialog}
        onDone={() => {
          view.closeDialog();
          setTicked(new Set());
          void forgetCases(client);
        }}
      />
    </div>
  );
}

function without(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return new Set([...ids].filter((one) => one !== id));
}

/** The list's view: its search params and the functions that change them. */
interface CasesView {
  search: CasesSearch;
  list: ListState;
  setView(view: CaseView): void;
  setProperties(ids: number[] | undefined): void;
  setMine(isMine: boolean): void;
  setOverdue(isOverdue: boolean): void;
  setLook(look: CasesSearch["look"]): void;
  setDialog(row: LeakCase, dialog: CaseDialog): void;
  closeDialog(): void;
}

function useCases(): CasesView {
  const navigate = useNavigate({ from: "/cases" });
  const search = useSearch({ from: "/signed-in/cases" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({ search: (before) => casesSearch({ ...before, ...changed }), replace, resetScroll: false });
  return {
    search,
    list: {
      page: (search.page ?? 1) - 1,
      pageSize: search.page_size ?? 25,
      setOrdering: (ordering) => go({ ordering, page: undefined }),
      setPage: (page, replace) => go({ page: page + 1 }, replace),
      setPageSize: (page_size) => go({ page_size, page: undefined }),
    },
    setView: (view) => go({ view, page: undefined }),
    setProperties: (property_id) => go({ property_id, page: undefined }),
    setMine: (isMine) => go({ mine: isMine || undefined, page: undefined }),
    setOverdue: (isOverdue) => go({ overdue: isOverdue || undefined, page: undefined }),
    setLook: (look) => go({ look, page: undefined }),
    setDialog: (row, dialog) => go({ dialog, case_id: row.id }),
    closeDialog: () => go({ dialog: undefined, case_id: undefined }, true),
  };
}
