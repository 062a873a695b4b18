import type { CaseClock } from "../../../contract/leaks/case-clocks.ts";
import { dayText, localDayAt } from "../../time/local-day.ts";
import type { CaseState } from "./case-state.ts";

/** California Civil Code 1954.210 (c): the days within which a condition is to be rectified. */
export const CALIFORNIA_FIX_DAYS = 21;
/** (c): the same from the initial investigation on; the usage charge of months after them is limited until the repair. */
export const CALIFORNIA_LIMIT_DAYS = 21;
/** (d): days after the investigation from which no usage may be charged until the repair. */
const CALIFORNIA_END_DAYS = 180;

/** What happened to a case, in milliseconds since the epoch; null: it did not. */
export interface ClockTimes {
  state: CaseState;
  isInUnit: boolean;
  /** When its readings first showed it: from then on the owner is considered aware of it. */
  openedAt: number;
  acknowledgedAt: number | null;
  /** The first visit: the initial investigation. */
  visitedAt: number | null;
  fixedAt: number | null;
  endedAt: number | null;
}

/**
 * - acknowledge: somebody has reported something about it
 * - investigate: somebody has visited it; the law names no day
 * - fix: a fix was reported that the leak did not outlast, or it ended
 * - charge_limit, charges_end: the same, by the days from which California limits and ends charges for usage
 */
export type DeadlineStep = "acknowledge" | "investigate" | "fix" | "charge_limit" | "charges_end";

/** Local days, `yyyy-MM-dd`. */
export interface Deadline {
  step: DeadlineStep;
  /** The last day on which it is in time; null: the law names none, or it counts from a visit that nobody has made. */
  due_on: string | null;
  /** null: not done yet. */
  done_on: string | null;
}

/** States in which nobody has to do anything about a case. */
const doneStates: readonly CaseState[] = ["fix_reported", "verified", "ended"];

/** The deadlines of a case at its property, in their order; none for what is no leak, and by laws for units alone. */
export function deadlines(clock: CaseClock, times: ClockTimes, timeZone: string): Deadline[] {
  const { state, isInUnit, openedAt, acknowledgedAt, visitedAt, fixedAt, endedAt } = times;
  if (state === "not_a_leak" || clock.rule === "none" || (clock.rule !== "house" && !isInUnit)) return [];
  const dayOf = (at: number) => localDayAt(timeZone, at).day;
  const doneOn = (at: number | null) => (at === null ? null : dayText(dayOf(at)));
  const fixed = doneStates.includes(state) ? doneOn(state === "ended" ? endedAt : fixedAt) : null;
  const dueAfter = (at: number, days: number) => dayText(dayOf(at) + days);
  const fix = (days: number): Deadline => ({ step: "fix", due_on: dueAfter(openedAt, days), done_on: fixed });
  if (clock.rule === "lease") return [fix(clock.fix_days)];
  if (clock.rule === "house") {
    const done_on = doneOn(acknowledgedAt) ?? fixed;
    return [{ step: "acknowledge", due_on: dueAfter(openedAt, clock.acknowledge_days), done_on }, fix(clock.fix_days)];
  }
  const afterVisit = (step: DeadlineStep, days: number): Deadline => ({
    step,
    due_on: visitedAt === null ? null : dueAfter(visitedAt, days),
    done_on: fixed,
  });
  return [
    { step: "investigate", due_on: null, done_on: doneOn(visitedAt) ?? fixed },
    fix(CALIFORNIA_FIX_DAYS),
    afterVisit("charge_limit", CALIFORNIA_LIMIT_DAYS),
    afterVisit("charges_end", CALIFORNIA_END_DAYS),
  ];
}

/** The next deadline that is not met; null: none. */
export function nextDeadline(all: readonly Deadline[]): string | null {
  const open = all.flatMap(({ due_on, done_on }) => (due_on === null || done_on !== null ? [] : [due_on]));
  return open.toSorted()[0] ?? null;
}
