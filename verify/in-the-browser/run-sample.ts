import { z } from "zod";
import { tryHostileTexts } from "../input/hostile-texts.ts";
import { runTrial } from "../world/trial.ts";
import { tryHeaders } from "./headers.ts";
import { tryOtherSites } from "./other-sites.ts";

/** So many calls are left out for each that is tried. */
const STEP = 7;
const parts = z.enum(["other sites", "headers", "texts"]);
export type Part = z.infer<typeof parts>;

/** A sample of the part that is the task. */
await runTrial(async (site, world, task) => {
  const part = parts.parse(task);
  const { wrong } = await (part === "other sites"
    ? tryOtherSites(site, world, STEP)
    : part === "headers"
      ? tryHeaders(site, world, STEP)
      : tryHostileTexts(site, world, 1, ({ name }) => name === "PATCH /v1/me"));
  return { wrong: wrong.slice(0, 20) };
});
