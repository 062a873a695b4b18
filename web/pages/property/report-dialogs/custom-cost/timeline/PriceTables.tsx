import type { ReactNode } from "react";
import type { PropertyPrices } from "../../../../../../contract/gallon-prices.ts";
import { daysOf } from "./day-spans.ts";
import { type PriceLane, standing } from "./price-lanes.ts";
import { priceWords, saidWords, sourceWords, spanWords, unitsWords } from "./price-words.ts";
import classes from "./timeline.module.css";

interface Props {
  lanes: readonly PriceLane[];
  total: number;
  told: Pick<PropertyPrices, "history" | "history_count">;
  /** Of the property. */
  zone: string;
}

const still = { all: "On all its days", some: "In part", none: "Replaced" } as const;

/** The timeline's figures, and the price history, newest first. */
export function PriceTables({ lanes, total, told: { history, history_count }, zone }: Props): ReactNode {
  const spans = lanes.flatMap((lane) =>
    (lane.then ?? lane.now).map((span) => ({
      ...span,
      key: `${lane.unit_ids[0]} ${span.first}`,
      units: unitsWords(lane.unit_ids.length, total),
    })),
  );
  return (
    <div className={classes.tables}>
      <table>
        <caption>Prices by day</caption>
        <thead>
          <tr>
            <th scope="col">Days and units</th>
            <th scope="col">$ per gallon</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {spans.map((span) => (
            <tr key={span.key}>
              <td>{`${spanWords(span)}, ${span.units}`}</td>
              <td>{priceWords(span.cost)}</td>
              <td>{sourceWords(span, zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <caption>
          {history.length < history_count ? `On record, the newest ${history.length} of ${history_count}` : "On record"}
        </caption>
        <thead>
          <tr>
            <th scope="col">Days and units</th>
            <th scope="col">$ per gallon</th>
            <th scope="col">By</th>
            <th scope="col">In force</th>
          </tr>
        </thead>
        <tbody>
          {history.map((entry) => (
            <tr key={entry.id}>
              <td>{`${spanWords(daysOf(entry))}, ${unitsWords(entry.unit_ids.length, total)}`}</td>
              <td>{priceWords(entry.cost)}</td>
              <td>{saidWords(entry, zone)}</td>
              <td>{still[standing(lanes, entry)]}</td>
            </tr>
          ))}
          {history.length === 0 && (
            <tr>
              <td colSpan={4}>Nobody has set a price for these units yet.</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
