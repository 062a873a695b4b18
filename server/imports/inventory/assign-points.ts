/** A point of one kind in one unit (or building), and the meter there now. */
export interface KnownPoint {
  pointId: number;
  label: string;
  /** null: none. */
  serial: string | null;
}

/** Where a meter goes: a point that is there, or a new one with this label. */
export type Place = { pointId: number } | { label: string };

/**
 * Finds the points for the meters that an inventory lists for one kind in one unit. A label names its point. A meter
 * without one stays where it is; else it takes an empty point, then one whose meter is listed no more or
 * elsewhere, then a new one.
 */
export function assignPoints(
  meters: readonly { serial: string; label: string | null }[],
  points: readonly KnownPoint[],
): Map<string, Place> {
  const places = new Map<string, Place>();
  const free = new Map(points.map((point) => [point.label, point]));
  const take = (serial: string, point: KnownPoint) => {
    free.delete(point.label);
    places.set(serial, { pointId: point.pointId });
  };
  const labels = new Set(points.map((point) => point.label));

  for (const { serial, label } of meters) {
    if (label === null) continue;
    const point = free.get(label);
    if (point !== undefined) take(serial, point);
    else places.set(serial, { label });
    labels.add(label);
  }
  const unplaced = meters.filter((meter) => meter.label === null);
  for (const { serial } of unplaced) {
    const point = [...free.values()].find((candidate) => candidate.serial === serial);
    if (point !== undefined) take(serial, point);
  }
  for (const { serial } of unplaced) {
    if (places.has(serial)) continue;
    // Whoever stays has taken its point by now: what is left is empty, or its meter is gone or moves.
    const left = [...free.values()];
    const point = left.find((candidate) => candidate.serial === null) ?? left[0];
    if (point !== undefined) {
      take(serial, point);
      continue;
    }
    let label = "";
    for (let number = 2; labels.has(label); number++) label = String(number);
    labels.add(label);
    places.set(serial, { label });
  }
  return places;
}
