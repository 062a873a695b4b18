import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type ActiveFilter, FilterBar } from "../../components/filters/FilterBar.tsx";
import { PopoverFilter } from "../../components/filters/PopoverFilter.tsx";
import { PeriodTabs } from "../../components/period/PeriodTabs.tsx";
import { useMe } from "../shell/use-me.ts";
import { today } from "./calendar.ts";
import { chipText, keptSelection, organizationOptions, propertyOptions, shownSelection } from "./filter-options.ts";
import { overviewQuery, propertiesQuery } from "./report-queries.ts";
import type { ReportView } from "./report-view.ts";
import { useOffered } from "./use-offered.ts";

interface Props {
  title: string;
  subtitle?: ReactNode;
  view: ReportView;
  /** Chips of the screen's own filters. */
  active?: readonly ActiveFilter[];
  /** The screen shows one property: no organizations or properties to choose. */
  fixedProperty?: boolean;
  actions?: ReactNode;
  /** The screen's own filters, after organizations and properties. */
  children?: ReactNode;
}

/** The head of a report: its name, what it covers, the period, and organizations and properties to choose. */
export function ReportFilters({
  title,
  subtitle,
  view,
  active = [],
  fixedProperty,
  actions,
  children,
}: Props): ReactNode {
  const { is_staff } = useMe();
  const properties = useQuery(propertiesQuery());
  const overview = useQuery(overviewQuery(view.search));
  const { organization_id, property_id } = view.search;
  const all = properties.data ?? [];
  const organizations = organizationOptions(all);
  const choices = propertyOptions(all, organization_id);
  const idsOf = (options: readonly { value: string }[]) => options.map(({ value }) => Number(value));
  const known = properties.data !== undefined && !properties.isPlaceholderData && !fixedProperty;
  useOffered(organization_id, known ? idsOf(organizations) : undefined, (kept) =>
    view.dropFilters({ organization_id: kept }),
  );
  useOffered(property_id, known ? idsOf(choices) : undefined, (kept) => view.dropFilters({ property_id: kept }));
  const chips: ActiveFilter[] = [];
  if (organization_id && is_staff && !fixedProperty) {
    const value = chipText(organization_id, organizations);
    const onRemove = () => view.setFilters({ organization_id: undefined, property_id: undefined });
    chips.push({ id: "organization", name: "Organization", value, onRemove });
  }
  if (property_id && !fixedProperty) {
    const value = chipText(property_id, choices);
    chips.push({
      id: "property",
      name: "Property",
      value,
      onRemove: () => view.setFilters({ property_id: undefined }),
    });
  }
  const developer = organizations.length === 1 || organization_id?.length === 1;
  const pending = properties.isPending;
  const chosen = organizations.find(({ value }) => value === String(organization_id?.[0] ?? value));
  return (
    <FilterBar
      title={title}
      subtitle={subtitle}
      counts={
        fixedProperty
          ? undefined
          : [
              { label: "Total Properties", value: overview.data?.total_properties ?? null },
              { label: "Total Units", value: overview.data?.total_units ?? null },
            ]
      }
      developer={fixedProperty ? undefined : pending && !is_staff ? null : developer ? chosen?.label : undefined}
      primary={<PeriodTabs value={view.period} onChange={view.setPeriod} today={today()} />}
      active={[...chips, ...active]}
      onReset={view.reset}
      actions={actions}
    >
      {is_staff && !fixedProperty && (pending || organizations.length > 1) && (
        <PopoverFilter
          label="Organizations"
          options={organizations}
          selected={shownSelection(organization_id, organizations)}
          onChange={(next) =>
            view.setFilters({ organization_id: keptSelection(next, organizations), property_id: undefined })
          }
          applyOn="close"
          required
          loading={pending}
          emptyText="No organizations found"
        />
      )}
      {!fixedProperty && (pending || all.length > 1) && (
        <PopoverFilter
          label="Properties"
          options={choices}
          selected={shownSelection(property_id, choices)}
          onChange={(next) => view.setFilters({ property_id: keptSelection(next, choices) })}
          applyOn="close"
          required
          loading={pending}
          emptyText="No properties found"
        />
      )}
      {children}
    </FilterBar>
  );
}
