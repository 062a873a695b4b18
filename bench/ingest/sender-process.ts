import { fork } from "node:child_process";
import { join } from "node:path";
import type { FromSender, SendPlan, Sent, ToSender } from "./sending.ts";

/** Senders in a process of their own, their bodies ready. */
export interface Senders {
  /** Sends until the time is up. */
  send(): Promise<Sent>;
  end(): void;
}

/** Starts the process that sends and waits until it has all bodies in memory. */
export async function prepareSenders(plan: SendPlan): Promise<Senders> {
  const child = fork(join(import.meta.dirname, "sender.ts"));
  const ask = (message: ToSender) =>
    new Promise<FromSender>((answer, fail) => {
      child.once("message", (reply: FromSender) => {
        if (reply.kind === "failed") fail(new Error(reply.reason));
        else answer(reply);
      });
      child.once("exit", () => fail(new Error("The process that sends ended.")));
      child.send(message);
    });
  await ask({ kind: "prepare", plan });
  return {
    send: async () => {
      const reply = await ask({ kind: "go" });
      if (reply.kind !== "sent") throw new Error("The process that sends did not send.");
      return reply.sent;
    },
    end: () => {
      child.kill();
    },
  };
}
