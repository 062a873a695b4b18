import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import { type LeakCase, longestPause } from "./leak-case.ts";

/** What people do about a case. */
export const caseEventKinds = [
  "acknowledged",
  "assigned",
  "visited",
  "fixed",
  "not_a_leak",
  "snoozed",
  "note",
] as const;
export type CaseEventKind = (typeof caseEventKinds)[number];

/** What a person reported about a case and did not undo. */
export interface CaseEvent {
  /** Grows in the order in which events are reported. */
  id: number;
  kind: CaseEventKind;
  /** When it happened, in milliseconds since the epoch. */
  at: number;
  /** Of `assigned`: to whom; null: to nobody any more. */
  assignee?: string | null;
}

/** Whether an event says that something was done about the leak: not a note, a snooze, or an assignment taken back. */
export function isDeed({ kind, assignee }: { kind: CaseEventKind; assignee?: string | null }): boolean {
  return kind !== "note" && kind !== "snoozed" && !(kind === "assigned" && assignee === null);
}

/**
 * - open, acknowledged, assigned, visited, fix_reported: as people reported it
 * - verified: a fix was reported, and the leak is over
 * - returned: it ran on for more than two days after the fix, or runs again after it was over
 * - ended: it is over, and no fix explains that
 * - not_a_leak: a person decided so
 */
export const caseStates = [
  "open",
  "acknowledged",
  "assigned",
  "visited",
  "fix_reported",
  "returned",
  "verified",
  "ended",
  "not_a_leak",
] as const;
export type CaseState = (typeof caseStates)[number];

/** Measured hours without the leak after its own longest pause, from which it is over. */
export const OVER_HOURS = 24;
/**
 * A leak that runs on this long after a reported fix was not fixed. The end of a leak is found up to two days late where
 * people use water all the time.
 */
const RAN_ON_MS = 2 * DAY_MS;

/** What people did, from least to most. */
const steps = ["acknowledged", "assigned", "visited"] as const;

/**
 * The state of a case.
 * @param events in the order in which they happened
 * @param overAt when the leak was over (24 measured hours after its own longest pause); null: it runs, or may have paused
 */
export function caseState(leakCase: LeakCase, events: readonly CaseEvent[], overAt: number | null): CaseState {
  const deeds = events.filter(isDeed);
  const lastReported = deeds.toSorted((a, b) => a.id - b.id).at(-1);
  if (lastReported?.kind === "not_a_leak") return "not_a_leak";
  const fixedAt = lastFix(events, overAt);
  const returnedAt = fixedAt === null ? reopenedAt(leakCase) : returnedSince(leakCase, fixedAt);
  if (overAt !== null) {
    return fixedAt !== null && returnedAt === null && fixedAt <= overAt ? "verified" : "ended";
  }
  if (fixedAt !== null && returnedAt === null) return "fix_reported";
  const isUnassigned = events.findLast(({ kind }) => kind === "assigned")?.assignee === null;
  const since = deeds
    .filter(({ at, kind }) => (returnedAt === null || at >= returnedAt) && !(kind === "assigned" && isUnassigned))
    .map(({ kind }) => kind);
  return steps.findLast((step) => since.includes(step)) ?? (returnedAt === null ? "open" : "returned");
}

/**
 * When it was last fixed; null: no fix was reported. Once it is over, a fix later than that counts only where there is no other.
 * @param events in the order in which they happened
 */
export function lastFix(events: readonly CaseEvent[], overAt: number | null): number | null {
  const fixes = events.filter(({ kind }) => kind === "fixed");
  return (fixes.findLast(({ at }) => overAt === null || at <= overAt) ?? fixes.at(-1))?.at ?? null;
}

/**
 * When the case ran again after a fix, or was seen to run on for two days; null: it did not. Where the meter was silent before
 * a run ended, only hours in which it was seen to run count.
 */
export function ranAgainAt({ runs, leaks }: LeakCase, fixedAt: number): number | null {
  const next = runs.find(({ from }) => from > fixedAt)?.from ?? null;
  const current = runs.findLast(({ from }) => from <= fixedAt);
  if (current === undefined) return next;
  const ofRun = leaks.filter(({ startedAt }) => startedAt >= current.from && startedAt <= (current.until ?? startedAt));
  const seenUntil = Math.max(...ofRun.map(({ lastConfirmedAt }) => lastConfirmedAt));
  return seenUntil - fixedAt > RAN_ON_MS ? fixedAt + RAN_ON_MS : next;
}

/** When the case last returned, if it did after a fix; null: it did not. */
function returnedSince(leakCase: LeakCase, fixedAt: number): number | null {
  const ranAgain = ranAgainAt(leakCase, fixedAt);
  return ranAgain === null ? null : Math.max(ranAgain, reopenedAt(leakCase) ?? ranAgain);
}

/** Start of the last run that followed a pause after which the case had been over; null: there is none. */
function reopenedAt(leakCase: LeakCase): number | null {
  const { runs } = leakCase;
  const reopened = runs.findLastIndex(({ from }, index) => {
    const before = runs[index - 1];
    if (before?.until === undefined || before.until === null) return false;
    const pause = longestPause({ ...leakCase, runs: runs.slice(0, index) });
    return from - before.until > pause + OVER_HOURS * HOUR_MS;
  });
  return runs[reopened]?.from ?? null;
}
