import { inScratchFolder } from "../bench/run/scratch.ts";
import { buildWeb } from "../scripts/build-web.ts";
import { withWorld } from "./authorization/cluster.ts";
import type { Check, Finding } from "./check.ts";
import { tryBrokenRequests } from "./in-the-browser/broken-requests.ts";
import { controls, tryWithout } from "./in-the-browser/controls.ts";
import { tryHeaders } from "./in-the-browser/headers.ts";
import { tryOtherSites } from "./in-the-browser/other-sites.ts";
import { openBehindHttps } from "./in-the-browser/tried.ts";
import { productAt } from "./product.ts";
import { type BrowserTests, runE2e } from "./run-e2e.ts";

const SHOWN = 20;

export const inTheBrowser: Check = {
  id: "C",
  proves:
    "Another site's page cannot change anything, no answer lets a browser run, frame or keep what it must not, nothing of a person is left after logout, and no name runs as a script.",
  runsIn: "full",
  run: async (say) => {
    buildWeb();
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
      ];
      for (const control of controls) {
        const noticed = await tryWithout(cluster, control);
        say(`control, ${control.title}: ${noticed[0]?.slice(0, 160) ?? "not noticed"}`);
        found.push({ what: `control, ${control.title}: wrong answers`, count: noticed.length, must: { reach: 1 } });
      }
      return found;
    });
    say("names that are markup, and what is left after logout, in Chromium…");
    const shown = await inChromium(null, ["hostile-names", "after-logout", "signing-in"]);
    const kept = await inChromium("keep-answers", ["after-logout"]);
    return [
      ...findings,
      { what: "tests in Chromium passed", count: shown.passed, must: { reach: 20 } },
      wrong("of them failed", shown.failed),
      {
        what: "control, answers kept and not forgotten at logout: failed",
        count: kept.failed.length,
        must: { reach: 1 },
      },
    ];
  },
};

/** Runs browser tests against the demo, sabotaged or not. */
function inChromium(sabotage: string | null, files: readonly string[]): Promise<BrowserTests> {
  return inScratchFolder(async (folder) => {
    const product = await productAt(folder, sabotage, { DEMO: "on" });
    await product.start();
    try {
      return await runE2e(product.url, files, null);
    } finally {
      await product.stop();
    }
  });
}
