import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ActionIcon } from "@mantine/core";
import { IconTable, IconTimeline } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PropertyPrices } from "../../../../../contract/costs/gallon-prices.ts";
import type { CallAnswer } from "../../../../app/api.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { formatDate } from "../../../../components/format.ts";
import type { Period } from "../../../../components/period/period.ts";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { hourAtProperty } from "../../leak-detail/view/property-time.ts";
import { defaultPriceQuery, pricesQuery, unitsOfQuery } from "./custom-cost-query.ts";
import { PriceLegend } from "./timeline/PriceLegend.tsx";
import { PricePicture } from "./timeline/PricePicture.tsx";
import { PriceTables } from "./timeline/PriceTables.tsx";
import { type NewPrice, type PriceLane, priceLanes, replacedDays } from "./timeline/price-lanes.ts";
import { dayPriceText, replacedTexts } from "./timeline/price-text.ts";
import { periodDays, timeWindow } from "./timeline/time-window.ts";
import classes from "./timeline/timeline.module.css";

interface Props {
  property: CallAnswer<"GET /v1/reporting/my-properties/">[number];
  /** The report's days. */
  period: Period;
  /** undefined: not all of it is typed yet. */
  planned: NewPrice | undefined;
}

/** The price of a gallon at a property by day, who set it, and what a new price would replace. */
export function PriceTimeline({ property, period, planned }: Props): ReactNode {
  const { id, organization_id } = property;
  const prices = useQuery(pricesQuery(id));
  const units = useQuery(unitsOfQuery(id));
  const defaults = useQuery({ ...defaultPriceQuery(organization_id ?? 0), enabled: organization_id !== null });
  const failed = [prices, units, defaults].find(({ isError }) => isError);
  if (failed) return <QueryFailure query={failed} what={t`The prices in force`} inline />;
  const propertyPrices = prices.data?.results[0];
  const unitIds = units.data?.[0]?.units.map((unit) => unit.id);
  if (propertyPrices === undefined || unitIds === undefined || (defaults.isPending && organization_id !== null)) {
    return (
      <div className={classes.timeline} role="status" aria-label={t`Loading...`}>
        <Skeleton height={128} />
      </div>
    );
  }
  if (unitIds.length === 0) return null;
  const lanes = priceLanes(unitIds, propertyPrices, defaults.data?.results[0], planned);
  return (
    <Timeline property={property} period={period} planned={planned} propertyPrices={propertyPrices} lanes={lanes} />
  );
}

/** More sets of units than these are in the table alone. */
const SHOWN = 5;

interface Loaded extends Props {
  propertyPrices: PropertyPrices;
  lanes: readonly PriceLane[];
}

function Timeline({ property, period, planned, propertyPrices, lanes }: Loaded): ReactNode {
  const { time_zone: zone, name } = property;
  const [asTable, setAsTable] = useState(false);
  const [read, setRead] = useState<string>();
  const today = hourAtProperty(Date.now(), zone).date;
  const reported = periodDays(period, today);
  const window = timeWindow(lanes, today, reported, planned);
  const cursor = read !== undefined && read >= window.first && read <= window.last ? read : today;
  const total = lanes.reduce((sum, { unit_ids }) => sum + unit_ids.length, 0);
  const shown = lanes.slice(0, SHOWN);
  const [now, then] = [dayPriceText(lanes, "now", cursor, zone), dayPriceText(lanes, "then", cursor, zone)];
  const left = [
    ...(lanes.length > SHOWN ? [t`${lanes.length - SHOWN} more sets of units`] : []),
    ...(window.earlier > 0 ? [t`earlier changes`] : []),
    ...(window.later > 0 ? [t`later changes`] : []),
  ];
  const View = asTable ? IconTimeline : IconTable;
  return (
    <section className={classes.timeline} aria-label={t`Prices at ${name}`}>
      <div className={classes.head}>
        <h3>
          <Trans>Price of water over time</Trans>
        </h3>
        <ActionIcon
          aria-label={asTable ? t`Show as timeline` : t`Show as table`}
          title={asTable ? t`Show as timeline` : t`Show as table`}
          onClick={() => setAsTable(!asTable)}
        >
          <View size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      {asTable ? (
        <PriceTables lanes={lanes} total={total} propertyPrices={propertyPrices} zone={zone} />
      ) : (
        <PricePicture
          name={t`Price of water at ${name} over time`}
          lanes={shown}
          total={total}
          window={window}
          today={today}
          period={reported}
          planned={planned}
          cursor={cursor}
          onCursor={setRead}
          valueText={now}
        />
      )}
      {!asTable && <PriceLegend withNew={planned !== undefined} />}
      {!asTable && left.length > 0 && <p className={classes.left}>{t`In the table: ${left.join(", ")}.`}</p>}
      <p className={classes.words}>
        <b>{cursor === today ? t`In force now: ` : `${formatDate(cursor)}: `}</b>
        {`${now}.`}
        {then !== now && (
          <>
            {" "}
            <b>
              <Trans>After saving: </Trans>
            </b>
            {`${then}.`}
          </>
        )}
      </p>
      {planned && (
        <>
          <p className={classes.replaces}>
            <Trans>Saving replaces these prices, which stay in the history:</Trans>
          </p>
          <ul className={classes.replaced} aria-label={t`What saving replaces`}>
            {replacedTexts(replacedDays(lanes, planned), total).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
