import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { chosenProperties } from "../../../app/report/filters/filter-options.ts";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { performanceClasses } from "../../../components/badges/performance.ts";
import type { ActiveFilter } from "../../../components/filters/FilterBar.tsx";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import { classesQuery, filtersQuery } from "./properties-query.ts";

/** The filters of the table of properties (class and state): their controls, and chips for those that are on. */
export function useClassFilters(view: ReportView): { controls: ReactNode; active: ActiveFilter[] } {
  const { performance, state } = view.search;
  const filters = useQuery(filtersQuery());
  const classes = useQuery(classesQuery(view.search));
  const properties = useQuery(propertiesQuery());
  const chosen = properties.data && chosenProperties(properties.data, view.search);
  const active: ActiveFilter[] = [];
  if (performance) {
    const value = performance.map(performanceName).join(", ");
    const onRemove = () => view.setFilters({ performance: undefined });
    active.push({ id: "performance", name: "Performance", value, onRemove });
  }
  if (state) {
    const onRemove = () => view.setFilters({ state: undefined });
    active.push({ id: "state", name: "State", value: state.join(", "), onRemove });
  }
  const controls = (
    <>
      <PopoverFilter
        label="Performance"
        options={performanceClasses.map((value) => ({
          value,
          label: performanceName(value),
          count: classes.data?.[value],
        }))}
        selected={performance ?? []}
        onChange={(next) => {
          const wanted = performanceClasses.filter((name) => next.includes(name));
          view.setFilters({ performance: wanted.length === 0 ? undefined : wanted });
        }}
      />
      <PopoverFilter
        label="State"
        options={(filters.data?.states ?? []).map((value) => ({
          value,
          label: value,
          count: chosen?.filter((one) => one.state === value).length,
        }))}
        selected={state ?? []}
        onChange={(next) => view.setFilters({ state: next.length === 0 ? undefined : next.toSorted() })}
        loading={filters.isPending}
        emptyText={filters.isError ? "The states could not be loaded." : "No states found"}
      />
    </>
  );
  return { controls, active };
}
