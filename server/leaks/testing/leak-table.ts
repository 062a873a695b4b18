import type { Leak, LeakChanges } from "../advance.ts";
import type { LeakState } from "../state/leak-state.ts";

/** What a database would hold of one meter's leaks: the rows as written, and gone back to a checkpoint as documented. */
export class LeakTable {
  #leaks = new Map<number, Leak>();
  #gallons = new Map<number, number>();

  write(changes: LeakChanges): void {
    for (const leak of changes.leaks) this.#leaks.set(leak.startedAt, leak);
    for (const { at, gallons } of changes.leakGallons) this.#gallons.set(at, gallons);
  }

  goBackTo(checkpoint: LeakState, snapshot: LeakChanges): void {
    for (const leak of this.leaks) if (leak.openedAt > checkpoint.processedUntil) this.#leaks.delete(leak.startedAt);
    for (const at of [...this.#gallons.keys()]) if (at >= checkpoint.processedUntil) this.#gallons.set(at, 0);
    this.write(snapshot);
  }

  get leaks(): Leak[] {
    return [...this.#leaks.values()].sort((a, b) => a.startedAt - b.startedAt);
  }

  /** Begin of the hour and leak gallons of all hours with some. */
  get gallons(): [number, number][] {
    return [...this.#gallons].filter(([, gallons]) => gallons > 0).sort(([a], [b]) => a - b);
  }
}
