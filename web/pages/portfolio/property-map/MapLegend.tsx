import type { ReactNode } from "react";
import type { MappedProperty } from "../../../../contract/portfolio/portfolio-map.ts";
import type { Performance } from "../../../../contract/reporting/reporting.ts";
import { performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { performanceClasses } from "../../../components/badges/performance.ts";
import { formatNumber } from "../../../components/format.ts";
import { MarkShape } from "./MarkShape.tsx";
import classes from "./property-map.module.css";

interface Props {
  properties: readonly MappedProperty[];
  /** The classes that are shown; undefined: all. */
  chosen: readonly Performance[] | undefined;
  onToggle: (performance: Performance) => void;
}

/** What the marks mean, with how many there are of each; a click shows a class alone. */
export function MapLegend({ properties, chosen, onToggle }: Props): ReactNode {
  const countOf = (one: Performance | null) => properties.filter(({ performance }) => performance === one).length;
  const unclassed = countOf(null);
  return (
    <div className={classes.legend}>
      <fieldset className={classes.keys} aria-label="Classes on the map">
        {performanceClasses.map((one) => (
          <button
            key={one}
            type="button"
            className={classes.key}
            aria-pressed={chosen?.includes(one) ?? false}
            data-off={(chosen && !chosen.includes(one)) || undefined}
            onClick={() => onToggle(one)}
          >
            <MarkShape performance={one} size={12} />
            {performanceName(one)} <b>{formatNumber(countOf(one))}</b>
          </button>
        ))}
      </fieldset>
      {unclassed > 0 && (
        <span className={classes.key} data-off={chosen !== undefined || undefined}>
          <MarkShape performance={null} size={12} />
          {performanceName(null)} <b>{formatNumber(unclassed)}</b>
        </span>
      )}
      <span className={classes.note}>The larger a mark, the more its leaks cost</span>
    </div>
  );
}
