import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { today } from "../../../../app/report/search/calendar.ts";
import { TableComing } from "../../../../app/report/table/TableComing.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { DataTable } from "../../../../components/table/DataTable.tsx";
import classes from "../settings.module.css";
import { pricesQuery } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import { historyColumns, priceColumns } from "./price-columns.tsx";
import { priceOn } from "./price-today.ts";

/** The price of a gallon for units without their own: today, on which days, and who set it. */
export default function PriceTab({ view }: { view: SettingsView }): ReactNode {
  const prices = useQuery(pricesQuery(view.organization.id));
  const found = prices.data?.results[0];
  // How many lines come is not known before they are there: nothing below them may move.
  if (prices.isPending) return <TableComing />;
  const error = prices.isError
    ? { message: notLoaded("The prices", prices.error), onRetry: () => void prices.refetch() }
    : undefined;
  const set = <Button onClick={() => view.open("price")}>Set the default price</Button>;
  const now = found && priceOn(found.prices, today());
  return (
    <>
      <Panel
        title="Default price of a gallon"
        subtitle="Where a unit has no price of its own"
        actions={set}
        state={
          error
            ? { kind: "error", ...error }
            : found === undefined
              ? { kind: "empty", sentence: "No price is known of this organization." }
              : { kind: "ready" }
        }
        refreshing={prices.isPlaceholderData}
      >
        {now && (
          <div className={classes.facts}>
            <p>
              <span className={classes.big}>${now.cost}</span> a gallon today
            </p>
            <p className={classes.soft}>
              {now.isUsual
                ? "The usual price: nobody has set one for today. Set what your utility bills for water and sewer together, so that every dollar in the reports is yours."
                : "Set for this organization."}{" "}
              Prices of single units stand above it; they are set on Finance and History under Set Custom Cost per
              Gallon.
            </p>
          </div>
        )}
      </Panel>
      {found && (
        <>
          <TableFrame title="In force" subtitle="On other days a gallon costs $0.015">
            {(heading) => (
              <DataTable
                caption="Default prices in force"
                columns={priceColumns}
                rows={found.prices}
                rowKey={({ start_date, cost }) => `${start_date} ${cost}`}
                toolbar={heading}
                empty={{ sentence: "No default price was set: every gallon costs the usual $0.015." }}
              />
            )}
          </TableFrame>
          <TableFrame
            title="History"
            subtitle={
              found.history_count > found.history.length
                ? `The last ${found.history.length} of ${found.history_count}, newest first; later ones won`
                : "Newest first; later ones won"
            }
          >
            {(heading) => (
              <DataTable
                caption="History of default prices"
                columns={historyColumns}
                rows={found.history}
                rowKey={({ id }) => String(id)}
                fileName="default-price-history"
                toolbar={heading}
                empty={{ sentence: "Every price that is set will stand here, with who set it and when." }}
              />
            )}
          </TableFrame>
        </>
      )}
    </>
  );
}
