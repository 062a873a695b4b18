/** A row with its instant; null where the file does not settle which pass of the doubled hour is meant. */
export interface Settled<T> {
  row: T;
  at: number | null;
}

interface Waiting<T> {
  localTime: number;
  instants: readonly number[];
  row: T;
}

interface Track<T> {
  /** The clock of the row before those that wait. */
  before: number | null;
  waiting: Waiting<T>[];
}

const LONGEST_REPEAT_MS = 3 * 3_600_000;

/**
 * Resolves local times without an offset in the hour that is repeated in autumn to its first or second pass: by the
 * order of a serial's rows in the file. Rows of that hour wait for the serial's next row of another hour; the first
 * that does not continue the one before it begins the second pass (in a file with the newest first: the first pass).
 * A run without such a step, or with several, stays unresolved.
 */
export class DoubledHour<T> {
  private readonly tracks = new Map<string, Track<T>>();

  /**
   * Takes a serial's next row and returns the rows that it resolves.
   * @param instants one or two, from `instantsAt`
   */
  take(serial: string, localTime: number, instants: readonly number[], row: T): Settled<T>[] {
    let track = this.tracks.get(serial);
    if (track === undefined) {
      track = { before: null, waiting: [] };
      this.tracks.set(serial, track);
    }
    const first = track.waiting[0];
    const ready: Settled<T>[] = [];
    if (first !== undefined && (instants.length < 2 || Math.abs(localTime - first.localTime) > LONGEST_REPEAT_MS)) {
      ready.push(...settle(track.before, track.waiting, localTime));
      track.before = track.waiting.at(-1)?.localTime ?? track.before;
      track.waiting = [];
    }
    if (instants.length < 2) {
      track.before = localTime;
      ready.push({ row, at: instants[0] ?? null });
    } else {
      track.waiting.push({ localTime, instants, row });
    }
    return ready;
  }

  /** The rows that still wait when the file ends. */
  finish(): Settled<T>[] {
    const ready: Settled<T>[] = [];
    for (const track of this.tracks.values()) {
      ready.push(...settle(track.before, track.waiting, null));
      track.waiting = [];
    }
    return ready;
  }
}

function settle<T>(before: number | null, waiting: Waiting<T>[], after: number | null): Settled<T>[] {
  const [first, last] = [waiting[0], waiting.at(-1)];
  if (first === undefined || last === undefined) return [];
  const newestFirst = before !== null ? before > first.localTime : after !== null && after < last.localTime;
  const steps: number[] = [];
  waiting.forEach(({ localTime }, index) => {
    const previous = waiting[index - 1];
    if (previous !== undefined && (newestFirst ? localTime >= previous.localTime : localTime <= previous.localTime))
      steps.push(index);
  });
  const [step] = steps;
  if (step === undefined || steps.length > 1) return waiting.map(({ row }) => ({ row, at: null }));
  return waiting.map(({ row, instants }, index) => ({
    row,
    at: instants[index < step === newestFirst ? 1 : 0] ?? null,
  }));
}
