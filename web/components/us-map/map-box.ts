import type { MapPoint } from "./projection.ts";

/** A part of the map, in its units. */
export interface MapBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The map's shape on every screen: its width by its height. */
export const MAP_RATIO = 1.6;

/** All fifty states; the Aleutian Islands reach beyond the left edge. */
export const wholeCountry: MapBox = grown({ left: -58, top: 12, right: 958, bottom: 607 }, 1016, 0);

/** Narrower parts would show a state's border and nothing to know it by. */
const LEAST_WIDTH = 160;
/** Room around what is looked at, as a share of its width. */
const ROOM = 0.06;

/**
 * The part of the map that shows all of these boxes, of the map's shape and never outside of the country; the whole
 * country where there is none.
 * @param least units that it is wide at least
 */
export function boxAround(boxes: readonly MapBox[], least: number = LEAST_WIDTH): MapBox {
  if (boxes.length === 0) return wholeCountry;
  const union = {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
  const fitted = grown(union, least, ROOM);
  if (fitted.right - fitted.left >= wholeCountry.right - wholeCountry.left) return wholeCountry;
  const right = Math.max(0, wholeCountry.left - fitted.left) - Math.max(0, fitted.right - wholeCountry.right);
  const down = Math.max(0, wholeCountry.top - fitted.top) - Math.max(0, fitted.bottom - wholeCountry.bottom);
  return moved(fitted, right, down);
}

/** The same middle, with room around it, not narrower than `least`, and of the map's shape. */
function grown({ left, top, right, bottom }: MapBox, least: number, room: number): MapBox {
  const needed = Math.max((right - left) * (1 + 2 * room), (bottom - top) * (1 + 2 * room) * MAP_RATIO, least);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const height = needed / MAP_RATIO;
  return { left: x - needed / 2, top: y - height / 2, right: x + needed / 2, bottom: y + height / 2 };
}

function moved({ left, top, right, bottom }: MapBox, x: number, y: number): MapBox {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** Where in the box a point is, as shares of its width and height: 0 to 1 inside. */
export function shareOf({ left, top, right, bottom }: MapBox, point: MapPoint): MapPlace {
  return { across: (point.x - left) / (right - left), down: (point.y - top) / (bottom - top) };
}

/** A place inside a box, as shares of its width and height. */
export interface MapPlace {
  across: number;
  down: number;
}

/** Whether a point is in the part that is shown. */
export function isWithin(box: MapBox, point: MapPoint): boolean {
  const { across, down } = shareOf(box, point);
  return across >= 0 && across <= 1 && down >= 0 && down <= 1;
}
