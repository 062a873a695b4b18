import { expect, test } from "vitest";
import { z } from "zod";
import { wrongValue } from "./wrong-value.ts";

const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const schema = z.strictObject({
  battery: z.number().min(0).max(100).nullish(),
  page: z.coerce.number().int().min(1).optional(),
  dry_run: z.union([z.boolean(), flag]).optional(),
  level: z.enum(["info", "warn", "error"]).optional(),
  name: z.string().min(1).max(5).optional(),
  day: z.iso.date().optional(),
  own: z.number("Give a number of your own.").optional(),
  password: z.string().min(8).optional(),
  ids: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(z.coerce.number())).optional(),
  meters: z
    .array(z.strictObject({ serial: z.string(), factor: z.number().positive().optional() }))
    .min(1)
    .max(2)
    .optional(),
  way: z
    .discriminatedUnion("kind", [z.object({ kind: z.literal("accept") }), z.object({ kind: z.literal("reject") })])
    .optional(),
});

test.each([
  [{ battery: "88" }, 'battery must be a number, not the text "88".'],
  [{ battery: 130 }, "battery must be at most 100, not 130."],
  [{ battery: [88] }, "battery must be a number, not a list."],
  [{ page: "abc" }, 'page must be a number, not the text "abc".'],
  [{ page: "0" }, "page must be at least 1, not 0."],
  [{ page: 1.5 }, "page must be a whole number, not 1.5."],
  [{ dry_run: "yes" }, 'dry_run must be true or false, not the text "yes".'],
  [{ level: "loud" }, 'level must be info, warn or error, not the text "loud".'],
  [{ name: "" }, "name must be at least 1 character long."],
  [{ name: "longer" }, "name must be at most 5 characters long, not 6."],
  [{ day: "31.1.2026" }, 'day must be a day such as 2026-01-31, not the text "31.1.2026".'],
  [{ own: "1" }, "Give a number of your own."],
  [{ password: 12_345_678 }, "password must be text."],
  [{ meters: [] }, "meters must be a list with something in it."],
  [{ meters: [1, 2, 3].map((n) => ({ serial: String(n) })) }, "meters must be a list of at most 2, not of 3."],
  [{ meters: [{ serial: "a" }, {}] }, "meters[1].serial is missing. It must be text."],
  [{ meters: [{ serial: null }] }, "meters[0].serial is null. It must be text."],
  [{ meters: [{ serial: "a", factor: 0 }] }, "meters[0].factor must be more than 0, not 0."],
  [{ way: { kind: "redo" } }, 'way.kind must be accept or reject, not the text "redo".'],
  [{ way: {} }, "way.kind is missing. It must be accept or reject."],
  [{ ids: "x" }, 'ids must be a number, not the text "x".'],
  [{ ids: ["1", "x"] }, 'ids[1] must be a number, not the text "x".'],
  [{ colour: 1 }, '"colour" is not known here. Remove it.'],
  [{ colour: 1, size: 2 }, '"colour", "size" are not known here. Remove them.'],
  [[], "The body must be an object, not a list."],
  [undefined, "The body is missing. It must be an object."],
])("describes %j: %s", (given, sentence) => {
  const read = schema.safeParse(given, { error: wrongValue(given, "The body") });
  expect(read.error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
