import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Call } from "./call/call.ts";
import { calls } from "./calls.ts";

/** Rows of a page, days of a span, and things of a list, at most. */
const MOST_ROWS = 50;
const MOST_DAYS = 732;
const MOST_LISTED = 10_000;

const all = Object.entries<Call>(calls);
const json = z.looseObject({
  // A field that is called type is no type.
  type: z.string().optional().catch(undefined),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  uniqueItems: z.boolean().optional(),
});

/** Every schema within one, with the names that lead to it. */
function* within(value: unknown, path: string): Generator<[string, z.infer<typeof json>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, json.parse(value)];
  for (const [name, part] of Object.entries(value)) yield* within(part, `${path}/${name}`);
}

function taken({ query, body }: Call): [string, z.infer<typeof json>][] {
  const options = { io: "input", unrepresentable: "any" } as const;
  return [query, body].flatMap((schema) =>
    schema === undefined ? [] : [...within(z.toJSONSchema(schema, options), "")],
  );
}

test("limits every list that a call takes", () => {
  const lists = all.flatMap(([name, call]) =>
    taken(call)
      .filter(([, { type }]) => type === "array")
      .map(([path, { maxItems, uniqueItems }]) => ({ list: `${name} ${path}`, maxItems, uniqueItems })),
  );
  expect(lists.length).toBeGreaterThan(100);
  const endless = lists.filter((list) => list.uniqueItems !== true && (list.maxItems ?? Infinity) > MOST_LISTED);
  expect(endless.map(({ list }) => list)).toEqual([]);
});

test("limits pages to 50 rows", () => {
  const pages = all.flatMap(([name, call]) =>
    taken(call)
      .filter(([path]) => path.endsWith("/page_size"))
      .map(([, { maximum }]) => ({ name, maximum })),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter(({ maximum = Infinity }) => maximum > MOST_ROWS)).toEqual([]);
});

const spanned = all.flatMap(([name, { query }]) =>
  query instanceof z.ZodObject && "start_date" in query.shape && "end_date" in query.shape
    ? [{ name, query, file: "file_type" in query.shape ? { file_type: "csv" } : {} }]
    : [],
);

describe("limits reports to two years", () => {
  test("finds reports with a span", () => expect(spanned.length).toBeGreaterThan(30));

  test.each(spanned)("$name", ({ query, file }) => {
    const of = (days: number) => {
      const start_date = new Date(Date.UTC(2026, 0, 1) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
      return query.safeParse({ start_date, end_date: "2026-01-01", ...file });
    };
    expect(of(31).success).toBe(true);
    const issues = of(MOST_DAYS + 1).error?.issues ?? [];
    expect(issues.map(({ path, message }) => [path.join("."), message])).toContainEqual([
      "start_date",
      expect.stringMatching(/at most (two years|92 days)/),
    ]);
  });
});
