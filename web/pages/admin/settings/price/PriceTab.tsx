import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OrganizationPrices } from "../../../../../contract/costs/gallon-prices.ts";
import { priceIn } from "../../../../../contract/display/measures.ts";
import { panelOf } from "../../../../app/query-state.ts";
import { DEFAULT_RATE } from "../../../../app/report/headline/default-rate.ts";
import { today } from "../../../../app/report/search/calendar.ts";
import { TableComing } from "../../../../app/report/table/TableComing.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { formatDate, formatPrice, money } from "../../../../components/format.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { DataTable } from "../../../../components/table/DataTable.tsx";
import { Gallon, gallon, measure } from "../../../../language/measure.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import classes from "../settings.module.css";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import { DisplayPanel } from "./DisplayPanel.tsx";
import { priceOn } from "./price-today.ts";

type Price = OrganizationPrices["prices"][number];
type PriceChange = OrganizationPrices["history"][number];

const first = ({ start_date }: Price) => (start_date === null ? t`Since ever` : formatDate(start_date));
const last = ({ end_date }: Price) => (end_date === null ? t`Until further notice` : formatDate(end_date));

/** What a price is and when it holds. */
const priceColumns: readonly TableColumn<Price>[] = [
  {
    id: "cost",
    header: t`Price per ${Gallon}`,
    align: "right",
    width: 150,
    card: "main",
    textUnit: money,
    cell: (row) => formatPrice(row.cost),
    text: (row) => String(priceIn(measure, row.cost)),
  },
  { id: "start_date", header: t`First Day`, card: "title", cell: first, text: (row) => row.start_date ?? "" },
  { id: "end_date", header: t`Last Day`, card: "under", cell: last, text: (row) => row.end_date ?? "" },
];

/** The same, with who set it and when. */
const historyColumns: readonly TableColumn<PriceChange>[] = [
  ...priceColumns,
  {
    id: "made_by",
    header: t`Set by`,
    card: "detail",
    cell: (row) => <span className={classes.names}>{row.made_by || t`Nobody known`}</span>,
    text: (row) => row.made_by,
  },
  {
    id: "made_at",
    header: t`Set at`,
    card: "detail",
    hint: t`On your clock`,
    cell: (row) => timeAtProperty(row.made_at, Intl.DateTimeFormat().resolvedOptions().timeZone),
    text: (row) => row.made_at,
  },
];

/** The price of a gallon for units without their own: today, on which days, and who set it. */
export default function PriceTab({ view }: { view: SettingsView }): ReactNode {
  const prices = useQuery(settingsQueries(view.organization.id, view.search).prices);
  const found = prices.data?.results[0];
  // How many lines come is not known before they are there: nothing below them may move.
  if (prices.isPending) return <TableComing />;
  const set = (
    <Button onClick={() => view.open("price")}>
      <Trans>Set the default price</Trans>
    </Button>
  );
  const now = found && priceOn(found.prices, today());
  return (
    <>
      <Panel
        title={t`Default price of water`}
        subtitle={t`Where a unit has no price of its own`}
        actions={set}
        state={panelOf(prices, t`The prices`, ({ results }) =>
          results.length === 0 ? t`No price is known of this organization.` : undefined,
        )}
        refreshing={prices.isPlaceholderData}
      >
        {now && (
          <div className={classes.facts}>
            <p>
              <Trans>
                <span className={classes.big}>{formatPrice(now.cost)}</span> per {gallon} today
              </Trans>
            </p>
            <p className={classes.soft}>
              <Trans>
                {now.isUsual
                  ? t`The usual price: nobody has set one for today. Set what your utility bills for water and sewer together, so that every dollar in the reports is yours.`
                  : t`Set for this organization.`}{" "}
                Prices of single units stand above it; they are set on Finance and History under Set Custom Cost per{" "}
                {Gallon}.
              </Trans>
            </p>
          </div>
        )}
      </Panel>
      {found && (
        <>
          <TableFrame title={t`In force`} subtitle={t`On other days ${formatPrice(DEFAULT_RATE)} per ${gallon}`}>
            {(heading) => (
              <DataTable
                caption={t`Default prices in force`}
                columns={priceColumns}
                rows={found.prices}
                rowKey={({ start_date, cost }) => `${start_date} ${cost}`}
                toolbar={heading}
                empty={{
                  sentence: t`No default price was set: water costs the usual ${formatPrice(DEFAULT_RATE)} per ${gallon}.`,
                }}
              />
            )}
          </TableFrame>
          <TableFrame
            title={t`History`}
            subtitle={
              found.history_count > found.history.length
                ? t`The last ${found.history.length} of ${found.history_count}, newest first; later ones won`
                : t`Newest first; later ones won`
            }
          >
            {(heading) => (
              <DataTable
                caption={t`History of default prices`}
                columns={historyColumns}
                rows={found.history}
                rowKey={({ id }) => String(id)}
                fileName="default-price-history"
                toolbar={heading}
                empty={{ sentence: t`Every price that is set will be listed here, with who set it and when.` }}
              />
            )}
          </TableFrame>
        </>
      )}
      <DisplayPanel organization={view.organization.id} />
    </>
  );
}
