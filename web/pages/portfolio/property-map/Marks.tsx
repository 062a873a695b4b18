import { plural, t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { type FocusEvent, type KeyboardEvent, memo, type ReactNode, useMemo, useState } from "react";
import { PerformanceBadge } from "../../../components/badges/PerformanceBadge.tsx";
import { PlacedTip } from "../../../components/PlacedTip.tsx";
import type { Period } from "../../../components/period/period.ts";
import { type MapBox, shareOf } from "../../../components/us-map/map-box.ts";
import { markPlace } from "../../../components/us-map/UsMap.tsx";
import { propertyTarget } from "../properties/property-target.ts";
import { MarkShape } from "./MarkShape.tsx";
import { cityText, lossText, markLabel } from "./map-text.ts";
import classes from "./mark.module.css";
import { type CrowdMark, type Mark, marksOf, type OneMark } from "./marks.ts";
import { type PlacedProperty, worstOf } from "./placed.ts";

interface Props {
  /** In the order of cost. */
  properties: readonly PlacedProperty[];
  box: MapBox;
  /** Pixels that the map is wide. */
  width: number;
  period: Period;
  /** The property that is pointed at, here or in the list beside. */
  highlighted: number | null;
  /** Keep it the same between renders. */
  onHighlight: (property: number | null) => void;
  onCrowd: (members: readonly PlacedProperty[]) => void;
}

const keyOf = (mark: Mark) => (mark.kind === "one" ? mark.placed.property.property_id : `${mark.at.x} ${mark.at.y}`);

/** The properties on the map: one is reached by Tab, the others by the arrow keys in the order of cost. */
export function Marks({ properties, box, width, period, highlighted, onHighlight, onCrowd }: Props): ReactNode {
  const marks = useMemo(() => marksOf(properties, box, width), [properties, box, width]);
  const { reached, onKeyDown, onFocus } = useMarksKeys(marks.length, () => onHighlight(null));
  const pointed = marks.find((mark) => mark.kind === "one" && mark.placed.property.property_id === highlighted);
  return (
    <fieldset
      className={classes.marks}
      aria-label={t`Properties on the map, by leak cost`}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {marks.map((mark, place) =>
        mark.kind === "one" ? (
          <One
            key={keyOf(mark)}
            mark={mark}
            place={place}
            box={box}
            period={period}
            reachable={place === reached}
            highlighted={mark === pointed}
            onHighlight={onHighlight}
          />
        ) : (
          <Crowd key={keyOf(mark)} mark={mark} place={place} box={box} reachable={place === reached} onOpen={onCrowd} />
        ),
      )}
      {pointed?.kind === "one" && <MarkTip mark={pointed} box={box} />}
    </fieldset>
  );
}

interface OneProps {
  mark: OneMark;
  place: number;
  box: MapBox;
  period: Period;
  reachable: boolean;
  highlighted: boolean;
  onHighlight: (property: number | null) => void;
}

const One = memo(function One({ mark, place, box, period, reachable, highlighted, onHighlight }: OneProps): ReactNode {
  const { property, size } = mark.placed;
  const highlight = () => onHighlight(property.property_id);
  const clearHighlight = () => onHighlight(null);
  return (
    <Link
      {...propertyTarget(property.property_id, period)}
      className={classes.mark}
      style={markPlace(box, mark.placed, mark.shift)}
      aria-label={markLabel(property)}
      data-mark={place}
      data-alone={mark.alone || undefined}
      data-told={highlighted || undefined}
      tabIndex={reachable ? 0 : -1}
      onMouseEnter={highlight}
      onMouseLeave={clearHighlight}
      onFocus={highlight}
      onBlur={clearHighlight}
    >
      <MarkShape performance={property.performance} size={size} />
    </Link>
  );
});

interface CrowdProps {
  mark: CrowdMark;
  place: number;
  box: MapBox;
  reachable: boolean;
  onOpen: (members: readonly PlacedProperty[]) => void;
}

function Crowd({ mark, place, box, reachable, onOpen }: CrowdProps): ReactNode {
  const count = mark.members.length;
  const critical = mark.members.filter(({ property }) => property.performance === "critical").length;
  return (
    <button
      type="button"
      className={classes.crowd}
      style={markPlace(box, mark.at)}
      data-class={worstOf(mark.members.map(({ property }) => property)) ?? "none"}
      data-mark={place}
      tabIndex={reachable ? 0 : -1}
      aria-label={t`${plural(count, { one: "# property", other: "# properties" })} close together${critical > 0 ? t`, ${critical} critical` : ""}: show them`}
      title={t`${plural(count, { one: "# property", other: "# properties" })} close together${critical > 0 ? t`, ${critical} critical` : ""}`}
      onClick={() => onOpen(mark.members)}
    >
      {count}
    </button>
  );
}

/** What a mark stands for, beside it. */
function MarkTip({ mark, box }: { mark: OneMark; box: MapBox }): ReactNode {
  const { property } = mark.placed;
  const { across, down } = shareOf(box, mark.placed);
  const side = across < 0.25 ? "right" : across > 0.75 ? "left" : undefined;
  return (
    <PlacedTip {...markPlace(box, mark.placed, mark.shift)} away={20} below={down < 0.4} side={side}>
      <strong>{property.property_name}</strong>
      <span>{cityText(property)}</span>
      <span>
        <PerformanceBadge performance={property.performance} />
      </span>
      <span>{lossText(property)}</span>
    </PlacedTip>
  );
}

/**
 * How the marks of a map are reached: one by Tab, the others by the arrow keys, Home and End, in their order.
 * @param onEscape called on Escape, which leaves the focus where it is
 */
function useMarksKeys(count: number, onEscape: () => void) {
  const [chosen, setChosen] = useState(0);
  const last = Math.max(0, count - 1);
  const reached = Math.min(chosen, last);
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (event.target.dataset.mark !== undefined) setChosen(Number(event.target.dataset.mark));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") onEscape();
    const next = {
      ArrowRight: reached + 1,
      ArrowDown: reached + 1,
      ArrowLeft: reached - 1,
      ArrowUp: reached - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const mark = event.currentTarget.querySelector(`[data-mark="${Math.max(0, Math.min(last, next))}"]`);
    if (mark instanceof HTMLElement) mark.focus();
  };
  return { reached, onFocus, onKeyDown };
}
