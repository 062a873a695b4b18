import { join } from "node:path";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { faultsFor } from "../../e2e/screens/faults-for.ts";
import { dialogs, screens as list } from "../../e2e/screens/screens.ts";
import { buildWeb } from "../../scripts/build-web.ts";
import { loadDemo, withProduct } from "../harness/scene.ts";
import { atLeast, type Check, caught, none } from "../run/check.ts";
import { runE2e } from "../tests/run-e2e.ts";
import { buildFaulty, faulty } from "./faulty.ts";

/** Tests of what the list names, by file. */
const FILES = [
  "faults",
  "failures",
  "states",
  "signing-in",
  "two-admins",
  "accessibility",
  "keyboard",
  "keyboard-portfolio",
  "keyboard-admin",
];
/** One user is made by two clicks. */
const CREATED = ["admin-users", "^an organization's admin has no organization field"] as const;
const SHOWN = 20;

/** Every fault of every screen, as `npm run e2e` tries them, or a share of them that is the same each time. */
const isEvery = process.env.EVERY_FAULT !== undefined;

/** What each screen meets, as the tests of e2e/faults.test.ts are named. */
export const behaviors = {
  failing: "shows errors when every call fails",
  others: ["redirects to the login page once", "shows messages when every list is empty", "keeps its places on a desk"],
};

export const screens: Check = {
  id: "K",
  proves:
    "Whatever way calls fail, no screen goes blank, each says so and Retry helps; a session's end leads to the login page once and back; late answers and second clicks do no harm; all screens and dialogs keep axe's rules, and journeys go by keyboard alone. Each screen meets three ways of failing of seven, no session, nothing, and slow answers; `npm run e2e`, or EVERY_FAULT=on before this, tries all seven on each.",
  runsIn: "full",
  countsOnly: true,
  run: (say) =>
    inScratchFolder(async (scratch) => {
      buildWeb();
      const data = join(scratch, "data");
      // What comes in between a screen and a test's query would change the answer.
      await loadDemo(data);
      const { passed, failed } = await withProduct(
        null,
        async ({ url }) => {
          const all = await runE2e(url, FILES, null);
          const made = await runE2e(url, CREATED.slice(0, 1), CREATED[1]);
          return { passed: [...all.passed, ...made.passed], failed: [...all.failed, ...made.failed] };
        },
        { folder: data },
      );
      for (const sentence of failed.slice(0, SHOWN)) say(sentence);
      const noticed = [];
      for (const fault of faulty) {
        const folder = join(scratch, "screens");
        await buildFaulty(folder, fault);
        const [file, named] = fault.noticedBy;
        const tried = await withProduct("other-screens", ({ url }) => runE2e(url, [file], named), {
          folder: data,
          settings: { SCREENS: folder },
        });
        say(`control, ${fault.what}: ${tried.failed[0]?.slice(0, 160) ?? "not noticed"}`);
        noticed.push(caught(`control, ${fault.what}: tests failed`, tried.failed.length));
      }
      const named = (pattern: RegExp) => passed.filter((name) => pattern.test(name)).length;
      return [
        atLeast("K1 screens x faults tried", cellsIn(passed), list.length * faultsEach),
        atLeast("K5 screens and dialogs within axe's rules", named(/ has no violation /), list.length + dialogs.length),
        atLeast("tests of the screens passed", passed.length, 300),
        none("of them failed", failed.length),
        ...noticed,
      ];
    }),
};

const faultsEach = behaviors.others.length + (isEvery ? 7 : 3);

function cellsIn(passed: readonly string[]): number {
  const counts = list.map((screen) => {
    const has = (behavior: string) => passed.some((name) => name.startsWith(`${screen.name} ${behavior}`));
    const failing = has(behaviors.failing) ? faultsFor(screen, isEvery).length : 0;
    return failing + behaviors.others.filter(has).length;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
