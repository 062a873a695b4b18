import { expect, test } from "vitest";
import type { CaseClock } from "../../../contract/leaks/case-clocks.ts";
import { type ClockTimes, deadlines, nextDeadline } from "./case-clock.ts";

/*
 * Worked out by hand. California Civil Code 1954.210, as of January 1, 2025: (a) an owner who becomes aware of a leak, or whose
 * submeter indicates constant usage, has it investigated and, if warranted, rectified; (c) where that takes more than 21 days
 * from then, usage is limited for the months that include the time between 21 days after the initial investigation and the
 * repair; (d) where it takes 180 days from the investigation, no usage is charged until the repair. The 21st day is in time.
 * Texas, 16 TAC 24.279 (a)(7): the lease states the time in which leaks are repaired.
 */
const LA = "America/Los_Angeles";
const house: CaseClock = { rule: "house", acknowledge_days: 1, fix_days: 7 };
const states = [
  "open",
  "acknowledged",
  "visited",
  "fix_reported",
  "verified",
  "returned",
  "ended",
  "not_a_leak",
] as const;

/** The clock and what happened, by name; and of each deadline its last day and the day on which it was met, or a dash. */
const examples: readonly (readonly [name: string, facts: string, expected: string])[] = [
  [
    "counts days from the day it was found",
    "clock=house opened=2026-03-02T18:00Z",
    "acknowledge 2026-03-03 -, fix 2026-03-09 -",
  ],
  [
    "begins with the local day, not the UTC day",
    "clock=house opened=2026-03-03T07:30Z",
    "acknowledge 2026-03-03 -, fix 2026-03-09 -",
  ],
  [
    "takes the local day just after midnight",
    "clock=house opened=2026-03-03T08:00Z",
    "acknowledge 2026-03-04 -, fix 2026-03-10 -",
  ],
  [
    "goes over the spring change of clocks by days",
    "clock=house opened=2026-03-07T20:00Z",
    "acknowledge 2026-03-08 -, fix 2026-03-14 -",
  ],
  [
    "begins on the short day in the missing hour",
    "clock=house opened=2026-03-08T10:30Z",
    "acknowledge 2026-03-09 -, fix 2026-03-15 -",
  ],
  [
    "goes over the autumn change of clocks by days",
    "clock=house opened=2026-10-31T20:00Z",
    "acknowledge 2026-11-01 -, fix 2026-11-07 -",
  ],
  [
    "begins in the hour that comes twice",
    "clock=house opened=2026-11-01T09:30Z",
    "acknowledge 2026-11-02 -, fix 2026-11-08 -",
  ],
  [
    "counts February 29 of a leap year",
    "clock=house opened=2028-02-25T20:00Z",
    "acknowledge 2028-02-26 -, fix 2028-03-03 -",
  ],
  [
    "has no February 29 in other years",
    "clock=house opened=2026-02-25T20:00Z",
    "acknowledge 2026-02-26 -, fix 2026-03-04 -",
  ],
  ["goes over the end of a year", "clock=house opened=2026-12-30T20:00Z", "acknowledge 2026-12-31 -, fix 2027-01-06 -"],
  [
    "is acknowledged on its day",
    "clock=house state=acknowledged opened=2026-03-02T18:00Z acknowledged=2026-03-04T07:59Z",
    "acknowledge 2026-03-03 2026-03-03, fix 2026-03-09 -",
  ],
  [
    "is acknowledged a day late",
    "clock=house state=acknowledged opened=2026-03-02T18:00Z acknowledged=2026-03-04T08:00Z",
    "acknowledge 2026-03-03 2026-03-04, fix 2026-03-09 -",
  ],
  [
    "is fixed in time",
    "clock=house state=fix_reported opened=2026-03-02T18:00Z acknowledged=2026-03-03T18:00Z fixed=2026-03-09T20:00Z",
    "acknowledge 2026-03-03 2026-03-03, fix 2026-03-09 2026-03-09",
  ],
  [
    "is fixed late at night on the last day",
    "clock=house state=verified opened=2026-03-02T18:00Z acknowledged=2026-03-03T18:00Z fixed=2026-03-10T06:59Z ended=2026-03-10T07:00Z",
    "acknowledge 2026-03-03 2026-03-03, fix 2026-03-09 2026-03-09",
  ],
  [
    "is fixed after midnight, a day late",
    "clock=house state=verified opened=2026-03-02T18:00Z acknowledged=2026-03-03T18:00Z fixed=2026-03-10T07:00Z ended=2026-03-10T07:00Z",
    "acknowledge 2026-03-03 2026-03-03, fix 2026-03-09 2026-03-10",
  ],
  [
    "is open again once the leak has returned",
    "clock=house state=returned opened=2026-03-02T18:00Z acknowledged=2026-03-03T18:00Z fixed=2026-03-04T18:00Z",
    "acknowledge 2026-03-03 2026-03-03, fix 2026-03-09 -",
  ],
  [
    "is over when the leak ended on its own",
    "clock=house state=ended opened=2026-03-02T18:00Z ended=2026-03-05T18:00Z",
    "acknowledge 2026-03-03 2026-03-05, fix 2026-03-09 2026-03-05",
  ],
  [
    "has none for what is no leak",
    "clock=house state=not_a_leak opened=2026-03-02T18:00Z acknowledged=2026-03-05T18:00Z",
    "",
  ],
  [
    "counts in New York's days",
    "clock=house zone=America/New_York opened=2026-03-03T04:30Z",
    "acknowledge 2026-03-03 -, fix 2026-03-09 -",
  ],
  [
    "counts in Honolulu's days, without changes of clocks",
    "clock=house zone=Pacific/Honolulu opened=2026-03-08T09:30Z",
    "acknowledge 2026-03-08 -, fix 2026-03-14 -",
  ],
  [
    "counts in Kathmandu's days",
    "clock=house zone=Asia/Kathmandu opened=2026-03-02T18:20Z",
    "acknowledge 2026-03-04 -, fix 2026-03-10 -",
  ],
  [
    "counts by the calendar, also a day that a zone skipped",
    "clock=house zone=Pacific/Apia opened=2011-12-28T20:00Z",
    "acknowledge 2011-12-29 -, fix 2012-01-04 -",
  ],
  ["has the lease's days", "clock=lease-10 zone=America/Chicago opened=2026-07-04T15:00Z", "fix 2026-07-14 -"],
  ["goes over the end of a month", "clock=lease-10 zone=America/Chicago opened=2026-07-25T15:00Z", "fix 2026-08-04 -"],
  [
    "is fixed within the lease's days",
    "clock=lease-10 zone=America/Chicago state=fix_reported opened=2026-07-04T15:00Z fixed=2026-07-14T23:00Z",
    "fix 2026-07-14 2026-07-14",
  ],
  [
    "is fixed on the 14th in Chicago, when it is the 15th in UTC",
    "clock=lease-10 zone=America/Chicago state=fix_reported opened=2026-07-04T15:00Z fixed=2026-07-15T04:30Z",
    "fix 2026-07-14 2026-07-14",
  ],
  [
    "takes one day where the lease says one",
    "clock=lease-1 zone=America/Chicago opened=2026-12-31T15:00Z",
    "fix 2027-01-01 -",
  ],
  ["takes a leap year's 365 days", "clock=lease-365 zone=America/Chicago opened=2028-01-01T15:00Z", "fix 2028-12-31 -"],
  [
    "is in time up to the 21st day",
    "clock=california opened=2026-01-01T20:00Z",
    "investigate - -, fix 2026-01-22 -, charge_limit - -, charges_end - -",
  ],
  [
    "counts the limits from the investigation",
    "clock=california state=visited opened=2026-01-01T20:00Z visited=2026-01-05T20:00Z",
    "investigate - 2026-01-05, fix 2026-01-22 -, charge_limit 2026-01-26 -, charges_end 2026-07-04 -",
  ],
  [
    "goes over the spring change by days",
    "clock=california state=visited opened=2026-02-20T20:00Z visited=2026-03-07T20:00Z",
    "investigate - 2026-03-07, fix 2026-03-13 -, charge_limit 2026-03-28 -, charges_end 2026-09-03 -",
  ],
  [
    "goes over the autumn change by days",
    "clock=california state=visited opened=2026-10-20T20:00Z visited=2026-10-31T20:00Z",
    "investigate - 2026-10-31, fix 2026-11-10 -, charge_limit 2026-11-21 -, charges_end 2027-04-29 -",
  ],
  [
    "counts February 29",
    "clock=california state=visited opened=2028-02-10T20:00Z visited=2028-02-10T22:00Z",
    "investigate - 2028-02-10, fix 2028-03-02 -, charge_limit 2028-03-02 -, charges_end 2028-08-08 -",
  ],
  [
    "has no February 29 in 2027",
    "clock=california state=visited opened=2027-02-10T20:00Z visited=2027-02-10T22:00Z",
    "investigate - 2027-02-10, fix 2027-03-03 -, charge_limit 2027-03-03 -, charges_end 2027-08-09 -",
  ],
  [
    "is rectified on the 21st day",
    "clock=california state=verified opened=2026-01-01T20:00Z visited=2026-01-05T20:00Z fixed=2026-01-23T07:59Z ended=2026-01-23T07:59Z",
    "investigate - 2026-01-05, fix 2026-01-22 2026-01-22, charge_limit 2026-01-26 2026-01-22, charges_end 2026-07-04 2026-01-22",
  ],
  [
    "is rectified on the 22nd day, before the limit",
    "clock=california state=verified opened=2026-01-01T20:00Z visited=2026-01-05T20:00Z fixed=2026-01-23T08:00Z ended=2026-01-23T08:00Z",
    "investigate - 2026-01-05, fix 2026-01-22 2026-01-23, charge_limit 2026-01-26 2026-01-23, charges_end 2026-07-04 2026-01-23",
  ],
  [
    "is rectified without a visit that was reported",
    "clock=california state=fix_reported opened=2026-01-01T20:00Z fixed=2026-01-10T20:00Z",
    "investigate - 2026-01-10, fix 2026-01-22 2026-01-10, charge_limit - 2026-01-10, charges_end - 2026-01-10",
  ],
  [
    "is over when the condition ended",
    "clock=california state=ended opened=2026-01-01T20:00Z ended=2026-01-03T20:00Z",
    "investigate - 2026-01-03, fix 2026-01-22 2026-01-03, charge_limit - 2026-01-03, charges_end - 2026-01-03",
  ],
  [
    "is aware by the California day, when UTC is a day ahead",
    "clock=california opened=2026-01-02T07:00Z",
    "investigate - -, fix 2026-01-22 -, charge_limit - -, charges_end - -",
  ],
  [
    "runs on after a fix that did not hold",
    "clock=california state=returned opened=2026-01-01T20:00Z visited=2026-01-05T20:00Z fixed=2026-01-06T20:00Z",
    "investigate - 2026-01-05, fix 2026-01-22 -, charge_limit 2026-01-26 -, charges_end 2026-07-04 -",
  ],
];

function clockOf(name: string | undefined): CaseClock {
  if (name === "house") return house;
  return name === "california" ? { rule: "california" } : { rule: "lease", fix_days: Number(name?.split("-")[1]) };
}

test("has forty examples", () => expect(examples).toHaveLength(40));

test.for(examples)("%s", ([, facts, expected]) => {
  const fact = new Map(facts.split(" ").map((one) => [one.split("=")[0], one.split("=")[1]]));
  const at = (name: string) => {
    const instant = fact.get(name);
    return instant === undefined ? null : Date.parse(instant);
  };
  const times: ClockTimes = {
    state: states.find((state) => state === fact.get("state")) ?? "open",
    isInUnit: true,
    openedAt: at("opened") ?? Number.NaN,
    acknowledgedAt: at("acknowledged"),
    visitedAt: at("visited"),
    fixedAt: at("fixed"),
    endedAt: at("ended"),
  };
  const [clock, zone] = [clockOf(fact.get("clock")), fact.get("zone") ?? LA];
  const found = deadlines(clock, times, zone);
  expect(found.map(({ step, due_on, done_on }) => `${step} ${due_on ?? "-"} ${done_on ?? "-"}`).join(", ")).toBe(
    expected,
  );
  if (clock.rule !== "house") expect(deadlines(clock, { ...times, isInUnit: false }, zone)).toEqual([]);
});

test("gives the earliest deadline that is not met as the next", () => {
  const times = {
    state: "acknowledged",
    isInUnit: true,
    openedAt: Date.parse("2026-03-02T18:00:00Z"),
    acknowledgedAt: null,
    visitedAt: null,
    fixedAt: null,
    endedAt: null,
  } as const;
  expect(nextDeadline(deadlines(house, times, LA))).toBe("2026-03-03");
  expect(nextDeadline(deadlines(house, { ...times, acknowledgedAt: times.openedAt }, LA))).toBe("2026-03-09");
  expect(nextDeadline(deadlines({ rule: "none" }, times, LA))).toBeNull();
});
