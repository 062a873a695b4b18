import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { SavedCase, Savings } from "../../../../contract/portfolio/portfolio-savings.ts";
import { exportOf } from "../../../app/export.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { cost, formatPlace } from "../../../app/report/text.ts";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import {
  formatDollars,
  formatGallons,
  formatGallonsUnit,
  formatMonth,
  NOT_MEASURED,
} from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { dollarsColumn, gallonsColumn, leakTypeColumn, numberColumn } from "../../../components/table/columns.tsx";
import { Gallons, gal } from "../../../language/measure.ts";
import { dayAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { cockpitQueries } from "./cockpit-queries.ts";
import classes from "./savings.module.css";
import {
  ledgerFields,
  ledgerOrdering,
  ledgerParams,
  ledgerQuery,
  type SavingsList,
  savingsLists,
} from "./savings-queries.ts";

interface Props {
  view: ReportView;
  list: SavingsList;
  opened: boolean;
  onClose: () => void;
}

/** The ledger behind the savings: cases whose fix the meter verified, or apart those that ended on their own. */
export default function SavingsDialog({ view, list, opened, onClose }: Props): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title={savingsLists[list].title} size="large">
      <Ledger key={list} view={view} list={list} />
    </Dialog>
  );
}

function Ledger({ view, list }: Pick<Props, "view" | "list">): ReactNode {
  const navigate = useNavigate();
  const [page, setPage] = useState(0);
  const [chosen, setOrdering] = useState<string>(ledgerOrdering);
  const ordering = orderingOf(chosen, ledgerFields) ?? ledgerOrdering;
  const params = ledgerParams(view.search, list, ordering);
  const cases = useQuery(ledgerQuery(params, page));
  const { data: savings } = useQuery(cockpitQueries(view.search).savings);
  const isFixed = list === "verified-fixes";
  return (
    <>
      <p className={classes.note}>
        {isFixed ? (
          <Trans>
            Baseline: what the leak lost in a day before it stopped. It counts for each of the 30 days since, at the
            price of the day, once the meter has verified the fix.
          </Trans>
        ) : (
          <Trans>What these leaks no longer lose. Nobody fixed them, so it is not in the savings.</Trans>
        )}
      </p>
      <ListTable
        caption={`${savingsLists[list].title}, ${formatPeriod(view.period)}`}
        columns={ledgerColumns(isFixed, isFixed ? savings?.verified : savings?.ended)}
        rowKey={({ case_id }) => String(case_id)}
        list={cases}
        state={{
          page,
          pageSize: 10,
          setPage,
          setOrdering: (next) => {
            setOrdering(next);
            setPage(0);
          },
        }}
        ordering={ordering}
        what={t`The leaks`}
        layoutName="savings_ledger"
        hiddenAtFirst={["payback_days", "use_drop"]}
        empty={{
          sentence: isFixed
            ? t`No verified fix saved water in this period.`
            : t`No leak that ended on its own would have run in this period.`,
        }}
        onOpenRow={({ case_id }) => void navigate({ to: "/cases/$case_id", params: { case_id: String(case_id) } })}
        onExport={exportOf("GET /v1/reporting/portfolio-insights/savings/cases/export", { query: params })}
      />
      {isFixed && savings && <Breakdown savings={savings} />}
    </>
  );
}

function ledgerColumns(
  isFixed: boolean,
  totals: Pick<Savings["verified"], "gallons_saved" | "dollars_saved"> | undefined,
): TableColumn<SavedCase>[] {
  const instant = ({ fixed_at, ended_at }: SavedCase) => (isFixed ? fixed_at : ended_at) ?? ended_at;
  return [
    {
      id: "place",
      header: t`Property | Building | Unit`,
      sortable: "property_name",
      fields: ["property_name", "building_name", "unit_name"],
      card: "title",
      pinned: true,
      cell: (row) => <strong>{formatPlace(row)}</strong>,
      text: formatPlace,
    },
    leakTypeColumn({ card: "under" }),
    {
      id: "ended_at",
      header: isFixed ? t`Fixed` : t`Ended`,
      sortable: "ended_at",
      card: "under",
      fields: [isFixed ? "fixed_at" : "ended_at"],
      cell: (row) => dayAtProperty(instant(row), row.time_zone),
      text: (row) => dayAtProperty(instant(row), row.time_zone),
    },
    gallonsColumn("gallons_saved", t`${Gallons} Saved`, {
      card: "main",
      sortable: "gallons_saved",
      total: totals && formatGallons(totals.gallons_saved),
    }),
    dollarsColumn("dollars_saved", t`Dollars Saved`, {
      card: "main",
      strong: true,
      sortable: "dollars_saved",
      total: totals && formatDollars(totals.dollars_saved, 2),
    }),
    {
      ...gallonsColumn("gallons_per_day", t`Baseline per Day`, { sortable: "gallons_per_day" }),
      hint: t`With the 90% range of its days`,
      cell: baselineText,
    },
    numberColumn("days_saved", t`Days`, { decimals: 1 }),
    ...(isFixed
      ? [
          dollarsColumn("repair_cost", t`Repair Cost`),
          numberColumn("payback_days", t`Payback Days`, {
            decimals: 0,
            hint: t`Days until the repair has paid for itself`,
          }),
        ]
      : []),
    {
      id: "use_drop",
      header: t`Use Fell By`,
      unit: gal,
      align: "right",
      hint: t`All water of the unit, per day, before less since, with its 90% range`,
      fields: ["use_drop.gallons_per_day", "use_drop.low", "use_drop.high"],
      cell: ({ use_drop }) => dropText(use_drop),
      text: ({ use_drop }) => dropText(use_drop),
    },
  ];
}

/** "72 (68 to 75)" */
function baselineText({ gallons_per_day, baseline_low, baseline_high }: SavedCase): string {
  const range =
    baseline_low === null || baseline_high === null
      ? ""
      : t` (${formatGallons(baseline_low)} to ${formatGallons(baseline_high)})`;
  return `${formatGallons(gallons_per_day)}${range}`;
}

function dropText(drop: SavedCase["use_drop"]): string {
  if (drop === null) return NOT_MEASURED;
  return t`${formatGallons(drop.gallons_per_day)} (${formatGallons(drop.low)} to ${formatGallons(drop.high)})`;
}

/** The savings by property and by month where there are several, and what is apart from them. */
function Breakdown({ savings: { properties, months, outside_units } }: { savings: Savings }): ReactNode {
  const saved = ({ gallons_saved, dollars_saved }: Savings["ended"]) =>
    `${cost(dollars_saved)}, ${formatGallonsUnit(gallons_saved)}`;
  const parts = [
    { title: t`By property`, rows: properties.map((row) => ({ name: row.property_name, text: saved(row) })) },
    { title: t`By month`, rows: months.map((row) => ({ name: formatMonth(row.month), text: saved(row) })) },
  ].filter(({ rows }) => rows.length > 1);
  return (
    <>
      <div className={classes.breakdown}>
        {parts.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ name, text }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {outside_units.cases > 0 && (
        <p className={classes.note}>
          {t`Not in the total: ${saved(outside_units)} at ${plural(outside_units.cases, { one: "# meter", other: "# meters" })} of buildings and irrigation. Their water may also be that of units.`}
        </p>
      )}
    </>
  );
}
