import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { worldOfFile } from "../authorization/testing/site-of-file.ts";
import { changedIn, summing } from "../world/sums.ts";
import { guardMutants } from "./mutants/guards.ts";
import { tryRejections } from "./rejections/try-rejections.ts";
import { tryTakings } from "./taken/try-takings.ts";

const { site, world } = await worldOfFile();

/** `npm run verify -- A` tries all calls; here those that change rights, and one of so many others, always the same. */
const ONE_OF = 20;

test("a rejected request changes nothing and is logged once", { timeout: 240_000 }, async () => {
  let i = 0;
  const tried = await tryRejections(site, world, {
    only: ({ name }) => /users.*\{user_id\}|api-keys$|repairs|\/points$/.test(name) || i++ % ONE_OF === 0,
  });
  expect(tried.wrong).toEqual([]);
  expect(tried.rejections).toBeGreaterThan(200);
  expect(tried.surplus).toBeGreaterThan(10);
  expect([...tried.byStatus.keys()]).toEqual(expect.arrayContaining([400, 401, 403, 404, 409, 415, 422]));
});

test("detects changes by checksums", async () => {
  const sum = await summing(site);
  const before = await sum();
  await sql`update units set bedrooms = bedrooms + 1 where id = ${world.home.names.unit}`.execute(
    site.connections.worker,
  );
  expect(changedIn(before, await sum())).toEqual(["public.units"]);
});

test("revoking access applies to the next request", { timeout: 240_000 }, async () => {
  let i = 0;
  const tried = await tryTakings(site, world, { only: () => i++ % ONE_OF === 0 });
  expect(tried.wrong).toEqual([]);
  expect(tried.cells).toBeGreaterThan(30);
});

test("finds the source text of every guard that is removed on purpose", async () => {
  const gone = [];
  for (const { file, from } of guardMutants()) {
    const text = await readFile(join(import.meta.dirname, "../..", file), "utf8");
    if (!text.includes(from)) gone.push(`${file}: ${from}`);
  }
  expect(gone).toEqual([]);
});
