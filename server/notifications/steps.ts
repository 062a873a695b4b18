import type { RouteStep } from "../../contract/notifications/routes.ts";
import { HOUR_MS } from "../time/durations.ts";

interface Progress {
  /** When the case was opened, the route was changed last, and it is now; in milliseconds since the epoch. */
  openedAt: number;
  changedAt: number;
  now: number;
  /** The hours of the steps that were taken. */
  taken: readonly number[];
}

/**
 * The steps of a route that are to be taken now for a case that nobody acknowledged. A step that reaches nobody passes the
 * case on at once. What was due before the route was changed is not sent afterwards: a new route begins with new cases.
 */
export function stepsToTake<Step extends Pick<RouteStep, "after_hours">>(
  steps: readonly Step[],
  { openedAt, changedAt, now, taken }: Progress,
  reachesSomebody: (step: Step) => boolean,
): Step[] {
  const wanted: Step[] = [];
  let isPassedOn = false;
  for (const step of steps) {
    const dueAt = openedAt + step.after_hours * HOUR_MS;
    const isDue: boolean = dueAt >= changedAt && (dueAt <= now || isPassedOn);
    const isNew: boolean = isDue && !taken.includes(step.after_hours);
    if (isNew) wanted.push(step);
    isPassedOn = isNew && !reachesSomebody(step);
  }
  return wanted;
}
