import { amount, type Figure } from "../record/figure.ts";
import type { Compared } from "./compare.ts";
import type { Seen } from "./seen.ts";

/** What the lock may cost, of the time without it. */
const MOST = { must: "be at most", value: 1.1 } as const;
/**
 * What planning the policies takes does not grow with what is read: a tenth of less than so many milliseconds is about
 * what it is, so that shorter questions are held to milliseconds.
 */
const LONG_MS = 10;
const MOST_MS = { must: "be at most", value: 2 } as const;
const NONE = { must: "be", value: 0 } as const;

/** What is seen, and the ratios: of all questions, of each caller's, of each call's, and the worst one. */
export function wallFigures(compared: readonly Compared[], seen: Seen): Figure[] {
  const callers = [...new Set(compared.map(({ caller }) => caller))];
  const calls = [...new Set(compared.map(({ call }) => call))];
  const long = compared.filter(({ open }) => open >= LONG_MS);
  const short = compared.filter(({ open }) => open < LONG_MS);
  const worst = long.toSorted((a, b) => ratioOf([b]) - ratioOf([a]))[0];
  const ratio = (name: string, of: readonly Compared[]): Figure => ({
    name,
    value: ratioOf(of),
    unit: "",
    ...(meanOf(of) < LONG_MS ? {} : { goal: MOST }),
  });
  return [
    { name: "rows of other properties seen in the scope of one", value: seen.others, unit: "", goal: NONE },
    { name: "rows of its own not seen", value: seen.missing, unit: "", goal: NONE },
    { name: "rows seen without a scope", value: seen.unscoped, unit: "", goal: NONE },
    { name: "questions", value: compared.length, unit: "" },
    { ...ratio("time with the lock, of the time without", compared), goal: MOST },
    ...callers.map((caller) => ({
      ...ratio(
        `${caller.name}, ${caller.properties} properties`,
        compared.filter((one) => one.caller === caller),
      ),
      goal: MOST,
    })),
    ...(worst === undefined ? [] : [ratio(`worst question of ${LONG_MS} ms or more: ${title(worst)}`, [worst])]),
    {
      name: `most milliseconds added to a question of less than ${LONG_MS} ms`,
      value: Math.max(0, ...short.map(({ locked, open }) => locked - open)),
      unit: "ms",
      goal: MOST_MS,
    },
    ...calls.map((call) => {
      const of = compared.filter((one) => one.call === call);
      return ratio(`${call}, ${amount(meanOf(of), "ms")}`, of);
    }),
  ];
}

/** Every question with its times, a line each. */
export function questionLines(compared: readonly Compared[]): string {
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

/** Milliseconds of a question without the lock. */
function meanOf(of: readonly Compared[]): number {
  return of.reduce((n, { open }) => n + open, 0) / of.length;
}
