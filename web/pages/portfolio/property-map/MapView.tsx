import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import type { MappedProperty } from "../../../../contract/portfolio/portfolio-map.ts";
import type { Performance } from "../../../../contract/reporting/reporting.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { performanceClasses } from "../../../components/badges/performance.ts";
import { formatNumber } from "../../../components/format.ts";
import { PanelCorner } from "../../../components/panel/PanelCorner.tsx";
import type { Period } from "../../../components/period/period.ts";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { boxAround, type MapBox, wholeCountry } from "../../../components/us-map/map-box.ts";
import { stateCode } from "../../../components/us-map/state-code.ts";
import { states } from "../../../components/us-map/states.ts";
import { UsMap } from "../../../components/us-map/UsMap.tsx";
import { propertyTarget } from "../properties/property-target.ts";
import { MapList } from "./MapList.tsx";
import { MarkShape } from "./MarkShape.tsx";
import { Marks } from "./Marks.tsx";
import { offMapText } from "./map-text.ts";
import { byCost, ofClasses, type PlacedProperty, placed, toggled } from "./placed.ts";
import classes from "./property-map.module.css";

/** What is looked at: the portfolio's own states, all, or some properties close together. */
type Look = "own" | "country" | readonly PlacedProperty[];

/** A crowd in one place is not looked at nearer than this: units of the map. */
const NEAREST = 110;

const boxOf = ({ x, y }: PlacedProperty): MapBox => ({ left: x, top: y, right: x, bottom: y });

interface Props {
  properties: readonly MappedProperty[];
  view: ReportView;
}

/** The map with its legend, and the same properties in the order of cost. */
export default function MapView({ properties, view }: Props): ReactNode {
  const [look, setLook] = useState<Look>("own");
  const [highlighted, setHighlighted] = useState<number | null>(null);
  const { ref, width } = useElementSize();
  const chosen = view.search.performance;
  const sorted = useMemo(() => byCost(properties), [properties]);
  const everywhere = useMemo(() => placed(sorted), [sorted]);
  const codes = useMemo(() => new Set(sorted.flatMap(({ state }) => stateCode(state) ?? [])), [sorted]);
  const own = useMemo(
    () =>
      boxAround([
        ...states.filter(({ code }) => codes.has(code)).map(({ box }) => box),
        ...everywhere.on.map((point) => boxOf(point)),
      ]),
    [codes, everywhere],
  );
  const crowd = typeof look === "object" ? look : null;
  const box = useMemo(() => {
    if (crowd) return boxAround(crowd.map(boxOf), NEAREST);
    return look === "country" ? wholeCountry : own;
  }, [crowd, look, own]);
  const inCrowd = new Set(crowd?.map(({ property }) => property.property_id));
  const listed = ofClasses(sorted, chosen).filter(({ property_id }) => crowd === null || inCrowd.has(property_id));
  const shown = useMemo(() => {
    const left = new Set(ofClasses(sorted, chosen));
    return everywhere.on.filter(({ property }) => left.has(property));
  }, [sorted, chosen, everywhere]);
  return (
    <div className={classes.view}>
      <PanelCorner>
        {crowd && (
          <Button variant="default" onClick={() => setLook("own")}>
            <Trans>Show all properties</Trans>
          </Button>
        )}
        {!crowd && own !== wholeCountry && (
          <Button
            variant="default"
            aria-pressed={look === "country"}
            onClick={() => setLook(look === "country" ? "own" : "country")}
          >
            <Trans>Whole country</Trans>
          </Button>
        )}
      </PanelCorner>
      <MapLegend
        properties={sorted}
        chosen={chosen}
        onToggle={(one) => view.setFilters({ performance: toggled(chosen, one) })}
      />
      <div className={classes.parts}>
        <UsMap box={box} shaded={codes} taken={shown} width={width} stage={ref}>
          <Marks
            properties={shown}
            box={box}
            width={width}
            period={view.period}
            highlighted={highlighted}
            onHighlight={setHighlighted}
            onCrowd={setLook}
          />
        </UsMap>
        {listed.length > 0 ? (
          <MapList
            key={crowd ? "crowd" : "all"}
            properties={listed}
            period={view.period}
            highlighted={highlighted}
            onHighlight={setHighlighted}
          />
        ) : (
          <EmptyState sentence={t`No property of these classes in this period. Take a class off to see more.`} />
        )}
      </div>
      <OffMap properties={everywhere.off} period={view.period} />
    </div>
  );
}

/** Names before "and 7 more". */
const MOST_NAMED = 8;

/** The names of the properties without a place on the map; nothing if all have one. */
function OffMap({ properties, period }: { properties: readonly MappedProperty[]; period: Period }): ReactNode {
  if (properties.length === 0) return null;
  const named = properties.slice(0, MOST_NAMED);
  const more = properties.length - named.length;
  return (
    <p className={classes.off}>
      <Trans>
        {offMapText(properties.length)}{" "}
        {named.map(({ property_id, property_name }, place) => (
          <span key={property_id}>
            {place > 0 && ", "}
            <Link {...propertyTarget(property_id, period)}>{property_name}</Link>
          </span>
        ))}
        {more > 0 && t` and ${more} more`}. The list has them all.
      </Trans>
    </p>
  );
}

interface MapLegendProps {
  properties: readonly MappedProperty[];
  /** The classes that are shown; undefined: all. */
  chosen: readonly Performance[] | undefined;
  onToggle: (performance: Performance) => void;
}

/** What the marks mean, with how many there are of each; a click shows a class alone. */
function MapLegend({ properties, chosen, onToggle }: MapLegendProps): ReactNode {
  const countOf = (one: Performance | null) => properties.filter(({ performance }) => performance === one).length;
  const unclassed = countOf(null);
  return (
    <div className={classes.legend}>
      <fieldset className={classes.keys} aria-label={t`Classes on the map`}>
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
      <span className={classes.note}>
        <Trans>The larger a mark, the more its leaks cost</Trans>
      </span>
    </div>
  );
}
