import { expect, test } from "vitest";
import { worldOfFile } from "../authorization/testing/site-of-file.ts";
import { tryAddresses } from "./addresses.ts";
import { tryGenerated } from "./generated.ts";
import { tryCorpus } from "./try-corpus.ts";
import { tryRows } from "./try-rows.ts";
import { tryWalks } from "./walk.ts";

/** A sample; `npm run verify -- D` tries all of it. */
const SEED = 20_261_121;

const { site, world } = await worldOfFile();

test("rejects hand-made invalid values by name without a change, and stores unusual names", async () => {
  const tried = await tryCorpus(site, world, 13);
  expect(tried.wrong).toEqual([]);
  expect(tried.rejected).toBeGreaterThan(50);
  expect(tried.kept).toBeGreaterThan(5);
});

test("an invalid value in a reading rejects that row", async () => {
  const tried = await tryRows(site, world);
  expect(tried.wrong).toEqual([]);
  expect(tried.rows).toBeGreaterThan(80);
});

test("URLs written differently, other methods and other bodies reach no call", async () => {
  const tried = await tryAddresses(site, world, 13);
  expect(tried.wrong).toEqual([]);
  expect(tried.disguised).toBeGreaterThan(100);
  expect(tried.methods).toBeGreaterThan(10);
  expect(tried.bodies).toBeGreaterThan(10);
});

test("created objects are listed, removed ones are gone, and the counts agree", async () => {
  const tried = await tryWalks(site, world, 3, SEED);
  expect(tried.wrong).toEqual([]);
  expect(tried.steps).toBeGreaterThan(50);
});

test("answers generated cases as the contract specifies", { timeout: 240_000 }, async () => {
  const tallies = await tryGenerated(site, world, 3, SEED);
  expect(tallies.flatMap(({ wrong }) => wrong)).toEqual([]);
  const open = tallies.filter(({ isClosed }) => !isClosed);
  const share = (of: (tally: (typeof open)[number]) => number) => open.reduce((sum, tally) => sum + of(tally), 0);
  expect(share(({ accepted }) => accepted) / share(({ valid }) => valid)).toBeGreaterThan(0.9);
  const unreached = open.filter(({ isReached }) => !isReached);
  const advice = "never succeeded: say in verify/input/bodies.ts or starts.ts what it needs beyond its form";
  expect(unreached.map(({ name, rejections }) => `${name} ${advice}: ${[...rejections.keys()].join("; ")}`)).toEqual(
    [],
  );
});
