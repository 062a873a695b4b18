import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { publicCalls } from "../authorization/public-calls.ts";
import { withProduct } from "../harness/scene.ts";
import { statusOf } from "../outage/bystanders.ts";
import { atLeast, type Check, exactly, none, type Size } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { malformed } from "./malformed.ts";
import { type Sent, sendBytes } from "./send-bytes.ts";

/** Malformed requests; a sabotaged server ends long before. */
const REQUESTS: Record<Size, number> = { fast: 1000, full: 6000 };
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000_000));
/** and before them requests whose clients do not wait for the answer. */
const EARLY = 300;
const AT_ONCE = 10;
/** The server is checked to be alive each time that so many were sent, */
const BETWEEN = 100;
/** and once more when every timer that belongs to them has run. */
const AFTER_MS = 15_000;

interface Account {
  sent: number;
  answered: number;
  /** Answers of 500 and more but 503. */
  faults: number;
  /** Looks at which the server did not say in time that it lives. */
  silent: number;
  /** Connections still open in the end. */
  open: number;
  /** Whether the process ended. */
  hasEnded: boolean;
}

export const bytes: Check = {
  id: "bytes",
  proves:
    "No bytes on a socket end the server: requests that are unfinished, of wrong lengths, encodings and chunk sizes, cut off or reset, to every public call.",
  runsIn: "full",
  countsOnly: true,
  run: async (say, size) => {
    say(`seed ${SEED}`);
    const account = await attack(null, REQUESTS[size]);
    say(`${account.sent} requests, ${account.answered} answered`);
    say("control: a server that loses the socket of a body that it gives up");
    const fragile = await attack("lose-sockets", REQUESTS[size]);
    say(`it ended after ${fragile.sent} requests`);
    return [
      atLeast("malformed requests", account.sent, REQUESTS[size]),
      atLeast("of them answered", account.answered, REQUESTS[size] / 4),
      none("times that the process ended", Number(account.hasEnded)),
      none("looks at which it did not say that it lives", account.silent),
      none("answers of 500 and more but 503", account.faults),
      none("connections that it still holds after 15 s", account.open),
      exactly("control: processes that ended, as must be seen", Number(fragile.hasEnded), 1),
    ];
  },
};

function attack(sabotage: Sabotage | null, count: number): Promise<Account> {
  return withProduct(sabotage, async ({ url, program }) => {
    const account: Account = { sent: 0, answered: 0, faults: 0, silent: 0, open: 0, hasEnded: false };
    program().ended.then(() => {
      account.hasEnded = true;
    });
    const isSilent = async () => (await statusOf(`${url}/health/live`)) !== 200;
    await closeEarly(url);
    const requests = fc.sample(malformed(publicCalls), { numRuns: count, seed: SEED });
    const open: NonNullable<Sent["open"]>[] = [];
    try {
      for (let from = 0; from < count && !account.hasEnded; from += AT_ONCE) {
        const some = requests.slice(from, from + AT_ONCE);
        for (const { status, open: left } of await Promise.all(some.map((one) => sendBytes(url, one)))) {
          account.sent++;
          if (status !== null) account.answered++;
          if (status !== null && status >= 500 && status !== 503) account.faults++;
          if (left !== null) open.push(left);
        }
        if ((from + AT_ONCE) % BETWEEN === 0 && (await isSilent())) account.silent++;
      }
      for (const began = performance.now(); performance.now() - began < AFTER_MS && !account.hasEnded; )
        await pause(200);
      if (await isSilent()) account.silent++;
      account.open = open.filter((one) => !one.isClosed()).length;
      return { ...account };
    } finally {
      for (const one of open) one.end();
    }
  });
}

/** Connections that are gone before their rejection is written. */
async function closeEarly(url: string): Promise<void> {
  const bytes = Buffer.from(
    "POST /v1/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{",
  );
  for (let i = 0; i < EARLY; i++)
    await sendBytes(url, { bytes, pieces: 1, ending: i % 2 === 0 ? "destroyed" : "reset" });
}
