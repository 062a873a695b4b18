/** A stretch of a leak, in days or in instants: from `start` up to and with `end`; null: it goes on. */
export interface Stretch<At> {
  start: At;
  end: At | null;
  /** What of the volume at its start is another's, that ended at the same point before it began. */
  before: number;
}

/**
 * For each point of time, in order, the leak volume since the start of the leak that runs there; 0 where none runs.
 * Where one ends and another starts at the same point, it belongs to the later one. `stretches` come newest first.
 */
export function runningTotals<At extends string | number>(
  points: readonly { at: At; leaked: number }[],
  stretches: readonly Stretch<At>[],
): number[] {
  let running: Stretch<At> | undefined;
  let total = 0;
  return points.map(({ at, leaked }) => {
    const here = stretches.find(({ start, end }) => start <= at && (end === null || at <= end));
    if (here !== running) total = -(here?.before ?? 0);
    running = here;
    total += leaked;
    return total;
  });
}
