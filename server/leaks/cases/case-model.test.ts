import { expect, test } from "vitest";
import { Draws } from "../../../simulator/random.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { type CaseEvent, type CaseState, caseState } from "./case-state.ts";
import { type CaseLeak, leakCases, longestPause } from "./leak-case.ts";

const STEPS = 100_000;
const STEPS_A_CASE = 80;
const STEP_MS = 6 * HOUR_MS;
const START = Date.UTC(2026, 0, 1);

/** What happens in six hours: water runs, rests, or is not measured; and at their end a person may report something. */
const deeds = ["acknowledged", "assigned", "visited", "fixed", "not_a_leak", "note"] as const;
const ranks = ["acknowledged", "assigned", "visited"] as const;

/**
 * The life of a case, step by step: what each hour of data and each report changes. caseState, which looks back
 * over all of it at once, must give the same state.
 */
class Life {
  readonly leaks: CaseLeak[] = [];
  readonly events: CaseEvent[] = [];
  now = START;
  overAt: number | null = null;
  #restedMs = 0;
  #pauseMs = 0;
  #fixedAt: number | null = null;
  #returnedAt: number | null = null;
  #isNoLeak = false;

  get #last(): CaseLeak | undefined {
    return this.leaks.at(-1);
  }

  runs(): void {
    const last = this.#last;
    if (last === undefined || last.endedAt !== null) {
      const pause = last === undefined ? 0 : this.now - (last.endedAt ?? 0);
      const wasOver = last !== undefined && pause > this.#pauseMs + 24 * HOUR_MS;
      if (this.#fixedAt !== null && this.#returnedAt === null) {
        this.#returnedAt = this.now > this.#fixedAt ? this.now : null;
      } else if (wasOver) this.#returnedAt = this.now;
      this.#pauseMs = Math.max(this.#pauseMs, pause);
      this.overAt = null;
      const leak = { meterId: 1, kind: "toilet leak", gallons: 1 } as const;
      this.leaks.push({ ...leak, startedAt: this.now, endedAt: null, lastConfirmedAt: this.now });
    }
    this.now += STEP_MS;
    const running = this.#last;
    if (running === undefined) return;
    running.lastConfirmedAt = this.now;
    // A fix that the leak outlasts by more than two days did not hold.
    const ranOnFrom = this.#fixedAt === null ? null : this.#fixedAt + 48 * HOUR_MS;
    if (ranOnFrom !== null && running.startedAt <= (this.#fixedAt ?? 0) && this.now > ranOnFrom) {
      this.#returnedAt ??= ranOnFrom;
    }
  }

  rests(): void {
    const last = this.#last;
    if (last !== undefined && last.endedAt === null) {
      last.endedAt = this.now;
      this.#restedMs = 0;
    }
    this.now += STEP_MS;
    if (last === undefined) return;
    // Hours count once its own longest pause is over.
    if (this.now - STEP_MS >= (last.endedAt ?? 0) + this.#pauseMs) this.#restedMs += STEP_MS;
    if (this.#restedMs >= 24 * HOUR_MS) this.overAt ??= this.now;
  }

  isSilent(): void {
    this.now += STEP_MS;
  }

  report(kind: (typeof deeds)[number]): void {
    // A fix of a case that is over is rejected before it gets here.
    if (kind === "fixed" && this.overAt !== null) return;
    this.events.push({ id: this.events.length + 1, kind, at: this.now });
    if (kind === "note") return;
    this.#isNoLeak = kind === "not_a_leak";
    if (kind !== "fixed") return;
    this.#fixedAt = this.now;
    this.#returnedAt = null;
  }

  get state(): CaseState {
    if (this.#isNoLeak) return "not_a_leak";
    const holds = this.#fixedAt !== null && this.#returnedAt === null;
    if (this.overAt !== null) return holds ? "verified" : "ended";
    if (holds) return "fix_reported";
    const since = this.#returnedAt ?? Number.NEGATIVE_INFINITY;
    const done = ranks.filter((rank) => this.events.some(({ kind, at }) => kind === rank && at >= since));
    return done.at(-1) ?? (this.#returnedAt === null ? "open" : "returned");
  }
}

test(`${STEPS.toLocaleString("en-US")} random steps of people and data lead to no state outside the model`, () => {
  const random = new Draws(12);
  const seen = new Map<CaseState, number>();
  for (let first = 0; first < STEPS; first += STEPS_A_CASE) {
    const life = new Life();
    life.runs();
    let isRunning = true;
    for (let step = 0; step < STEPS_A_CASE; step++) {
      if (random.chance(0.12)) isRunning = !isRunning;
      if (random.chance(0.1)) life.isSilent();
      else if (isRunning) life.runs();
      else life.rests();
      const kind = deeds[random.whole(0, deeds.length - 1)];
      if (kind !== undefined && random.chance(0.12)) life.report(kind);
      const [found, ...others] = leakCases(life.leaks, []);
      if (found === undefined || others.length > 0) throw new Error("The leaks are not one case.");
      const state = caseState(found, life.events, life.overAt);
      seen.set(state, (seen.get(state) ?? 0) + 1);
      if (state !== life.state)
        expect({ ...life, found: state, step, first, pause: longestPause(found) }).toBe(life.state);
    }
  }
  expect([...seen.keys()].toSorted()).toEqual([
    "acknowledged",
    "assigned",
    "ended",
    "fix_reported",
    "not_a_leak",
    "open",
    "returned",
    "verified",
    "visited",
  ]);
});
