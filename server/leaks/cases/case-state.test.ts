import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../time/durations.ts";
import { type CaseEvent, type CaseEventKind, caseEventKinds, caseState } from "./case-state.ts";
import { type CaseLeak, leakCases } from "./leak-case.ts";

const START = Date.UTC(2026, 0, 1);
const day = (number: number) => START + number * DAY_MS;

/** A case that ran from the first to the second day of each pair; a second of null: it goes on, seen to run until day 60. */
function caseOf(...runs: [number, number | null][]) {
  const leaks = runs.map(([from, until]): CaseLeak => {
    const endedAt = until === null ? null : day(until);
    const lastConfirmedAt = endedAt ?? day(60);
    return { meterId: 1, kind: "toilet leak", startedAt: day(from), endedAt, lastConfirmedAt, gallons: 1 };
  });
  const [found] = leakCases(leaks, []);
  if (found === undefined) throw new Error("There is no case.");
  return found;
}

let reported = 0;
/** Reported after the one before, whenever it happened. */
const event = (kind: CaseEventKind, at: number): CaseEvent => ({ id: ++reported, kind, at: day(at) });

/** Two events in the order in which they were reported, sorted by when they happened. */
const laterReported = (first: CaseEvent, second: CaseEvent) => [first, second].toSorted((a, b) => a.at - b.at);

describe("while it runs", () => {
  const running = caseOf([0, null]);
  test.each([
    ["open", []],
    ["open", [event("note", 1)]],
    ["acknowledged", [event("acknowledged", 1)]],
    ["assigned", [event("acknowledged", 1), event("assigned", 2)]],
    ["assigned", [event("assigned", 1), event("acknowledged", 2)]],
    ["visited", [event("assigned", 1), event("visited", 2)]],
    ["fix_reported", [event("assigned", 1), event("fixed", 58.5)]],
    ["returned", [event("fixed", 10)]],
    ["assigned", [event("fixed", 10), event("assigned", 12)]],
    ["fix_reported", [event("fixed", 10), event("assigned", 12), event("fixed", 59.9)]],
    ["not_a_leak", [event("fixed", 10), event("not_a_leak", 12)]],
    ["assigned", [event("not_a_leak", 12), event("assigned", 13)]],
    ["fix_reported", laterReported(event("not_a_leak", 59.8), event("fixed", 59.7))],
  ] as const)("is %s", (state, events) => {
    expect(caseState(running, events, null)).toBe(state);
  });
});

describe("once it stopped", () => {
  const stopped = caseOf([0, 10]);
  test("a fix is verified when the leak is over, not before", () => {
    expect(caseState(stopped, [event("fixed", 10)], null)).toBe("fix_reported");
    expect(caseState(stopped, [event("fixed", 10)], day(11))).toBe("verified");
  });

  test("it ended on its own without a fix, or with one reported after it was over", () => {
    expect(caseState(stopped, [event("assigned", 5)], day(11))).toBe("ended");
    expect(caseState(stopped, [event("fixed", 12)], day(11))).toBe("ended");
  });

  test("a fix that is reported again after it was over leaves the first one verified", () => {
    expect(caseState(stopped, [event("fixed", 9.9), event("fixed", 12)], day(11))).toBe("verified");
    expect(caseState(stopped, [event("fixed", 5), event("fixed", 9.9), event("fixed", 12)], day(11))).toBe("verified");
    expect(caseState(stopped, [event("fixed", 5), event("fixed", 12)], day(11))).toBe("ended");
  });

  test("a fix after which it ran on for more than two days is none", () => {
    expect(caseState(stopped, [event("fixed", 7.9)], null)).toBe("returned");
    expect(caseState(stopped, [event("fixed", 7.9)], day(11))).toBe("ended");
    expect(caseState(stopped, [event("fixed", 8)], day(11))).toBe("verified");
  });
});

describe("when it runs again", () => {
  test("after a verified fix it has returned, until somebody deals with it", () => {
    const again = caseOf([0, 10], [25, null]);
    expect(caseState(again, [event("fixed", 10)], null)).toBe("returned");
    expect(caseState(again, [event("fixed", 10), event("assigned", 26)], null)).toBe("assigned");
    expect(caseState(again, [event("fixed", 10), event("fixed", 59.8)], null)).toBe("fix_reported");
  });

  test("after a fix that failed and an end it has returned once more, whatever was done about it before", () => {
    const ranOn = [event("fixed", 5), event("assigned", 8)];
    expect(caseState(caseOf([0, 10], [20, null]), ranOn, null)).toBe("returned");
    const returned = [event("fixed", 10), event("visited", 16)];
    expect(caseState(caseOf([0, 10], [15, 20], [35, null]), returned, null)).toBe("returned");
    expect(caseState(caseOf([0, 10], [15, 20], [35, null]), [...returned, event("assigned", 36)], null)).toBe(
      "assigned",
    );
    // A pause no longer than before.
    expect(caseState(caseOf([0, 10], [15, 20], [25, null]), returned, null)).toBe("visited");
  });

  test("after it ended on its own it has returned; after a pause no longer than before it only goes on", () => {
    expect(caseState(caseOf([0, 10], [15, null]), [event("assigned", 1)], null)).toBe("returned");
    const pausing = caseOf([0, 10], [15, 20], [25, null]);
    expect(caseState(pausing, [event("assigned", 16)], null)).toBe("assigned");
  });
});

test("no sequence of events verifies a leak that runs or may be pausing, and none without a fix", () => {
  const anyEvents = fc
    .array(fc.record({ kind: fc.constantFrom(...caseEventKinds), at: fc.integer({ min: -5, max: 70 }) }))
    .map((events) => events.map(({ kind, at }) => event(kind, at)).sort((a, b) => a.at - b.at));
  fc.assert(
    fc.property(anyEvents, fc.boolean(), (events, isOver) => {
      const state = caseState(isOver ? caseOf([0, 10]) : caseOf([0, 10], [12, null]), events, isOver ? day(11) : null);
      if (!isOver) expect(["verified", "ended"]).not.toContain(state);
      if (state === "verified") expect(events.some(({ kind }) => kind === "fixed")).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
