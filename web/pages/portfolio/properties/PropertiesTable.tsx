import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PropertiesOverview } from "../../../../contract/portfolio/portfolio.ts";
import type { PropertyRow } from "../../../../contract/reporting/reporting.ts";
import { exportOf } from "../../../app/export.ts";
import classes from "../../../app/report/report.module.css";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { type ReportView, reportQuery } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { PerformanceBadge, performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { formatGallons, formatLeakShare, formatNumber, plain, plainGallons } from "../../../components/format.ts";
import type { RowMark, TableColumn } from "../../../components/table/column.ts";
import { nameColumn, numberColumn, textColumn } from "../../../components/table/columns.tsx";
import { Gallons, gal } from "../../../language/measure.ts";
import { PropertyUnits } from "../../property/property-units/PropertyUnits.tsx";
import { useExpanded } from "../../property/property-units/use-expanded.ts";
import { useResorted } from "../../property/property-units/use-resorted.ts";
import { hiddenMessage, propertiesTitle } from "./filter-text.ts";
import own from "./properties.module.css";
import { propertiesOrdering, propertiesParams, propertiesQueries } from "./properties-queries.ts";
import { propertyTarget } from "./property-target.ts";

/** The element that a link to the table goes to. */
export const propertiesAnchor = "properties-table";

const tones = { on_track: "green", opportunities: "yellow", critical: "red" } as const;

/** A row's colour and label: those of its class, if there is a leak percentage. */
function classMark({ performance }: PropertyRow): RowMark | undefined {
  if (performance === null || performance === "zero_usage") return undefined;
  return { tone: tones[performance], label: performanceName(performance) };
}

/** The properties, each unfolding to its leaking units. Other days or places fold all of them. A row opens the property. */
export function PropertiesTable({ view }: { view: ReportView }): ReactNode {
  const navigate = useNavigate();
  const { search } = view;
  const rows = useQuery(propertiesQueries(search).rows);
  const sums = useQuery(propertiesQueries(search).sums);
  const all = useQuery(propertiesQueries(search).overview);
  const ordering = search.ordering ?? propertiesOrdering;
  useResorted(ordering);
  const about = JSON.stringify(reportQuery(search));
  const [isExpanded, toggle] = useExpanded(about, false);
  const dateRange = formatPeriod(view.period);
  const hidden = hiddenMessage(search, all.data?.total_properties ?? null);
  // Sums of other days than those of the rows would not add up.
  const totals = sums.isPlaceholderData === rows.isPlaceholderData ? sums.data : undefined;
  return (
    <div id={propertiesAnchor}>
      <TableFrame title={propertiesTitle(search)} subtitle={dateRange}>
        {(heading) => (
          <ListTable
            caption={t`Properties, ${dateRange}`}
            columns={propertyColumns(view, totals)}
            rowKey={(row) => String(row.property_id)}
            list={rows}
            state={view}
            ordering={ordering}
            what={t`The properties`}
            layoutName="properties"
            highlight={classMark}
            empty={
              hidden === null
                ? { sentence: t`A property shows here once it is imported and you may see it.` }
                : {
                    sentence: hidden,
                    action: (
                      <Button onClick={() => view.setFilters({ performance: undefined, state: undefined })}>
                        <Trans>Show all properties</Trans>
                      </Button>
                    ),
                  }
            }
            onOpenRow={(row) => void navigate(propertyTarget(row.property_id, view.period))}
            expansion={{
              isExpanded: (row) => isExpanded(row.property_id),
              onToggle: (row) => toggle(row.property_id),
              buttonText: (_row, expanded) => (expanded ? t`Hide Leak` : t`Show Leak`),
              label: (row, expanded) => t`${expanded ? t`Hide` : t`Show`} Leak of ${row.property_name}`,
              render: (row) => (
                <PropertyUnits key={about} property={row} from="property" view={view} ordering={ordering} />
              ),
            }}
            onExport={exportOf("GET /v1/reporting/portfolio-insights/properties/performance/export", {
              query: propertiesParams(search),
            })}
            heading={heading}
          />
        )}
      </TableFrame>
    </div>
  );
}

type Count = "units" | "units_with_leakage" | "bedrooms";
type Volume = "gallons_consumed" | "leak_percentage" | "gallons_leaked";
type Rest = Pick<TableColumn<PropertyRow>, "unit" | "width" | "hint" | "card">;

/** A volume's change stands before it, so that the figures of a column stay one under another. */
function changed(figure: ReactNode, change: number | null, unit: "%" | "pp"): ReactNode {
  return change === null ? (
    figure
  ) : (
    <span className={own.change}>
      <ComparisonBadge value={change} unit={unit} />
      {figure}
    </span>
  );
}

/**
 * The columns of the Properties table.
 * @param totals of all pages; undefined while they are not known
 */
function propertyColumns(view: ReportView, totals: PropertiesOverview | undefined): TableColumn<PropertyRow>[] {
  const count = (id: Count, header: string, width: number): TableColumn<PropertyRow> => ({
    id,
    header,
    align: "right",
    sortable: id,
    width,
    cell: (row) => formatNumber(row[id]),
    text: (row) => plain(row[id]),
    total: totals && formatNumber(totals[id === "units" ? "total_units" : id]),
  });
  const volume = (id: Volume, header: string, rest: Rest): TableColumn<PropertyRow> => {
    const format = id === "leak_percentage" ? formatLeakShare : formatGallons;
    const sign = id === "leak_percentage" ? "pp" : "%";
    return {
      id,
      header,
      align: "right",
      sortable: id,
      ...rest,
      cell: (row) =>
        changed(
          id === "gallons_leaked" ? <strong>{format(row[id])}</strong> : format(row[id]),
          row[`${id}_comparison`],
          sign,
        ),
      text: (row) => (id === "leak_percentage" ? plain : plainGallons)(row[id]),
      total: totals && changed(format(totals[id]), totals[`${id}_comparison`], sign),
    };
  };
  return [
    nameColumn("property_name", t`Property`, {
      sortable: "property_name",
      card: "title",
      pinned: true,
      total: totals && t`Total of ${plural(totals.total_properties, { one: "# property", other: "# properties" })}`,
    }),
    textColumn("state", t`State`, { sortable: "state", width: 80 }),
    {
      id: "performance",
      header: t`Performance`,
      sortable: "performance",
      width: 150,
      card: "under",
      hint: t`By leak volume: under 10% on track, under 25% opportunities, above that critical`,
      cell: (row) => <PerformanceBadge performance={row.performance} />,
      text: (row) => performanceName(row.performance),
    },
    count("units", t`Units`, 80),
    count("units_with_leakage", t`Units with leak`, 130),
    count("bedrooms", t`Bedrooms`, 110),
    numberColumn("days_read", t`Days Read`, {
      sortable: "days_read",
      width: 110,
      hint: t`Days on which at least 80% of the property's meters were read`,
    }),
    volume("gallons_consumed", Gallons, { unit: gal, width: 110 }),
    volume("leak_percentage", t`Leak Volume`, { unit: "%", width: 130, card: "main" }),
    volume("gallons_leaked", t`Leak ${Gallons}`, { unit: gal, width: 140, card: "main" }),
    {
      id: "details",
      header: t`Details`,
      width: 80,
      card: "none",
      cell: (row) => (
        <Link
          {...propertyTarget(row.property_id, view.period)}
          className={classes.details}
          aria-label={t`Details of ${row.property_name}`}
        >
          <Trans>Details</Trans>
        </Link>
      ),
      text: () => "",
    },
  ];
}
