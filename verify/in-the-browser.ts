import { availableParallelism } from "node:os";
import { inScratchFolder } from "../bench/run/scratch.ts";
import { buildWeb } from "../scripts/build-web.ts";
import { type Cluster, inCopy, withWorld } from "./authorization/cluster.ts";
import type { Check, Finding } from "./check.ts";
import { tryBrokenRequests } from "./in-the-browser/broken-requests.ts";
import { controls, tryWithout } from "./in-the-browser/controls.ts";
import { tryHeaders } from "./in-the-browser/headers.ts";
import { tryOtherSites } from "./in-the-browser/other-sites.ts";
import { openBehindHttps } from "./in-the-browser/tried.ts";
import { tryHostileTexts } from "./input/hostile-texts.ts";
import { productAt } from "./product.ts";
import { type BrowserTests, runE2e } from "./run-e2e.ts";
import type { Sabotage } from "./sabotage/sabotages.ts";

const SHOWN = 20;
/** `SEED=7` makes the bodies of a run with that seed again. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000_000));

export const inTheBrowser: Check = {
  id: "C",
  proves:
    "Another site's page cannot change anything, no answer lets a browser run, frame or keep what it must not, nothing of a person is left after logout, and no name runs as a script.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    buildWeb();
    say(`seed ${SEED}`);
    const wrong = (what: string, sentences: readonly string[]): Finding => {
      for (const sentence of sentences.slice(0, SHOWN)) say(sentence);
      return { what, count: sentences.length, must: { be: 0 } };
    };
    const findings = await withWorld(async (cluster) => {
      const tried = await cluster.withCopy(async (url) => {
        const site = await openBehindHttps(url);
        try {
          const { world } = cluster;
          const others = await tryOtherSites(site, world);
          const broken = await tryBrokenRequests(site);
          return { others, broken, headers: await tryHeaders(site, world) };
        } finally {
          await site.close();
        }
      });
      const { others, headers, broken } = tried;
      const texts = await inCopy(cluster, (site) => tryHostileTexts(site, cluster.world, SEED));
      say(`${texts.accepted} of ${texts.sent} names taken; fields that took none: ${texts.closed.length}`);
      for (const sentence of texts.closed) say(sentence);
      say(
        `answers by status: ${[...headers.statuses]
          .toSorted()
          .map(([status, n]) => `${n} x ${status}`)
          .join(", ")}`,
      );
      const found: Finding[] = [
        { what: "calls that change something with a cookie", count: others.writes, must: { reach: 70 } },
        {
          what: "requests to them of other sites, forms and our own pages",
          count: others.count,
          must: { reach: 1000 },
        },
        wrong("of them answered wrongly", others.wrong),
        wrong("tables that they changed", others.changed),
        {
          what: "answers of calls, files, pages and refusals",
          count: headers.count + broken.count,
          must: { reach: 1000 },
        },
        { what: "statuses among them", count: headers.statuses.size, must: { reach: 10 } },
        { what: "files for download among them", count: headers.files, must: { reach: 5 } },
        { what: "reports under a tag that is known again", count: headers.unchanged, must: { reach: 20 } },
        wrong("lacking headers", [...headers.wrong, ...broken.wrong]),
        { what: "fields of bodies that take any text", count: texts.fields, must: { reach: 90 } },
        { what: "hostile names sent in them", count: texts.sent, must: { reach: 3000 } },
        { what: "of them taken", count: texts.accepted, must: { reach: 2000 } },
        wrong("neither kept as they are nor refused by the field", texts.wrong),
      ];
      return [...found, ...(await tryControls(cluster, say))];
    });
    say("names that are markup, and what is left after logout, in Chromium…");
    const { shown, kept } = await inChromium();
    return [
      ...findings,
      { what: "tests in Chromium passed", count: shown.passed.length, must: { reach: 20 } },
      wrong("of them failed", shown.failed),
      {
        what: "control, answers kept and not forgotten at logout: failed",
        count: kept.failed.length,
        must: { reach: 1 },
      },
    ];
  },
};

/** Each must be noticed by the part of the check that is about it; as many at a time as there are processors. */
async function tryControls(cluster: Cluster, say: (line: string) => void): Promise<Finding[]> {
  const found: Finding[] = [];
  const left = [...controls];
  const tryNext = async () => {
    for (let control = left.shift(); control !== undefined; control = left.shift()) {
      const noticed = await tryWithout(cluster, control);
      say(`control, ${control.title}: ${noticed[0]?.slice(0, 160) ?? "not noticed"}`);
      found.push({ what: `control, ${control.title}: wrong answers`, count: noticed.length, must: { reach: 1 } });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, tryNext));
  return found;
}

/** Runs browser tests against a demo, and what sabotage must fail against the same one. */
function inChromium(): Promise<{ shown: BrowserTests; kept: BrowserTests }> {
  return inScratchFolder(async (folder) => {
    const run = async (sabotage: Sabotage | null, files: readonly string[], named: string | null) => {
      const product = await productAt(folder, sabotage, { DEMO: "on" });
      await product.start();
      try {
        return await runE2e(product.url, files, named);
      } finally {
        await product.stop();
      }
    };
    const shown = await run(null, ["hostile-names", "after-logout", "signing-in"], null);
    return { shown, kept: await run("keep-answers", ["after-logout"], "after logout nothing of a person is left") };
  });
}
