import type { RuleEvidence } from "../state/leak.ts";
import type { LeakMeter } from "../state/leak-meter.ts";
import type { LeakState } from "../state/leak-state.ts";
import { ownHistoryBefore } from "../state/own-history.ts";
import { newestHour } from "../state/window.ts";
import { evidenceOf } from "./evidence.ts";

/** Toilet running: an hour with 30 minutes of flow in at most two draws, where both are known. A refill takes two. */
export function toiletRunningOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings } = meter;
  const hour = newestHour(state);
  if (!hour.knowsFlowTime) return null;
  const minutes = 60 - hour.stillMinutes;
  if (minutes < settings.runningMinutes || state.hours.newestEvents > settings.runningDraws) return null;
  const own = ownHistoryBefore(state.ownDays, hour.firstHour, settings);
  return evidenceOf("toilet_running", "high", hour, "draw_minutes", minutes, settings.runningMinutes, own);
}
