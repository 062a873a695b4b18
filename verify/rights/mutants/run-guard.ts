import { z } from "zod";
import type { Site } from "../../world/site.ts";
import { runTrial } from "../../world/trial.ts";
import type { World } from "../../world/world.ts";
import { tryAnswers } from "../answers/try-answers.ts";
import { tryInvitations } from "../grants/invitations.ts";
import { tryLastAdmins } from "../grants/last-admins.ts";
import { everyTry } from "../grants/tries.ts";
import { tryGrants } from "../grants/try-grants.ts";
import { tryRejections } from "../rejections/try-rejections.ts";
import { tryTakings } from "../taken/try-takings.ts";
import type { GuardTrial } from "./guards.ts";

const taskShape: z.ZodType<GuardTrial> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("grants") }),
  z.object({ kind: z.literal("last-admins") }),
  z.object({ kind: z.literal("invitations") }),
  z.object({ kind: z.literal("rejections"), calls: z.string() }),
  z.object({ kind: z.literal("takings"), pairs: z.string() }),
  z.object({ kind: z.literal("answers") }),
]);

/** Of attempts to give something one of so many is tried; of those to rename or to remove somebody all. */
const ONE_OF = 11;
/** Spreads the sample: the attempts are in a regular order, of which every 11th might leave out one kind of them. */
const SPREAD = 0x9e3779b1;
/** How often the last admins remove each other in each pair of ways. */
const TIMES = 3;

async function wrongOf(site: Site, world: World, { kind, ...rest }: GuardTrial): Promise<string[]> {
  if (kind === "grants") {
    const tries = everyTry().filter(
      ({ given }, i) =>
        (Math.imul(i, SPREAD) >>> 8) % ONE_OF === 0 ||
        given === null ||
        given.email !== undefined ||
        given.first_name !== undefined,
    );
    return (await tryGrants(site, tries, true)).wrong;
  }
  if (kind === "last-admins") return (await tryLastAdmins(site, TIMES)).wrong;
  if (kind === "invitations") return (await tryInvitations(site)).wrong;
  if (kind === "answers") return (await tryAnswers(site, world, new Set(["IONAdmin"]), true)).wrong;
  if ("calls" in rest) {
    const calls = new RegExp(rest.calls);
    return (await tryRejections(site, world, { only: ({ name }) => calls.test(name), isOver: true })).wrong;
  }
  if (!("pairs" in rest)) return [];
  const pairs = new RegExp(rest.pairs);
  const only = ({ name }: { name: string }, { title }: { title: string }) => pairs.test(`${name}, ${title}`);
  return (await tryTakings(site, world, { only, isOver: true })).wrong;
}

/** Tries until something is wrong. */
await runTrial(async (site, world, task) => {
  const wrong = await wrongOf(site, world, taskShape.parse(task));
  return { wrong: wrong.slice(0, 3) };
});
