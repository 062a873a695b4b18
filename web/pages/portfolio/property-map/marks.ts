import { type Gathering, gather, ring } from "../../../components/us-map/gather.ts";
import { isWithin, type MapBox } from "../../../components/us-map/map-box.ts";
import type { MapPoint } from "../../../components/us-map/projection.ts";
import type { PlacedProperty } from "./placed.ts";

/** A property's own mark. */
export interface OneMark {
  kind: "one";
  placed: PlacedProperty;
  /** Pixels from its place, where it stands in a ring with others. */
  shift: MapPoint;
  alone: boolean;
}

/** Too many for a ring: a count. */
export interface CrowdMark {
  kind: "crowd";
  at: MapPoint;
  members: readonly PlacedProperty[];
}

export type Mark = OneMark | CrowdMark;

/** Pixels between two places that are shown as one. */
const NEAR = 26;
/** More are a count. */
const MOST_IN_RING = 6;
/** Pixels of a map on a phone, where a mark needs the room of a thumb and several near each other are a count. */
const PHONE = { upTo: 400, near: 46, mostInRing: 1 };

/**
 * The marks of what is within the box, in the order given: properties so near that their marks would lie on one another
 * stand in a ring, or are counted where they are many.
 * @param width pixels that the box is wide on the screen
 */
export function marksOf(properties: readonly PlacedProperty[], box: MapBox, width: number): Mark[] {
  const within = properties.filter((point) => isWithin(box, point));
  const [near, mostInRing] = width <= PHONE.upTo ? [PHONE.near, PHONE.mostInRing] : [NEAR, MOST_IN_RING];
  return gather(within, (near * (box.right - box.left)) / Math.max(1, width)).flatMap((together) =>
    marksTogether(together, mostInRing),
  );
}

function marksTogether({ at, points }: Gathering<PlacedProperty>, mostInRing: number): Mark[] {
  if (points.length > mostInRing) return [{ kind: "crowd", at, members: points }];
  const largest = Math.max(24, ...points.map(({ size }) => size));
  const shifts = ring(points.length, largest + 2);
  return points.map((placed, place) => ({
    kind: "one",
    placed: points.length === 1 ? placed : { ...placed, ...at },
    shift: shifts[place] ?? { x: 0, y: 0 },
    alone: points.length === 1,
  }));
}
