import { openMailer } from "../../server/mail/mailer.ts";
import { openSmtpServer } from "../../server/mail/testing/smtp-server.ts";
import { deliverMessages } from "../../server/notifications/deliver.ts";
import { dispatchOutbox } from "../../server/notifications/dispatch.ts";
import { openInstallation } from "./installation.ts";
import { leakingHours, makeLeakyPlaces } from "./leaky-places.ts";

const NOW = Date.parse("2026-05-20T17:00:00Z");
/** As many as a server has. */
const SENDERS = 4;
const PROPERTIES = 10;
/** As many messages as a person is sent one by one within an hour. */
const UNITS = 10;
const PEOPLE = 10;

/** How many messages are made and accepted by a mail server in a second. */
export interface Throughput {
  messages: number;
  dispatchedPerSecond: number;
  deliveredPerSecond: number;
}

/** A hundred cases of ten properties, each for ten people, dispatched and then delivered by SMTP to this machine. */
export async function throughput(postgresUrl: string): Promise<Throughput> {
  const installation = await openInstallation(postgresUrl, "throughput", NOW);
  const smtp = await openSmtpServer();
  const clock = () => installation.clock.now;
  const mailer = openMailer({ smtpUrl: smtp.url, from: "water@example.com", allowPlaintext: false }, "", clock);
  try {
    const { connections } = installation;
    const plan = { properties: PROPERTIES, units: UNITS, people: PEOPLE };
    for (const { token, serials } of await makeLeakyPlaces(connections, plan)) {
      await installation.ingest(
        token,
        serials.flatMap((serial) => leakingHours(serial, NOW)),
      );
    }
    await installation.refresh();
    const deps = { ...installation.deps, mailer };
    const dispatchMs = await timeOf(() => dispatchOutbox(deps));
    const deliverMs = await timeOf(() => Promise.all(Array.from({ length: SENDERS }, () => deliverMessages(deps))));
    const messages = smtp.taken.length;
    const rate = (ms: number) => (messages * 1000) / ms;
    return { messages, dispatchedPerSecond: rate(dispatchMs), deliveredPerSecond: rate(deliverMs) };
  } finally {
    mailer.close();
    await smtp.close();
    await installation.close();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
