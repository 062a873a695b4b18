import { expect, onTestFinished, test } from "vitest";
import type { Call } from "../../contract/call/call.ts";
import { calls } from "../../contract/calls.ts";
import { connect } from "../../server/database/connect.ts";
import { freshDatabase } from "../../server/testing/fresh-database.ts";
import { checkingAnswers } from "../rights/answers/try-answers.ts";
import { tryInterleaved } from "./interleaved.ts";
import { tryMatrix } from "./matrix/matrix.ts";
import { mutants } from "./mutants.ts";
import { routeDifferences } from "./public-calls.ts";
import { openLocks, openSecondLock } from "./second-lock.ts";
import { worldOfFile } from "./testing/site-of-file.ts";

/** A sample: somebody who may see one property, a gateway, and who may do the most of one tenant and of all. */
const SAMPLE = new Set(["IONAdmin", "admin of A", "member of A, property, one", "the gateway of A"]);

const { site, world } = await worldOfFile();

test("serves exactly the contract, and publicly only the listed calls", () => {
  expect(routeDifferences(site)).toEqual([]);
});

test("every table has row-level security, and requests cannot bypass it", async () => {
  expect(await openLocks(site.connections)).toEqual([]);
});

test("concurrent requests of all tenants, failed and aborted ones included, are not mixed up", async () => {
  const done = await tryInterleaved(site, world, 600);
  expect(done.wrong).toEqual([]);
  expect(done.errors).toBeGreaterThan(50);
});

test("no request returns or changes another tenant's rows, and answers hold what the contract lists and no more", {
  timeout: 900_000,
}, async () => {
  const checking = checkingAnswers(site);
  const tried = await tryMatrix(checking.site, world, { people: ({ title }) => SAMPLE.has(title) });
  expect(tried.wrong).toEqual([]);
  expect(tried.untried).toEqual([]);
  expect(tried.cells).toBeGreaterThan(500);
  expect(checking.tried.wrong).toEqual([]);
  expect(checking.tried.calls.size).toBeGreaterThan(90);
  const contract: Readonly<Record<string, Call>> = calls;
  const files = Object.keys(contract).filter((name) => contract[name]?.media !== undefined);
  expect([...checking.tried.files].toSorted()).toEqual(files.toSorted());
});

test("reports missing tenant isolation", async () => {
  const database = await freshDatabase();
  const connections = connect(database.url);
  onTestFinished(async () => {
    await connections.close();
    await database.drop();
  });
  await openSecondLock(connections);
  expect((await openLocks(connections)).length).toBeGreaterThan(20);
});

test("finds the source text of every guard that is removed on purpose", () => {
  expect(mutants().length).toBeGreaterThan(90);
});
