import { setTimeout as pause } from "node:timers/promises";
import { openSmtpServer } from "../../server/mail/testing/smtp-server.ts";
import { besideServer } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { startServer } from "../run/server.ts";
import { leakingHours, makeLeakyPlaces } from "./leaky-places.ts";

const PROPERTIES = 20;
const CASES_PER_HOUR = 1000;
const GIVE_UP_MS = 180_000;
const LOOK_MS = 50;

/** How long it takes from a case that opens to its message. */
export interface Pipeline {
  cases: number;
  /** Of each: from the readings that show the leak, as they are sent, to the message that the mail server accepted, ms. */
  times: number[];
  /** Cases without a message. */
  missing: number;
}

/**
 * A running server to which meters that leak report at 1,000 cases an hour, in real time: each is a case as soon as its
 * readings are processed, and its person wants to know at once.
 */
export function pipeline(minutes: number): Promise<Pipeline> {
  return inScratchFolder(async (folder) => {
    const smtp = await openSmtpServer();
    const settings = { DATA_DIR: folder, DEMO: "off", SMTP_URL: smtp.url, MAIL_FROM: "water@example.com" };
    const { url, program } = await startServer("server/main.ts", settings, ["/health/ready"]);
    try {
      const cases = Math.round((minutes * CASES_PER_HOUR) / 60);
      const units = Math.ceil(cases / PROPERTIES);
      // No more messages to one person than are sent one by one.
      const places = await besideServer(folder, (connections) =>
        makeLeakyPlaces(connections, { properties: PROPERTIES, units, people: Math.ceil(units / 10) }),
      );
      const began: { to: string; at: number }[] = [];
      for (let n = 0; n < cases; n++) {
        const place = places[n % PROPERTIES];
        const serial = place?.serials[Math.floor(n / PROPERTIES)];
        const [to] = place?.people ?? [];
        if (place === undefined || serial === undefined || to === undefined) throw new Error("There is no meter.");
        const at = Date.now();
        const answer = await fetch(`${url}/v1/ingest/readings`, {
          method: "POST",
          headers: { authorization: `Bearer ${place.token}`, "content-type": "application/json" },
          body: JSON.stringify(leakingHours(serial, at)),
        });
        if (!answer.ok) throw new Error(`Readings were answered with ${answer.status}: ${await answer.text()}`);
        began.push({ to: `<${to}>`, at });
        await pause(Math.max(0, 3_600_000 / CASES_PER_HOUR - (Date.now() - at)));
      }
      const until = Date.now() + GIVE_UP_MS;
      const times = () => timesOf(began, smtp.taken);
      while (times().length < cases && Date.now() < until) await pause(LOOK_MS);
      return { cases, times: times(), missing: cases - times().length };
    } finally {
      await program.stop();
      await smtp.close();
    }
  });
}

/** Of a person and in their order the cases have the messages. */
function timesOf(
  began: readonly { to: string; at: number }[],
  taken: readonly { to: string[]; at: number }[],
): number[] {
  const arrived = Map.groupBy(taken, ({ to }) => to[0] ?? "");
  const known = new Map<string, number>();
  return began.flatMap(({ to, at }) => {
    const index = known.get(to) ?? 0;
    known.set(to, index + 1);
    const mail = arrived.get(to)?.[index];
    return mail === undefined ? [] : [mail.at - at];
  });
}
