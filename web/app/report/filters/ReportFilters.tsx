import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BedCountFilter } from "../../../components/filters/BedCountFilter.tsx";
import { anyBedCount, type BedCount, bedCountText, isBedCountOn } from "../../../components/filters/bed-count.ts";
import { type ActiveFilter, FilterBar } from "../../../components/filters/FilterBar.tsx";
import { ComparisonSelect } from "../../../components/period/ComparisonSelect.tsx";
import { PeriodTabs } from "../../../components/period/PeriodTabs.tsx";
import { useMe } from "../../use-me.ts";
import { overviewQuery, propertiesQuery } from "../report-queries.ts";
import { today } from "../search/calendar.ts";
import { comparesDays } from "../search/report-search.ts";
import type { ReportView } from "../search/report-view.ts";
import { chipText, developerLabel, organizationOptions, propertyOptions } from "./filter-options.ts";
import { LinkNotice } from "./LinkNotice.tsx";
import { PlacesControls } from "./PlacesControls.tsx";
import { useCompare } from "./use-compare.ts";
import { useOffered } from "./use-offered.ts";

function bedCountOf({ bedrooms_from, bedrooms_to }: ReportView["search"]): BedCount {
  return { from: bedrooms_from ?? anyBedCount.from, to: bedrooms_to ?? anyBedCount.to };
}

interface Props {
  title: string;
  subtitle?: ReactNode;
  view: ReportView;
  /** Chips of the screen's own filters. */
  active?: readonly ActiveFilter[];
  /** Organizations and their properties are chosen in one menu. */
  placesTogether?: true;
  /** The screen shows one property: no organizations or properties to choose. */
  fixedProperty?: boolean;
  actions?: ReactNode;
  /** The screen's own way to choose days and what they are compared with, in place of the period and the comparison. */
  days?: ReactNode;
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
  placesTogether,
  actions,
  days,
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
    chips.push({ id: "organization", name: t`Organization`, value, onRemove });
  }
  if (property_id && !fixedProperty) {
    const value = chipText(property_id, choices);
    chips.push({
      id: "property",
      name: t`Property`,
      value,
      onRemove: () => view.setFilters({ property_id: undefined }),
    });
  }
  const beds = bedCountOf(view.search);
  if (isBedCountOn(beds)) {
    const onRemove = () => view.setFilters({ bedrooms_from: undefined, bedrooms_to: undefined });
    chips.push({ id: "beds", name: t`Bed Count`, value: bedCountText(beds), onRemove });
  }
  const developer = fixedProperty ? undefined : developerLabel(properties.data, view.search, is_staff);
  const compare = useCompare(view);
  return (
    <>
      <FilterBar
        title={title}
        subtitle={subtitle}
        counts={
          fixedProperty
            ? undefined
            : [
                { label: t`Total Properties`, value: overview.data?.total_properties ?? null },
                { label: t`Total Units`, value: overview.data?.total_units ?? null },
              ]
        }
        developer={developer}
        primary={days ?? <PeriodTabs value={view.period} onChange={view.setPeriod} today={today()} />}
        active={[...chips, ...active]}
        onReset={view.reset}
        resets={view.isOtherPeriod}
        actions={actions}
      >
        {!fixedProperty && (
          <PlacesControls view={view} properties={properties.data} together={placesTogether === true} />
        )}
        {children}
        <BedCountFilter
          value={beds}
          onChange={({ from, to }) =>
            view.setFilters({
              bedrooms_from: from === anyBedCount.from ? undefined : from,
              bedrooms_to: to === anyBedCount.to ? undefined : to,
            })
          }
        />
        {days === undefined && (
          <ComparisonSelect period={view.period.period} value={comparesDays(view.search)} onChange={compare} />
        )}
      </FilterBar>
      <LinkNotice view={view} />
    </>
  );
}
