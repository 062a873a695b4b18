import type { Planned } from "./captured.ts";
import { type PlanNode, steps } from "./plan.ts";

const HOURS = /^meter_days(_\d{4}_\d{2})?$/;
/** The key of the days that have leak gallons ends in them. */
const LEAKING_KEY = /leak/;

/** A request that reads the hours' table otherwise than by the keys of single meters or by the days with leaks. */
export interface Scan {
  url: string;
  step: string;
}

/** Where requests at portfolio width scan hourly consumption. */
export function scansOfHours(planned: readonly Planned[]): Scan[] {
  return planned
    .filter(({ request }) => request.width === "portfolio")
    .flatMap(({ request, plans }) =>
      plans
        .flatMap(steps)
        .filter(isScan)
        .map(({ type, relation, condition }) => ({ url: request.url, step: `${type} on ${relation}: ${condition}` })),
    );
}

function isScan(step: PlanNode): boolean {
  if (step.rounds === 0 || step.relation === null || !HOURS.test(step.relation)) return false;
  const looked = step.type === "Bitmap Heap Scan" ? step.below.flatMap(steps) : [step];
  return !looked.every(isByKey);
}

function isByKey({ type, index, condition }: PlanNode): boolean {
  if (type === "BitmapOr" || type === "BitmapAnd") return true;
  if (index === null || condition === null) return false;
  return LEAKING_KEY.test(index) || (condition.includes("property_id") && condition.includes("meter_id"));
}
