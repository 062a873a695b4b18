import { expect, test } from "vitest";
import { freshDatabase } from "../../server/testing/fresh-database.ts";
import { controls } from "./controls.ts";
import { NOW } from "./installation/installation.ts";
import { openSite } from "./installation/site.ts";
import { tryReports } from "./try-reports.ts";

/** A sample: the check itself makes a thousand requests about a larger installation. */
const SAMPLE = { seed: 4, properties: 4, days: 45, requests: 2, further: 0, lists: 0 };

test("reports equal the figures derived from stored hours, in every state", { timeout: 240_000 }, async () => {
  const database = await freshDatabase();
  const site = await openSite(database.url, NOW);
  try {
    const tried = await tryReports(site, SAMPLE, () => {});
    expect(tried.wrong).toEqual([]);
    expect(tried.untried).toEqual([]);
    expect(tried.states).toBe(4);
    expect(tried.requests).toBeGreaterThan(250);
    const missed = tried.missed.map(({ title }) => title);
    expect(controls.length - missed.length).toBeGreaterThanOrEqual(8);
    // Of this one the installation holds a case in every property, whatever its seed.
    expect(missed).not.toContain("meters delayed after 30 hours");
  } finally {
    await site.close();
    await database.drop();
  }
});
