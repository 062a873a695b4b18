import { setTimeout as pause } from "node:timers/promises";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { productAt } from "../harness/product.ts";
import { statusOf } from "../outage/bystanders.ts";
import { loggedFrom, WARN } from "../outage/log-lines.ts";
import { type Check, caught, exactly, none } from "../run/check.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";

const WAYS = ["timer", "promise"] as const;
/** A process that has not ended by then goes on. */
const TIMEOUT_MS = 5000;
const FATAL = 60;

interface Account {
  /** Processes that went on, or ended as if nothing had happened. */
  wrongEnds: number;
  /** Falls that are not in the log exactly once, as the worst there is. */
  wrongLogs: number;
  /** Times that a new start did not serve. */
  notBack: number;
}

export const unhandledErrors: Check = {
  id: "H3",
  proves:
    "An error that nobody handles is in the log once and ends the process with another code than 0, and a new start serves again.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const account = await runFalls(null);
    say("control: a server that goes on");
    const staggering = await runFalls("stagger-on");
    return [
      exactly("errors that nobody handles", WAYS.length, WAYS.length),
      none("processes that went on, or ended with 0", account.wrongEnds),
      none("errors that are not in the log exactly once", account.wrongLogs),
      none("new starts that did not serve", account.notBack),
      caught("control: processes that went on", staggering.wrongEnds),
    ];
  },
};

async function runFalls(sabotage: Sabotage | null): Promise<Account> {
  return await inScratchFolder(async (folder) => {
    const account: Account = { wrongEnds: 0, wrongLogs: 0, notBack: 0 };
    for (const way of WAYS) {
      const settings = { ...sabotaged("fall-on-signal", sabotage), LOG_LEVEL: "info", FALL_AS: way };
      const product = await productAt(folder, null, settings);
      await product.start();
      const program = product.program();
      // It answers a moment before it has started whole.
      while (!program.output().out.includes("is ready at")) await pause(20);
      if (program.pid !== undefined) process.kill(program.pid, "SIGUSR2");
      const code = await Promise.race([program.ended, pause(TIMEOUT_MS, "still there" as const)]);
      if (code === "still there" || code === 0 || code === null) account.wrongEnds++;
      const worst = loggedFrom(WARN, program).filter(({ level }) => level === FATAL);
      if (worst.length !== 1 || timesNamed(program.output()) !== 1) account.wrongLogs++;
      if (code === "still there") await product.kill();
      await product.start();
      if ((await statusOf(`${product.url}/health/ready`)) !== 200) account.notBack++;
      await product.stop();
    }
    return account;
  });
}

/** Lines that name the fault: the log's own, and what Node says of it unasked. */
function timesNamed({ out, errors }: { out: string; errors: string }): number {
  return `${out}\n${errors}`.split("\n").filter((line) => line.includes("A fault made on purpose")).length;
}
