import type { ReactNode, Ref } from "react";
import { isWithin, type MapBox, shareOf } from "./map-box.ts";
import type { MapPoint } from "./projection.ts";
import { states } from "./states.ts";
import classes from "./UsMap.module.css";

/** Pixels around a state's letters that no mark may stand in. */
const ROOM = 24;
/** Narrower maps have no room for letters. */
const WIDE_ENOUGH = 480;

interface Props {
  /** The part that is shown. */
  box: MapBox;
  /** Codes of the states to be shaded, and named where no mark stands on their middle. */
  shaded: ReadonlySet<string>;
  /** Where marks stand. */
  taken: readonly MapPoint[];
  /** Pixels that the map is wide; 0 until it is known. */
  width: number;
  /** The container of the marks; its width determines how close they are to one another. */
  stage: Ref<HTMLDivElement>;
  /** Marks, placed by `markPlace`. */
  children: ReactNode;
}

/** Where a mark stands over the map; `shift` in pixels. */
export function markPlace(box: MapBox, point: MapPoint, shift = { x: 0, y: 0 }) {
  const { across, down } = shareOf(box, point);
  return {
    left: `calc(${(across * 100).toFixed(3)}% + ${shift.x.toFixed(1)}px)`,
    top: `calc(${(down * 100).toFixed(3)}% + ${shift.y.toFixed(1)}px)`,
  };
}

/** The United States, from bundled shapes. Screen readers get its contents from the marks on it. */
export function UsMap({ box, shaded, taken, width, stage, children }: Props): ReactNode {
  const { left, top, right, bottom } = box;
  const room = (ROOM * (right - left)) / Math.max(1, width);
  const isFree = (place: MapPoint) =>
    width >= WIDE_ENOUGH &&
    isWithin({ left: left + room, top: top + room, right: right - room, bottom: bottom - room }, place) &&
    taken.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) > room);
  return (
    <div className={classes.map} ref={stage}>
      <svg
        className={classes.shapes}
        viewBox={`${left} ${top} ${right - left} ${bottom - top}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {states.map(({ code, path }) => (
          <path key={code} d={path} data-shaded={shaded.has(code) || undefined} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      {states
        .filter(({ code, middle }) => shaded.has(code) && isFree(middle))
        .map(({ code, middle }) => (
          <span key={code} className={classes.code} style={markPlace(box, middle)} aria-hidden="true">
            {code}
          </span>
        ))}
      {children}
    </div>
  );
}
