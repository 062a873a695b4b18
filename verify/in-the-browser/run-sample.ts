import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { tryHostileTexts } from "../input/hostile-texts.ts";
import { openSite, type Site } from "../world/site.ts";
import type { World } from "../world/world.ts";
import { tryHeaders } from "./headers.ts";
import { tryOtherSites } from "./other-sites.ts";
import { openBehindHttps } from "./tried.ts";

/** So many calls are left out for each that is tried. */
const STEP = 7;

/** The part that is tried, a sample of it. */
async function tryPart(part: string, site: Site, world: World): Promise<{ wrong: string[] }> {
  if (part === "other sites") return tryOtherSites(site, world, STEP);
  if (part === "headers") return tryHeaders(site, world, STEP);
  return tryHostileTexts(site, world, 1, ({ name }) => name === "PATCH /v1/me");
}

// Tries a sabotaged server in a process of its own. Words: the database, the file of its world, and the part.
const [databaseUrl = "", worldFile = "", part = ""] = process.argv.slice(2);
const world: World = deserialize(readFileSync(worldFile));
const site = await (part === "texts" ? openSite : openBehindHttps)(databaseUrl);
const { wrong } = await tryPart(part, site, world);
process.stdout.write(`${JSON.stringify({ wrong: wrong.slice(0, 20) })}\n`);
await site.close();
