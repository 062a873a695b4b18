import { z } from "zod";
import { withPostgres } from "../../bench/run/private-database.ts";
import { startProgram } from "../../bench/run/program.ts";
import { atLeast, atMost, type Check, caught, exactly, type Finding, none } from "../run/check.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";
import { plans, runKilled } from "./killed.ts";
import type { MorningsOutcome, RejectedOutcome, RightsOutcome, ThreadsOutcome } from "./scenes.ts";
import type { WebhooksOutcome } from "./webhooks.ts";

/** Repeats that are allowed, of all messages. */
const MOST_REPEATS = 0.1;
/** Messages sent at a time by a server, each of which may be repeated after a kill. */
const SENDERS = 4;

interface Outcomes {
  mornings: MorningsOutcome;
  rejected: RejectedOutcome;
  rights: RightsOutcome;
  threads: ThreadsOutcome;
  webhooks: WebhooksOutcome;
}
const outcomes: { [Name in keyof Outcomes]: z.ZodType<Outcomes[Name]> } = {
  mornings: z.object({ mornings: z.number(), wrong: z.array(z.string()) }),
  rejected: z.object({
    tried: z.number(),
    wrong: z.array(z.string()),
    lost: z.number(),
    twice: z.number(),
    threads: z.number(),
    jwzThreads: z.number(),
    brokenOff: z.number(),
    repeats: z.number(),
    otherIds: z.number(),
    disordered: z.number(),
  }),
  rights: z.object({
    lostRights: z.number(),
    toWrong: z.number(),
    missing: z.number(),
    injected: z.number(),
    largest: z.number(),
    largeListMissing: z.number(),
  }),
  threads: z.object({
    wanted: z.number(),
    mails: z.number(),
    byReferences: z.number(),
    byJwz: z.number(),
    mixed: z.number(),
  }),
  webhooks: z.object({
    sent: z.number(),
    verified: z.array(z.number()),
    wrong: z.number(),
    wrongVerified: z.array(z.number()),
    wrongUnchecked: z.number(),
  }),
};

/** Runs a scene in a process of its own, sabotaged or not. */
async function runScene<Name extends keyof Outcomes>(url: string, name: Name, sabotage: Sabotage | null = null) {
  const program = startProgram("verify/messages/run-scenes.ts", [url, name], sabotaged(sabotage));
  const code = await program.ended;
  const { out, errors } = program.output();
  if (code !== 0) throw new Error(`The scene ${name} ended with ${code}: ${errors.slice(-2000)}`);
  const answer = z.record(z.string(), z.unknown()).parse(JSON.parse(out.trim().split("\n").at(-1) ?? ""));
  return outcomes[name].parse(answer[name]);
}

export const messageScenes: Check = {
  id: "P",
  proves:
    "A mail server that rejects at any stage costs no message, a case is one thread in mail programs, lists come once on days on which clocks change, names do no harm, and who lost a right gets nothing more.",
  runsIn: "full",
  countsOnly: true,
  run: (say) =>
    withPostgres(async ({ url }) => {
      const rejected = await runScene(url, "rejected");
      const threads = await runScene(url, "threads");
      const rights = await runScene(url, "rights");
      const mornings = await runScene(url, "mornings");
      const webhooks = await runScene(url, "webhooks");
      for (const line of [...rejected.wrong, ...mornings.wrong]) say(line);
      return [
        ...ofRejected(rejected),
        ...ofThreads(threads),
        ...ofRights(rights),
        atLeast("mornings around changes of the clock", mornings.mornings, 12),
        none("of them without one list at 06:30", mornings.wrong.length),
        ...ofWebhooks(webhooks),
        ...(await controls(url, say)),
      ];
    }),
};

function ofRejected(one: RejectedOutcome): Finding[] {
  return [
    atLeast("mails rejected, at seven stages by 4xx and 5xx", one.tried, 14),
    none("not tried again, or tried again in vain", one.wrong.length),
    none("lost in the end", one.lost),
    none("sent twice", one.twice),
    none("out of their order", one.disordered),
    exactly("threads of their case, by References", one.threads, 1),
    exactly("threads of their case, as mail programs group them (JWZ)", one.jwzThreads, 1),
    exactly("repeats of mails whose mail server did not answer", one.repeats, one.brokenOff),
    none("under another id", one.otherIds),
  ];
}

function ofThreads(one: ThreadsOutcome): Finding[] {
  return [
    atLeast("mails of cases, two in each unit", one.mails, one.wanted),
    exactly("their threads by References", one.byReferences, one.wanted),
    exactly("their threads by JWZ", one.byJwz, one.wanted),
    none("threads that mix cases", one.mixed),
  ];
}

function ofRights(one: RightsOutcome): Finding[] {
  return [
    atLeast("lists to people who lost the right after their first attempt", one.lostRights, 6),
    none("mails to them, or to people of another organization", one.toWrong),
    none("people who kept the right and got nothing", one.missing),
    none("headers, recipients and markup from hostile names", one.injected),
    atLeast("largest list", one.largest, 2, "MB"),
    none("large lists that did not arrive once, with all", one.largeListMissing),
  ];
}

function ofWebhooks({ sent, verified, wrong, wrongVerified, wrongUnchecked }: WebhooksOutcome): Finding[] {
  return [
    atLeast("requests to a webhook", sent, 40),
    none("of them not verified by a library or by openssl", sent - Math.min(...verified)),
    atLeast("altered, old and foreign requests", wrong, 200),
    none("of them verified by a library or by openssl", Math.max(...wrongVerified)),
    caught("control, signatures not compared: of them taken", wrongUnchecked),
  ];
}

async function controls(url: string, say: (line: string) => void): Promise<Finding[]> {
  say(
    "controls: what is dispatched again, new ids, no References, marks before sending, no rights, hours for mornings, something else signed",
  );
  const forgetful = await runScene(url, "rejected", "forget-dispatched");
  const newIds = await runScene(url, "rejected", "new-message-ids");
  const early = await runScene(url, "rejected", "sent-too-early");
  const unthreaded = await runScene(url, "threads", "forget-references");
  const open = await runScene(url, "rights", "ignore-rights");
  const markup = await runScene(url, "rights", "names-as-markup");
  const hours = await runScene(url, "mornings", "mornings-by-hours");
  const unsigned = await runScene(url, "webhooks", "other-signed");
  return [
    caught("control, dispatched again: wrong", forgetful.wrong.length + forgetful.twice),
    caught("control, new ids", newIds.otherIds),
    caught("control, marked before it is sent: lost", early.lost),
    caught("control, no References: threads too many", unthreaded.byReferences - unthreaded.wanted),
    caught("control, rights ignored: mails to the wrong people", open.toWrong),
    caught("control, names as markup", markup.injected),
    caught("control, mornings by hours: wrong mornings", hours.wrong.length),
    caught("control, something else signed: requests not verified", unsigned.sent - Math.max(...unsigned.verified)),
  ];
}

export const killedMessages: Check = {
  id: "P",
  proves:
    "Server, database and mail server killed at random moments while cases open lose no message, and repeat few, each under its id.",
  runsIn: "fast",
  countsOnly: true,
  run: async (say, size) => {
    const plan = plans[size];
    const one = await runKilled(plan, null, say);
    const { server, database, mail } = one.kills;
    say(
      `${one.cases} cases, ${one.messages} messages, ${one.repeats} sent twice; ${server}, ${database}, ${mail} kills`,
    );
    say("control: a server that marks a message as sent before it is");
    const early = await runKilled(plans.control, "sent-too-early", () => {});
    const share = (100 * one.repeats) / one.messages;
    return [
      atLeast("kills of server, database and mail server", server + database + mail, plan.kills),
      atLeast("cases that opened meanwhile", one.cases, plan.properties * plan.units),
      none("of their messages lost", one.lost),
      none("of their messages to somebody else", one.wrong),
      none("of their messages repeated under another id", one.otherIds),
      size === "full"
        ? atMost("messages sent twice", share, MOST_REPEATS, "%")
        : atMost("messages sent twice", one.repeats, plan.kills * SENDERS),
      caught("control, marked before it is sent: messages lost", early.lost),
    ];
  },
};
