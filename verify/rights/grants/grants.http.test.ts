import { expect, test } from "vitest";
import { siteOfFile } from "../../authorization/testing/site-of-file.ts";
import { tryInvitations } from "./invitations.ts";
import { tryLastAdmins } from "./last-admins.ts";
import { everyTry } from "./tries.ts";
import { tryGrants } from "./try-grants.ts";

const site = await siteOfFile();

/** `npm run verify -- A` makes all attempts; here one of so many, always the same. */
const ONE_OF = 53;

test("nobody gives what they lack: what comes of each attempt is what the rules say", {
  timeout: 120_000,
}, async () => {
  const tried = await tryGrants(
    site,
    everyTry().filter((_one, i) => i % ONE_OF === 0),
  );
  expect(tried.wrong).toEqual([]);
  expect(tried.allowed).toBeGreaterThan(10);
  expect(tried.refused).toBeGreaterThan(500);
});

test("nobody invites again who may more than themselves", { timeout: 240_000 }, async () => {
  const tried = await tryInvitations(site);
  expect(tried.wrong).toEqual([]);
  expect(tried.allowed).toBeGreaterThan(20);
  expect(tried.refused).toBeGreaterThan(100);
});

test("the last admin stays, also when two remove each other at the same time", { timeout: 240_000 }, async () => {
  const tried = await tryLastAdmins(site, 1);
  expect(tried.wrong).toEqual([]);
  expect(tried.rounds).toBeGreaterThan(10);
});
