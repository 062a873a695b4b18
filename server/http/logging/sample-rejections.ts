import type { Clock } from "../../time/clock.ts";

const INTERVAL_MS = 1000;
const MAX_SOURCES = 200;
const OTHER_SOURCES = "other networks";

/** Rejected requests of one source that were not logged. */
export interface Unlogged {
  source: string;
  count: number;
}

/** Chooses which rejected requests are logged: one a second from each source, so that a flood does not fill the log. */
export interface RejectionSampler {
  /** @returns how many others were not logged since the last line of this source; null: this one is not logged either */
  take(source: string): number | null;
  /** Unlogged counts of sources without a log line for a second. Drops idle sources. */
  sweep(): Unlogged[];
}

export function sampleRejections(clock: Clock): RejectionSampler {
  const sources = new Map<string, { loggedAt: number; unlogged: number }>();
  return {
    take: (from) => {
      const source = sources.has(from) || sources.size < MAX_SOURCES ? from : OTHER_SOURCES;
      const now = clock();
      const known = sources.get(source);
      if (known !== undefined && now - known.loggedAt < INTERVAL_MS) {
        known.unlogged++;
        return null;
      }
      sources.set(source, { loggedAt: now, unlogged: 0 });
      return known?.unlogged ?? 0;
    },
    sweep: () => {
      const now = clock();
      const due: Unlogged[] = [];
      for (const [source, known] of sources) {
        if (now - known.loggedAt < INTERVAL_MS) continue;
        if (known.unlogged === 0) {
          sources.delete(source);
          continue;
        }
        due.push({ source, count: known.unlogged });
        sources.set(source, { loggedAt: now, unlogged: 0 });
      }
      return due;
    },
  };
}
