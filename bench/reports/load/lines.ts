import type { Figure } from "../../record/figure.ts";
import { percentile } from "../../run/percentile.ts";
import type { Width } from "../server/report-requests.ts";
import type { Timed } from "./measure.ts";

/** The most milliseconds that 95 of 100 answers may take under load. */
export const FLOORS: Record<Width, number> = { portfolio: 100, property: 30 };

/** Every request with its times, a line each. @param floors whether those are marked that miss theirs */
export function requestLines(timed: readonly Timed[], floors: boolean): string {
  const head = "   alone        under load    processor\n   p50    p95    p50    p95   each     bytes  rows\n";
  const time = (values: readonly number[], share: number) =>
    (values.length === 0 ? "" : percentile(values, share).toFixed(1)).padStart(6);
  const line = ({ request, bytes, rows, processor, alone, loaded }: Timed) => {
    const missed = floors && percentile(loaded, 0.95) > FLOORS[request.width] ? "MISSED " : "";
    const times = [time(alone, 0.5), time(alone, 0.95), time(loaded, 0.5), time(loaded, 0.95)].join(" ");
    return `${times} ${(processor?.toFixed(1) ?? "").padStart(6)} ${String(bytes).padStart(9)} ${String(rows ?? "").padStart(5)}  ${missed}${request.width} ${request.url}\n`;
  };
  return head + timed.map(line).join("");
}

/** What every call takes, over all its requests at a width: p95 under load, with its floor where there is one. */
export function callFigures(timed: readonly Timed[], size: string, floors: boolean): Figure[] {
  const groups = Map.groupBy(timed, ({ request }) => `${request.width} ${request.call}`);
  return [...groups.values()].map((of) => {
    const [{ request }] = [of[0] ?? never()];
    const loaded = of.flatMap((one) => one.loaded);
    const alone = of.flatMap((one) => one.alone);
    const shown = (values: readonly number[], share: number) => percentile(values, share).toFixed(1);
    const more = `alone ${shown(alone, 0.5)} / ${shown(alone, 0.95)}, loaded p50 ${shown(loaded, 0.5)}`;
    return {
      name: `${size}, ${request.width}: ${request.call.replace("/v1/reporting/", "")} (${more}), loaded p95`,
      value: percentile(loaded, 0.95),
      unit: "ms",
      ...(floors ? { goal: { must: "be at most" as const, value: FLOORS[request.width] } } : {}),
    };
  });
}

function never(): never {
  throw new Error("A group has at least one.");
}
