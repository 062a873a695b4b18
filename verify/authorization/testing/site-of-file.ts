import { afterAll } from "vitest";
import { freshDatabase } from "../../../server/testing/fresh-database.ts";
import { openSite, type Site } from "../../world/site.ts";
import { makeWorld, type World } from "../../world/world.ts";

/** The product over a database of its own, for all tests of a file. */
export async function siteOfFile(): Promise<Site> {
  const database = await freshDatabase();
  const site = await openSite(database.url);
  afterAll(async () => {
    await site.close();
    await database.drop();
  });
  return site;
}

/** The same with the world in it. */
export async function worldOfFile(): Promise<{ site: Site; world: World }> {
  const site = await siteOfFile();
  return { site, world: await makeWorld(site) };
}
