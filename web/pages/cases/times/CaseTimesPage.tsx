import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { failureOf } from "../../../app/query-state.ts";
import { chipText, propertyOptions } from "../../../app/report/filters/filter-options.ts";
import reportClasses from "../../../app/report/report.module.css";
import { today } from "../../../app/report/search/calendar.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { useTableLayout } from "../../../app/report/table/use-table-layout.ts";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import { pageCount } from "../../../components/pager/pages.ts";
import { PeriodTabs } from "../../../components/period/PeriodTabs.tsx";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import classes from "../list/cases.module.css";
import { sortedTimes } from "./sorted-times.ts";
import { timeColumns, timesName } from "./time-columns.tsx";
import { timesPeriod, timesQueries } from "./times-queries.ts";
import { type TimesSearch, timesBy, timesSearch } from "./times-search.ts";

const TABLE = "case-times";
const tabNames = { property: t`By property`, person: t`By person`, kind: t`By kind` } as const;

/** How long leak cases take from found to proven fixed, and how many fixes held. */
export function CaseTimesPage(): ReactNode {
  const navigate = useNavigate({ from: "/cases/times" });
  const search = useSearch({ from: "/signed-in/cases/times" });
  const go = (changed: TimesSearch) =>
    void navigate({
      search: (before) => timesSearch({ ...before, page: undefined, ...changed }),
      resetScroll: false,
    });
  const queries = timesQueries(search);
  const times = useQuery(queries.times);
  const properties = useQuery(queries.properties);
  const { by = "property", property_id, ordering = "-cases", page_size: pageSize = 25 } = search;
  const period = timesPeriod(search);
  const options = propertyOptions(properties.data ?? [], undefined);
  const columns = timeColumns(by);
  const [layout, setLayout] = useTableLayout("case_times", { order: columns.map(({ id }) => id), hidden: ["held"] });
  const rows = times.data && sortedTimes(times.data, ordering, (row) => timesName(row, by));
  // All rows are at hand: a link to a page beyond them shows the last.
  const page = Math.min((search.page ?? 1) - 1, Math.max(0, pageCount(rows?.length ?? 0, pageSize) - 1));
  return (
    <div className={reportClasses.stack}>
      <title>{t`Case times · Dripline`}</title>
      <FilterBar
        title={t`Case times`}
        subtitle={t`Median hours from when a leak was found to each step, and how many fixes held.`}
        primary={
          <>
            <PeriodTabs
              value={period}
              onChange={(chosen) => go({ start_date: undefined, end_date: undefined, ...chosen })}
              today={today()}
            />
            <PopoverFilter
              label={t`Properties`}
              options={options}
              selected={property_id?.map(String) ?? []}
              onChange={(chosen) => go({ property_id: chosen.length === 0 ? undefined : chosen.map(Number) })}
              loading={properties.isPending}
              emptyText={t`No properties found`}
            />
          </>
        }
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/cases" search={{ property_id }} {...props} />}>
            <Trans>Leak cases</Trans>
          </Button>
        }
        active={
          property_id === undefined
            ? []
            : [
                {
                  id: "property",
                  name: t`Property`,
                  value: chipText(property_id, options),
                  onRemove: () => go({ property_id: undefined }),
                },
              ]
        }
      />
      <Tabs
        label={t`Group by`}
        look="line"
        tabs={timesBy.map((tab) => ({ tab, label: tabNames[tab] }))}
        value={by}
        onChange={(tab) => go({ by: tab === "property" ? undefined : tab, ordering: undefined })}
        panel={TABLE}
      />
      <div id={TABLE} role="tabpanel" aria-labelledby={tabId(TABLE, by)} className={classes.list}>
        <TableFrame title={tabNames[by]} subtitle={formatPeriod(period)}>
          {(heading) => (
            <DataTable
              caption={t`Case times`}
              columns={columns}
              rows={rows?.slice(page * pageSize, (page + 1) * pageSize)}
              rowKey={({ id, name }) => `${id} ${name}`}
              refreshing={times.isPlaceholderData}
              error={failureOf(times, t`The case times`)}
              empty={{ sentence: t`No leak was found in this period. Choose a longer one.` }}
              ordering={ordering}
              onOrderingChange={(field) => go({ ordering: timesSearch({ ordering: field }).ordering })}
              paging={{
                page,
                pageSize,
                count: rows?.length ?? 0,
                onPageChange: (next) => go({ page: next + 1 }),
                onPageSizeChange: (size) => go(timesSearch({ page_size: size })),
              }}
              onOpenRow={
                by === "property"
                  ? ({ id }) => void navigate({ to: "/cases", search: { property_id: id === null ? [] : [id] } })
                  : undefined
              }
              fileName={`${t`Case times`}, ${tabNames[by].toLowerCase()}, ${formatPeriod(period)}`}
              allRows={() => Promise.resolve(rows ?? [])}
              layout={layout}
              onLayoutChange={setLayout}
              toolbar={heading}
            />
          )}
        </TableFrame>
      </div>
    </div>
  );
}
