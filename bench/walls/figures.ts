import type { Figure } from "../record/figure.ts";
import type { Compared } from "./compare.ts";

/** What the lock may cost, of the time without it. */
const MOST = { must: "be at most", value: 1.1 } as const;
/** Below so many milliseconds a call is too short to tell a tenth of it from chance, and for people to notice. */
const WORTH_MS = 5;

/** The ratio of each question, and of all together. */
export function wallFigures(compared: readonly Compared[]): Figure[] {
  const sum = (of: readonly Compared[], pick: (one: Compared) => number) => of.reduce((n, one) => n + pick(one), 0);
  const total = (name: string, of: readonly Compared[]): Figure => ({
    name,
    value: sum(of, (one) => one.locked) / sum(of, (one) => one.open),
    unit: "",
    goal: MOST,
  });
  const callers = [...new Set(compared.map(({ caller }) => caller))];
  return [
    { name: "questions", value: compared.length, unit: "" },
    total("time with the lock, of the time without: all", compared),
    ...callers.map((caller) =>
      total(
        `${caller.name} (${caller.properties} properties)`,
        compared.filter((one) => one.caller === caller),
      ),
    ),
    ...compared.map(
      ({ caller, url, locked, open }): Figure => ({
        name: `${caller.name} ${url}: ${open.toFixed(1)} ms, locked ${locked.toFixed(1)} ms`,
        value: locked / open,
        unit: "",
        ...(open < WORTH_MS ? {} : { goal: MOST }),
      }),
    ),
  ];
}
