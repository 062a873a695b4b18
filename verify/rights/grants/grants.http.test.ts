import { expect, test } from "vitest";
import { siteOfFile } from "../../authorization/testing/site-of-file.ts";
import { tryInvitations } from "./invitations.ts";
import { tryLastAdmins } from "./last-admins.ts";
import { everyTry } from "./tries.ts";
import { tryGrants } from "./try-grants.ts";

const site = await siteOfFile();

/** `npm run verify -- A` makes all attempts; here one of so many, always the same. */
const ONE_OF = 53;

test("nobody grants what they lack: each attempt ends as the rules predict", {
  timeout: 120_000,
}, async () => {
  const tried = await tryGrants(
    site,
    everyTry().filter((_one, i) => i % ONE_OF === 0),
  );
  expect(tried.wrong).toEqual([]);
  expect(tried.allowed).toBeGreaterThan(10);
  expect(tried.rejected).toBeGreaterThan(500);
});

test("nobody can invite a user with more permissions again", { timeout: 240_000 }, async () => {
  const tried = await tryInvitations(site);
  expect(tried.wrong).toEqual([]);
  expect(tried.allowed).toBeGreaterThan(20);
  expect(tried.rejected).toBeGreaterThan(100);
});

test("keeps the last admin, also when two remove each other concurrently", { timeout: 240_000 }, async () => {
  const tried = await tryLastAdmins(site, 1);
  expect(tried.wrong).toEqual([]);
  expect(tried.rounds).toBeGreaterThan(10);
});
