import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { WaterUse } from "../../../../contract/portfolio/portfolio-efficiency.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { formatGallons, formatGallonsUnit } from "../../../components/format.ts";
import { gal } from "../../../language/measure.ts";

import { cockpitQueries } from "./cockpit-queries.ts";
import costs from "./costs.module.css";
import classes from "./efficiency.module.css";
import { watchlistLink } from "./rows-links.ts";

/** Use per bedroom and day: of whole units against the published scale, of toilets and heaters with their own number. */
export function Efficiency({ view }: { view: ReportView }): ReactNode {
  return (
    <QueryPanel
      query={useQuery(cockpitQueries(view.search).efficiency)}
      what={t`The water usage efficiency`}
      empty={({ whole_unit, toilet, water_heater }) =>
        [whole_unit, toilet, water_heater].every((use) => use.gallons_per_bedroom_per_day === null)
          ? t`Nothing was read in this period.`
          : undefined
      }
      title={t`Water usage efficiency`}
      subtitle={t`Use per bedroom per day`}
      info={t`Of units that are measured as a whole; a studio counts as one bedroom. The scale is that of WegoWise, the target that of Boston LISC. It is for whole units: toilets and water heaters are not held against it. By property lists the figure of each property that leaks: these do not add up, the portfolio's is the mean of all by bedrooms and days read.`}
      skeleton={<Bones widths={["50%", "100%", "92%", "88%"]} />}
      actions={
        <Link {...watchlistLink(view.search, "-gallons_per_bedroom_per_day")} className={costs.open}>
          <Trans>By property</Trans>
        </Link>
      }
    >
      {(use) => <Use use={use} isCompared={comparesDays(view.search)} />}
    </QueryPanel>
  );
}

function Use({ use, isCompared }: { use: WaterUse; isCompared: boolean }): ReactNode {
  const { whole_unit, toilet, water_heater, class: found, scale } = use;
  const fixtures = [
    { name: t`Toilets`, ...toilet },
    { name: t`Water heaters`, ...water_heater },
  ];
  return (
    <>
      <p className={costs.total}>
        <span>{formatGallons(whole_unit.gallons_per_bedroom_per_day, 1)}</span>
        {found === null ? t`not measured for whole units` : t`${gal}, ${useClasses[found].toLowerCase()}`}
        {isCompared && <ComparisonBadge value={whole_unit.comparison_value} unit="%" />}
      </p>
      <EfficiencyScale gallons={whole_unit.gallons_per_bedroom_per_day} found={found} scale={scale} />
      <p
        className={classes.of}
      >{t`${plural(whole_unit.units_count, { one: "# unit", other: "# units" })} measured as a whole (SPOE/DPOE)`}</p>
      <dl className={costs.kinds}>
        {fixtures.map(({ name, gallons_per_bedroom_per_day, comparison_value, units_count }) => (
          <div key={name}>
            <dt>
              {name}{" "}
              <span className={costs.share}>{t`in ${plural(units_count, { one: "# unit", other: "# units" })}`}</span>
            </dt>
            <dd>
              {isCompared && <ComparisonBadge value={comparison_value} unit="%" />}
              <b>{formatGallonsUnit(gallons_per_bedroom_per_day, 1)}</b>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface Props {
  /** Null: not measured, no marker. */
  gallons: number | null;
  found: WaterUse["class"];
  scale: WaterUse["scale"];
}

/** Where a use per bedroom and day stands on the published scale, with the target of a well kept building. */
function EfficiencyScale({ gallons, found, scale }: Props): ReactNode {
  const [usual_from, high_above, target] = [scale.usual_from, scale.high_above, scale.target].map((one) =>
    formatGallons(one),
  );
  const scaleText = t`under ${usual_from} efficient, ${usual_from} to ${high_above} usual, above ${high_above} high, target ${target}`;
  const measured = gallons === null ? t`not measured` : t`${formatGallonsUnit(gallons, 1)} per bedroom per day`;
  return (
    <div className={classes.scale} role="img" aria-label={t`Water usage efficiency: ${measured}; ${scaleText}`}>
      <div className={classes.bands}>
        {gallons !== null && <span className={classes.marker} style={{ left: `${scalePlace(gallons, scale)}%` }} />}
        {scaleBands(scale).map(({ band, width }) => (
          <i key={band} data-band={band} data-on={band === found || undefined} style={{ width: `${width}%` }} />
        ))}
        <span className={classes.target} style={{ left: `${scalePlace(scale.target, scale)}%` }} />
      </div>
      <div className={classes.names}>
        {scaleBands(scale).map(({ band, from, width }) => (
          <span key={band} data-on={band === found || undefined} style={{ width: `${width}%` }}>
            {formatGallons(from)} <b>{useClasses[band]}</b>
          </span>
        ))}
      </div>
      <p className={classes.targetName}>
        <Trans>
          <i /> Target {target}
        </Trans>
      </p>
    </div>
  );
}

/** The labels of the classes of the published scale. */
const useClasses = { efficient: t`Efficient`, usual: t`Usual`, high: t`High` } as const;

/** The bands of the scale in their order, and how wide each is drawn, in percent of the whole. */
function scaleBands({ usual_from, high_above }: WaterUse["scale"]) {
  const end = scaleEnd(high_above);
  return [
    { band: "efficient", from: 0, width: (100 * usual_from) / end },
    { band: "usual", from: usual_from, width: (100 * (high_above - usual_from)) / end },
    { band: "high", from: high_above, width: (100 * (end - high_above)) / end },
  ] as const;
}

/** Where a figure stands on the drawn scale, in percent of it; what lies beyond its end stands at the end. */
function scalePlace(gallons: number, { high_above }: WaterUse["scale"]): number {
  return Math.min(100, Math.max(0, (100 * gallons) / scaleEnd(high_above)));
}

/** The drawn scale ends where the band of high use is as wide as half of what is below it. */
function scaleEnd(highAbove: number): number {
  return highAbove * 1.5;
}
