import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { freshDatabase } from "../../server/testing/fresh-database.ts";
import { tryInterleaved } from "./interleaved.ts";
import { tryMatrix } from "./matrix.ts";
import { mutants } from "./mutants.ts";
import { routeDifferences } from "./public-calls.ts";
import { openLocks, openSecondLock } from "./second-lock.ts";
import { worldOfFile } from "./testing/site-of-file.ts";

/** A sample: those whose reach ends in the middle of something. */
const SAMPLE = new Set([
  "nobody",
  "IONAdmin",
  "ION staff of A",
  "admin of A",
  "admin of A who chooses B",
  "member of A, property, one",
  "member of A and admin of B, A active",
  "the gateway of A",
]);

const { site, world } = await worldOfFile();

test("the contract is served, all of it and nothing else, and is public only where that was decided", () => {
  expect(routeDifferences(site)).toEqual([]);
});

test("every table has its second lock, and requests cannot pass it", async () => {
  expect(await openLocks(site.connections)).toEqual([]);
});

test("requests of all tenants at the same time, failing and given up ones among them, mix nothing", async () => {
  const done = await tryInterleaved(site, world, 600);
  expect(done.wrong).toEqual([]);
  expect(done.errors).toBeGreaterThan(50);
});

test("nobody is answered with what is not theirs, whatever they ask about", { timeout: 300_000 }, async () => {
  const tried = await tryMatrix(site, world, { people: ({ title }) => SAMPLE.has(title) });
  expect(tried.wrong).toEqual([]);
  expect(tried.untried).toEqual([]);
  expect(tried.cells).toBeGreaterThan(1500);
});

test("a lock that is open is told", async () => {
  const database = await freshDatabase();
  const connections = connect(database.url);
  onTestFinished(async () => {
    await connections.close();
    await database.drop();
  });
  await openSecondLock(connections);
  expect((await openLocks(connections)).length).toBeGreaterThan(20);
});

test("every guard that is left out on trial stands where it is looked for", () => {
  expect(mutants().length).toBeGreaterThan(90);
});
