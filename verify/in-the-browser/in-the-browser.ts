import { availableParallelism } from "node:os";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { buildWeb } from "../../scripts/build-web.ts";
import { withProduct } from "../harness/scene.ts";
import { tryHostileTexts } from "../input/hostile-texts.ts";
import { atLeast, type Check, type Finding, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { type BrowserTests, runE2e } from "../tests/run-e2e.ts";
import { type Cluster, inCopy, withWorld } from "../world/cluster.ts";
import { tryBrokenRequests } from "./broken-requests.ts";
import { controls, tryWithout } from "./controls.ts";
import { tryHeaders } from "./headers.ts";
import { tryOtherSites } from "./other-sites.ts";
import { openBehindHttps } from "./tried.ts";

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
      return none(what, sentences.length);
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
        atLeast("calls that change something with a cookie", others.writes, 70),
        atLeast("requests to them of other sites, forms and our own pages", others.count, 1000),
        wrong("of them answered wrongly", others.wrong),
        wrong("tables that they changed", others.changed),
        atLeast("answers of calls, files, pages and rejections", headers.count + broken.count, 1000),
        atLeast("statuses among them", headers.statuses.size, 10),
        atLeast("files for download among them", headers.files, 5),
        atLeast("reports under a tag that is known again", headers.unchanged, 20),
        wrong("lacking headers", [...headers.wrong, ...broken.wrong]),
        atLeast("fields of bodies that take any text", texts.fields, 90),
        atLeast("hostile names sent in them", texts.sent, 3000),
        atLeast("of them taken", texts.accepted, 2000),
        wrong("neither kept as they are nor rejected by the field", texts.wrong),
      ];
      return [...found, ...(await tryControls(cluster, say))];
    });
    say("names that are markup, and what is left after logout, in Chromium…");
    const { shown, kept } = await inChromium();
    return [
      ...findings,
      atLeast("tests in Chromium passed", shown.passed.length, 20),
      wrong("of them failed", shown.failed),
      atLeast("control, answers kept and not forgotten at logout: failed", kept.failed.length, 1),
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
      found.push(atLeast(`control, ${control.title}: wrong answers`, noticed.length, 1));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, tryNext));
  return found;
}

/** Runs browser tests against a demo, and what sabotage must fail against the same one. */
function inChromium(): Promise<{ shown: BrowserTests; kept: BrowserTests }> {
  return inScratchFolder(async (folder) => {
    const run = (sabotage: Sabotage | null, files: readonly string[], named: string | null) =>
      withProduct(sabotage, ({ url }) => runE2e(url, files, named), { folder, settings: { DEMO: "on" } });
    const shown = await run(null, ["hostile-names", "after-logout", "signing-in"], null);
    return {
      shown,
      kept: await run("keep-answers", ["after-logout"], "logout leaves no personal data in the browser"),
    };
  });
}
