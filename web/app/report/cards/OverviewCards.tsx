import { t } from "@lingui/core/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Card, CardId } from "../../../../contract/portfolio/portfolio-cards.ts";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { formatGallons, formatGallonsUnit } from "../../../components/format.ts";
import type { PanelState } from "../../../components/panel/Panel.tsx";
import { StatCard } from "../../../components/panel/StatCard.tsx";
import { cardCounts, cardFigure, cardOrder, cardParts, cardTitles } from "./card-text.ts";
import { useFavourite } from "./favourite.ts";
import classes from "./OverviewCards.module.css";

/** A list whose rows add up to a card's figure. */
export interface RowsLink extends Pick<LinkProps, "to" | "params" | "search" | "hash"> {
  /** "Show properties" */
  label: string;
}

interface Props {
  /** undefined: not there yet. */
  cards: readonly Card[] | undefined;
  state: PanelState;
  refreshing?: boolean;
  /** What the figures are of: "Last 7 days". */
  period: string;
  /** The days compared with: "vs previous 7 days"; left out: nothing is compared. */
  against?: string;
  rowsOf: (card: CardId) => RowsLink;
}

const infos: Partial<Record<CardId, string>> = {
  leak_percentage: t`How much of the water used leaked; the goal is less than 10%.`,
  leak_cost: t`What leaked, at the price of each day.`,
  gbd: t`Of units that are measured as a whole, per bedroom and day: under ${formatGallons(60)} is efficient, ${formatGallons(60)} to ${formatGallons(120)} usual, above ${formatGallonsUnit(120)} high. Toilets and water heaters have their own number.`,
};

/** The portfolio's overview cards, the favourite first, each with its parts and the way to its rows. */
export function OverviewCards({ cards, state, refreshing, period, against, rowsOf }: Props): ReactNode {
  const favourite = useFavourite("cockpit_overview_tiles");
  const sorted = cardOrder.toSorted((one, other) => Number(favourite(other).on) - Number(favourite(one).on));
  return (
    <div className={classes.cards}>
      {sorted.map((id) => {
        const card = cards?.find((one) => one.id === id);
        const unit = id === "leak_percentage" ? "pp" : "%";
        return (
          <StatCard
            key={id}
            title={cardTitles[id]}
            info={infos[id]}
            {...(card ? cardFigure(card) : { value: null })}
            subtitle={period}
            comparison={card && against ? { value: card.comparison_value, unit, against } : undefined}
            favourite={favourite(id)}
            state={state}
            refreshing={refreshing}
          >
            {card && <Parts card={card} unit={unit} rows={rowsOf(id)} compared={against !== undefined} />}
          </StatCard>
        );
      })}
    </div>
  );
}

function Parts({
  card,
  unit,
  rows,
  compared,
}: {
  card: Card;
  unit: "%" | "pp";
  rows: RowsLink;
  compared: boolean;
}): ReactNode {
  const { label, ...to } = rows;
  return (
    <>
      <dl className={classes.parts}>
        {cardParts(card).map(({ name, text, change }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {text} {compared && <ComparisonBadge value={change} unit={unit} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.counts}>{cardCounts(card)}</p>
      <Link {...to} className={classes.show} aria-label={`${label}: ${cardTitles[card.id]}`}>
        {label}
      </Link>
    </>
  );
}
