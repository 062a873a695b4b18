import type { z } from "zod";
import type { Language } from "../../contract/display/languages.ts";
import type { Measure } from "../../contract/display/measures.ts";
import type { leakCalls } from "../../contract/leaks/leaks.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { readerOf } from "../language/reader.ts";
import type { Evidence } from "../leaks/state/leak.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { report } from "../query/report.ts";
import { asGallons } from "../query/volume.ts";
import { type FoundMeter, findMeter } from "../reporting/leak-details/find-meter.ts";
import { type MeterHour, meterHours } from "../reporting/leak-details/meter-volumes.ts";
import type { Clock } from "../time/clock.ts";
import { DAY_MS } from "../time/durations.ts";
import { dayText, localDayAt } from "../time/local-day.ts";
import { leakAt } from "./find-leak.ts";
import { listedLeak } from "./listed-leak.ts";
import { reasonOf } from "./reason.ts";

type Why = z.input<(typeof leakCalls)["GET /v1/leaks/why"]["response"]>;

interface Params {
  meter: string;
  property_id?: number | undefined;
  started_at?: string | undefined;
  language: Language;
  measure: Measure;
}

/** Hours shown before each window, to see what the meter was like before. */
const CONTEXT_MS = DAY_MS;

/**
 * Why a leak is one: a reason for each rule that matched, and the hours that the rules evaluated with a day before each
 * of them. Hours that are no longer kept are left out.
 * @throws ProblemError not_found, ambiguous_serial.
 */
export async function whyLeak(scope: Scope, tx: Transactional, params: Params, clock: Clock): Promise<Why> {
  const property_id = params.property_id === undefined ? undefined : [params.property_id];
  const meter = await findMeter(scope, tx, params.meter, { property_id }, clock);
  const now = new Date(clock());
  const at = params.started_at === undefined ? now : new Date(params.started_at);
  const leak = await leakAt(tx, meter, at, now, "any");
  if (leak === null) throw new ProblemError("not_found", text`This meter had no leak at that time.`);
  return {
    time_zone: leak.time_zone,
    leak: listedLeak(leak),
    reasons: leak.evidence.map((evidence) => reasonOf(evidence, leak.attached_to, readerOf(params))),
    ...(await hoursLookedAt(tx, meter, leak.evidence, clock())),
  };
}

async function hoursLookedAt(tx: Transactional, meter: FoundMeter, evidence: Evidence, now: number) {
  const spans = evidence.map(({ windowStart, windowEnd }) => ({ from: windowStart - CONTEXT_MS, until: windowEnd }));
  if (spans.length === 0) return { hours: [], hours_kept_from: null };
  const dayAt = (at: number) => dayText(localDayAt(meter.period.timeZone, at).day);
  const lastDate = dayAt(Math.max(...spans.map(({ until }) => until)));
  const first = dayAt(Math.min(...spans.map(({ from }) => from)));
  const { hours, keptFrom } = await meterHours(tx, { ...meter, period: { ...meter.period, lastDate } }, first, now);
  const inSpans = hours.filter(({ startsAt }) => spans.some(({ from, until }) => startsAt >= from && startsAt < until));
  return { hours: inSpans.map(onTheWire), hours_kept_from: keptFrom };
}

function onTheWire(hour: MeterHour): Why["hours"][number] {
  return {
    starts_at: new Date(hour.startsAt).toISOString(),
    gallons: asGallons(hour.gallons),
    estimated_gallons: asGallons(hour.caughtUp ?? 0),
    leak_gallons: asGallons(hour.leaked),
    flow_time: hour.flowTime,
    events: hour.events,
  };
}

export const whyLeakReport = report("GET /v1/leaks/why", { cache: "text" }, ({ scope, tx, query, clock }) =>
  whyLeak(scope, tx, query, clock),
);
