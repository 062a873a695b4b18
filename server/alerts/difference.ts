import { z } from "zod";
import { alertKind } from "../../contract/leaks/alerts.ts";
import type { WantedAlert } from "./causes/wanted-alert.ts";

/** An alert that is open. */
export const OpenAlert = z.object({
  id: z.int(),
  kind: alertKind,
  cause: z.string(),
  meter_id: z.int().nullable(),
  /** Its details as they are stored. */
  details: z.unknown(),
});
export type OpenAlert = z.output<typeof OpenAlert>;

/** What has to be written so that the open alerts are the wanted ones. */
export interface Difference {
  opened: WantedAlert[];
  /** Ids of alerts whose cause has ended. */
  closed: number[];
  /** Alerts that stay open, with their new details. */
  changed: { id: number; alert: WantedAlert }[];
}

/** Identifies an open alert. */
export const keyOf = (alert: { kind: string; cause: string }) => `${alert.kind}: ${alert.cause}`;

/**
 * The difference between the open alerts of a property and the wanted ones. Late readings can move the start of a leak:
 * where the leak of an open alert is no more and the same meter wants an alert of the same kind, it is the same one.
 * @param knownLeaks causes of the leaks that are there
 */
export function difference(
  open: readonly OpenAlert[],
  wanted: readonly WantedAlert[],
  knownLeaks: Set<string>,
): Difference {
  const waiting = new Map(wanted.map((alert) => [keyOf(alert), alert]));
  const result: Difference = { opened: [], closed: [], changed: [] };
  const left: OpenAlert[] = [];
  for (const alert of open) {
    const same = waiting.get(keyOf(alert));
    if (same === undefined) left.push(alert);
    else if (!isSame(alert.details, same.details)) result.changed.push({ id: alert.id, alert: same });
    waiting.delete(keyOf(alert));
  }
  for (const alert of left) {
    const isLost = alert.kind.startsWith("leak") && !knownLeaks.has(alert.cause.split(" x")[0] ?? "");
    const moved = [...waiting.values()].find(
      (other) => isLost && other.kind === alert.kind && other.meterId === alert.meter_id,
    );
    if (moved === undefined) result.closed.push(alert.id);
    else {
      result.changed.push({ id: alert.id, alert: moved });
      waiting.delete(keyOf(moved));
    }
  }
  result.opened = [...waiting.values()];
  return result;
}

/** Whether two flat records are equal, in any order of keys. */
function isSame(a: unknown, b: object): boolean {
  if (typeof a !== "object" || a === null) return false;
  const stored = new Map<string, unknown>(Object.entries(a));
  const entries = Object.entries(b);
  return stored.size === entries.length && entries.every(([name, value]) => stored.get(name) === value);
}
