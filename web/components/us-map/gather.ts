import type { MapPoint } from "./projection.ts";

/** Points that would lie on one another, and where they are shown together. */
export interface Gathering<P extends MapPoint> {
  /** The place of its first point. */
  at: MapPoint;
  points: readonly P[];
}

/**
 * Gathers the points that are nearer to one another than `distance`, in their order: each joins the first gathering
 * whose first point is that near, or begins one.
 */
export function gather<P extends MapPoint>(points: readonly P[], distance: number): Gathering<P>[] {
  const found: { at: MapPoint; points: P[] }[] = [];
  for (const point of points) {
    const near = found.find(({ at }) => Math.hypot(at.x - point.x, at.y - point.y) < distance);
    if (near) near.points.push(point);
    else found.push({ at: { x: point.x, y: point.y }, points: [point] });
  }
  return found;
}

/** Places on a ring for so many marks of that diameter, the first at the top, none on another; a single one in the middle. */
export function ring(count: number, diameter: number): MapPoint[] {
  if (count === 1) return [{ x: 0, y: 0 }];
  const radius = diameter / 2 / Math.sin(Math.PI / count);
  return Array.from({ length: count }, (_, place) => {
    const angle = (2 * Math.PI * place) / count - Math.PI / 2;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}
