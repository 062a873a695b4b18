import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { openSite } from "./site.ts";
import { type TrialName, trials } from "./trial.ts";
import type { World } from "./world.ts";

// Does one trial. Words: its name, the database, the file of its world, and its task.
const [name = "", databaseUrl = "", worldFile = "", task = "null"] = process.argv.slice(2);
if (!isTrial(name)) throw new Error(`There is no trial ${name}.`);
const found = trials[name];
const world: World = deserialize(readFileSync(worldFile));
const site = await openSite(databaseUrl, "baseUrl" in found ? { BASE_URL: found.baseUrl } : {});
const trial = await found.load();
process.stdout.write(JSON.stringify(await trial(site, world, JSON.parse(task))));
await site.close();

function isTrial(text: string): text is TrialName {
  return Object.hasOwn(trials, text);
}
