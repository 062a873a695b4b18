import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import type { World } from "../authorization/world.ts";
import { tryHeaders } from "./headers.ts";
import { tryOtherSites } from "./other-sites.ts";
import { openBehindHttps } from "./tried.ts";

/** So many calls are left out for each that is tried. */
const STEP = 7;

// Tries a sabotaged server in a process of its own. Words: the database, and the file of its world.
const [databaseUrl = "", worldFile = ""] = process.argv.slice(2);
const world: World = deserialize(readFileSync(worldFile));
const site = await openBehindHttps(databaseUrl);
const wrong = [...(await tryOtherSites(site, world, STEP)).wrong, ...(await tryHeaders(site, world, STEP)).wrong];
process.stdout.write(`${JSON.stringify({ wrong: wrong.slice(0, 20) })}\n`);
await site.close();
