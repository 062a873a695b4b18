import { amount, type Figure } from "../record/figure.ts";
import type { Compared } from "./compare.ts";
import type { Seen } from "./seen.ts";

/** What the lock may cost, of the time without it. */
const MOST = { must: "be at most", value: 1.1 } as const;
/**
 * What planning the policies takes does not grow with what is read: a tenth of less than so many milliseconds is about
 * what it is, so that shorter requests are held to milliseconds.
 */
const LONG_MS = 10;
const MOST_MS = { must: "be at most", value: 2 } as const;
const NONE = { must: "be", value: 0 } as const;

/**
 * What is seen, and the ratios: of all requests, of each caller's, of each call's, and the worst one. The caller who is
 * the worst case stands alone, without a goal.
 */
export function rowLevelSecurityFigures(all: readonly Compared[], seen: Seen): Figure[] {
  const compared = all.filter(({ caller }) => !caller.isWorst);
  const callers = [...new Set(all.map(({ caller }) => caller))];
  const calls = [...new Set(compared.map(({ call }) => call))];
  const worst = compared.filter(({ open }) => open >= LONG_MS).toSorted((a, b) => ratioOf([b]) - ratioOf([a]))[0];
  const short = compared.filter(({ open }) => open < LONG_MS);
  return [
    { name: "rows of other properties seen in the scope of one", value: seen.others, unit: "", goal: NONE },
    { name: "rows of its own not seen", value: seen.missing, unit: "", goal: NONE },
    { name: "rows seen without a scope", value: seen.unscoped, unit: "", goal: NONE },
    { name: "questions", value: all.length, unit: "" },
    { name: "time with the lock, of the time without", value: ratioOf(compared), unit: "", goal: MOST },
    ...callers.map((caller) => ({
      name: `${caller.name}, ${caller.properties} properties${caller.isWorst ? ", no two ids in a row (not in the other figures)" : ""}`,
      value: ratioOf(all.filter((one) => one.caller === caller)),
      unit: "",
      ...(caller.isWorst ? {} : { goal: MOST }),
    })),
    ...(worst === undefined
      ? []
      : [{ name: `worst question of ${LONG_MS} ms or more: ${title(worst)}`, value: ratioOf([worst]), unit: "" }]),
    {
      name: `most milliseconds added to a question of less than ${LONG_MS} ms`,
      value: Math.max(0, ...short.map(({ locked, open }) => locked - open)),
      unit: "ms",
      goal: MOST_MS,
    },
    ...calls.map((call) => {
      const of = compared.filter((one) => one.call === call);
      return {
        name: `${call}, ${amount(meanOf(of), "ms")}`,
        value: ratioOf(of),
        unit: "",
        ...(meanOf(of) < LONG_MS ? {} : { goal: MOST }),
      };
    }),
  ];
}

/** Every request with its times, a line each. */
export function requestLines(compared: readonly Compared[]): string {
  const time = (milliseconds: number) => milliseconds.toFixed(1).padStart(8);
  return compared
    .map((one) => `${time(one.open)} ${time(one.locked)} ${ratioOf([one]).toFixed(2)} ${title(one)}\n`)
    .join("");
}

const title = ({ caller, url }: Compared) => `${caller.name} ${url}`;

/** Of the sums of their times. */
function ratioOf(of: readonly Compared[]): number {
  return of.reduce((n, { locked }) => n + locked, 0) / of.reduce((n, { open }) => n + open, 0);
}

/** Milliseconds of a request without the lock. */
function meanOf(of: readonly Compared[]): number {
  return of.reduce((n, { open }) => n + open, 0) / of.length;
}
