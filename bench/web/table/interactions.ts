/** Event Timing tells of nothing shorter, and rounds to 8 ms. */
export const SHORTEST_MS = 16;

/**
 * Runs in the page before its own scripts: keeps how long each click and key took until the next paint, by interaction,
 * as Interaction to Next Paint counts it.
 */
export function watchInteractions(): void {
  const longest = new Map<number, number>();
  Object.assign(window, { benchInteractions: longest });
  const watcher = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue;
      longest.set(entry.interactionId, Math.max(longest.get(entry.interactionId) ?? 0, entry.duration));
    }
  });
  const wish = { type: "event", buffered: true, durationThreshold: 16 };
  watcher.observe(wish);
}

/** Runs in the page: the interactions' milliseconds since its last call, those that were long enough to be reported. */
export function takeInteractions(): number[] {
  const kept: unknown = Reflect.get(window, "benchInteractions");
  if (!(kept instanceof Map)) return [];
  const durations = [...kept.values()].map(Number);
  kept.clear();
  return durations;
}

/** Runs in the page: resolves once what was done before is painted and reported. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));
  });
}

/** Runs in the page: notes when each frame begins, until {@link takeFrames}. */
export function watchFrames(): void {
  const frames: number[] = [];
  Object.assign(window, { benchFrames: frames });
  const note = (time: number) => {
    if (Reflect.get(window, "benchFrames") !== frames) return;
    frames.push(time);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** Runs in the page: milliseconds between the frames since {@link watchFrames}. */
export function takeFrames(): number[] {
  const kept: unknown = Reflect.get(window, "benchFrames");
  Object.assign(window, { benchFrames: null });
  if (!Array.isArray(kept)) return [];
  const frames = kept.map(Number);
  return frames.slice(1).map((time, index) => time - (frames[index] ?? time));
}
