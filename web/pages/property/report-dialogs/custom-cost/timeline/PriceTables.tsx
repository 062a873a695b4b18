import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { PropertyPrices } from "../../../../../../contract/costs/gallon-prices.ts";
import { formatPrice, money } from "../../../../../components/format.ts";
import { gallon } from "../../../../../language/measure.ts";
import { daysOf } from "./day-spans.ts";
import { type PriceLane, standing } from "./price-lanes.ts";
import { setByText, sourceText, spanText, unitsText } from "./price-text.ts";
import classes from "./timeline.module.css";

interface Props {
  lanes: readonly PriceLane[];
  total: number;
  propertyPrices: Pick<PropertyPrices, "history" | "history_count">;
  /** Of the property. */
  zone: string;
}

const still = { all: t`On all its days`, some: t`In part`, none: t`Replaced` } as const;

/** The timeline's figures, and the price history, newest first. */
export function PriceTables({ lanes, total, propertyPrices: { history, history_count }, zone }: Props): ReactNode {
  const spans = lanes.flatMap((lane) =>
    (lane.then ?? lane.now).map((span) => ({
      ...span,
      key: `${lane.unit_ids[0]} ${span.first}`,
      units: unitsText(lane.unit_ids.length, total),
    })),
  );
  return (
    <div className={classes.tables}>
      <table>
        <caption>
          <Trans>Prices by day</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Days and units</Trans>
            </th>
            <th scope="col">
              <Trans>
                {money} per {gallon}
              </Trans>
            </th>
            <th scope="col">
              <Trans>By</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {spans.map((span) => (
            <tr key={span.key}>
              <td>{`${spanText(span)}, ${span.units}`}</td>
              <td>{formatPrice(span.cost)}</td>
              <td>{sourceText(span, zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <caption>
          {history.length < history_count
            ? t`On record, the newest ${history.length} of ${history_count}`
            : t`On record`}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Days and units</Trans>
            </th>
            <th scope="col">
              <Trans>
                {money} per {gallon}
              </Trans>
            </th>
            <th scope="col">
              <Trans>By</Trans>
            </th>
            <th scope="col">
              <Trans>In force</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {history.map((entry) => (
            <tr key={entry.id}>
              <td>{`${spanText(daysOf(entry))}, ${unitsText(entry.unit_ids.length, total)}`}</td>
              <td>{formatPrice(entry.cost)}</td>
              <td>{setByText(entry, zone)}</td>
              <td>{still[standing(lanes, entry)]}</td>
            </tr>
          ))}
          {history.length === 0 && (
            <tr>
              <td colSpan={4}>
                <Trans>Nobody has set a price for these units yet.</Trans>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
