import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type LeakyPlace, leakingHours, makeLeakyPlaces } from "../../bench/messages/leaky-places.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { type Connections, connect } from "../../server/database/connect.ts";
import { IdRow, queryRow, queryRows } from "../../server/database/query-rows.ts";
import type { StoppablePostgres } from "../../server/ingest/testing/stoppable-postgres.ts";
import { openSmtpServer, type SmtpServer } from "../../server/mail/testing/smtp-server.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { type Product, productAt } from "../harness/product.ts";
import { postReadings } from "../harness/readings.ts";
import { withStoppablePostgres } from "../harness/scene.ts";
import type { Size } from "../run/check.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";
import { receivedBy } from "./received.ts";

interface KillPlan {
  kills: number;
  /** The least time between two, in milliseconds; the longest is twice as long. */
  leastMs: number;
  properties: number;
  /** Of each property; each opens a case while servers are killed. */
  units: number;
  people: number;
}

/** The share of repeats is the time from "accepted" to its mark, of the time between two kills. */
export const plans: Record<Size | "control", KillPlan> = {
  fast: { kills: 6, leastMs: 800, properties: 3, units: 4, people: 10 },
  full: { kills: Number(process.env.KILLS ?? 200), leastMs: 4000, properties: 8, units: 75, people: 40 },
  control: { kills: 12, leastMs: 800, properties: 2, units: 12, people: 10 },
};
/** The machine's clock goes on by so much while a killed server is away, so that leases of the dead end. */
const AWAY_MS = 10 * 60_000;
const DRAIN_SECONDS = 900;

const CaseRow = IdRow.extend({ property_id: z.int() });

/** What became of the cases that opened while servers were killed. */
export interface KilledOutcome {
  kills: { server: number; database: number; mail: number };
  cases: number;
  /** Cases for each of their people: what must arrive. */
  wanted: number;
  lost: number;
  /** To somebody who is not of the property. */
  wrong: number;
  messages: number;
  /** Messages that arrived again, under the same id and under another. */
  repeats: number;
  otherIds: number;
}

/** Opens cases by readings while server, database and mail server are killed at random moments. */
export function runKilled(
  plan: KillPlan,
  sabotage: Sabotage | null,
  say: (line: string) => void,
): Promise<KilledOutcome> {
  return withStoppablePostgres((postgres) =>
    inScratchFolder(async (folder) => {
      const clock = await movedClock(folder);
      const mail = await killableMail();
      const product = await productAt(folder, null, {
        ...sabotaged("set-clock", "alerts-soon", sabotage),
        CLOCK_FILE: clock.file,
        DATABASE_URL: postgres.url,
        SESSION_SECRET: "not a secret, for one test run only",
        SMTP_URL: mail.url,
        MAIL_FROM: "water@example.com",
      });
      try {
        return await kill({ plan, postgres, product, clock, mail, say });
      } finally {
        await product.kill();
        await mail.stop();
      }
    }),
  );
}

interface Running {
  plan: KillPlan;
  postgres: StoppablePostgres;
  product: Product;
  clock: Awaited<ReturnType<typeof movedClock>>;
  mail: Awaited<ReturnType<typeof killableMail>>;
  say: (line: string) => void;
}

async function kill(running: Running): Promise<KilledOutcome> {
  const { plan, postgres, product, clock, mail, say } = running;
  const places = await within(postgres, (connections) =>
    makeLeakyPlaces(connections, { ...plan, settings: { kinds: ["case opened"] } }),
  );
  await product.start();
  const kills = { server: 0, database: 0, mail: 0 };
  let isOver = false;
  const opening = openCases(running, places, () => isOver);
  for (let killed = 0; killed < plan.kills; killed++) {
    await pause(plan.leastMs * (1 + Math.random()));
    const what = (["server", "database", "mail"] as const)[killed % 3] ?? "server";
    kills[what]++;
    if (what === "server") {
      await product.kill();
      await clock.add(AWAY_MS);
      await product.start();
    } else if (what === "database") {
      await postgres.stop();
      await pause(200 * Math.random());
      await postgres.start();
    } else {
      await mail.stop();
      await pause(500 * Math.random());
      await mail.start();
    }
    if (killed % 20 === 19) say(`killed ${killed + 1} times, ${mail.received().length} messages accepted`);
  }
  isOver = true;
  await opening;
  await drain(running);
  return within(postgres, (connections) => outcomeOf(connections, places, kills, mail.received()));
}

/** All meters report a leak, one after the other; what got no answer is sent again. */
async function openCases({ plan, product, clock }: Running, places: readonly LeakyPlace[], isOver: () => boolean) {
  const total = plan.kills * plan.leastMs * 1.5;
  for (let unit = 0; unit < plan.units; unit++) {
    for (const place of places) {
      const body = JSON.stringify(leakingHours(place.serials[unit] ?? "", clock.now()));
      while ((await postReadings(product, place, body).catch(() => null))?.status !== 200) await pause(50);
      if (!isOver()) await pause(total / (plan.units * places.length) / 2);
    }
  }
}

const LeftRow = z.object({ behind: z.int(), outbox: z.int(), waiting: z.int(), cases: z.int() });

/** Until nothing waits any more, in hours that pass while the server is away. */
async function drain({ postgres, product, clock, plan, say }: Running): Promise<void> {
  const until = performance.now() + DRAIN_SECONDS * 1000;
  for (;;) {
    await product.kill();
    await clock.add(HOUR_MS);
    await product.start();
    for (let look = 0; look < 30; look++) {
      await pause(1000);
      const left = await within(postgres, leftOf);
      if (left.cases === plan.units * plan.properties && left.behind + left.outbox + left.waiting === 0) return;
      if (performance.now() > until) {
        say(`still waiting in the end: ${JSON.stringify(left)}`);
        return;
      }
    }
  }
}

async function leftOf({ worker }: Connections): Promise<z.output<typeof LeftRow>> {
  const row = await queryRow(worker, LeftRow)`
    select (select count(*) from properties where alerted_version < figures_version) as behind,
      (select count(*) from outbox where dispatched_at is null) as outbox,
      (select count(*) from messages where sent_at is null and failed_at is null and dropped_at is null) as waiting,
      (select count(*) from leak_cases) as cases`;
  return row ?? { behind: 1, outbox: 0, waiting: 0, cases: 0 };
}

async function outcomeOf(
  { worker }: Connections,
  places: readonly LeakyPlace[],
  kills: KilledOutcome["kills"],
  received: ReturnType<typeof receivedBy>,
): Promise<KilledOutcome> {
  const cases = await queryRows(worker, CaseRow)`select id, property_id from leak_cases`;
  const peopleOf = new Map(places.map(({ propertyId, people }) => [propertyId, people]));
  const wanted = new Set(
    cases.flatMap(({ id, property_id }) => (peopleOf.get(property_id) ?? []).map((to) => `${to} ${id}`)),
  );
  /** By what arrived, the ids under which it did. */
  const arrived = new Map<string, Set<string>>();
  for (const { to, cases: about, messageId } of received) {
    for (const id of about) arrived.set(`${to} ${id}`, (arrived.get(`${to} ${id}`) ?? new Set()).add(messageId));
  }
  const messages = new Set(received.map(({ messageId }) => messageId)).size;
  return {
    kills,
    cases: cases.length,
    wanted: wanted.size,
    lost: [...wanted].filter((one) => !arrived.has(one)).length,
    wrong: [...arrived.keys()].filter((one) => !wanted.has(one)).length,
    messages,
    repeats: received.length - messages,
    otherIds: [...arrived.values()].filter(({ size }) => size > 1).length,
  };
}

async function within<T>({ url }: StoppablePostgres, work: (connections: Connections) => Promise<T>): Promise<T> {
  const connections = connect(url);
  try {
    return await work(connections);
  } finally {
    await connections.close();
  }
}

/** The server's clock, which goes and is moved on while the server is away. */
async function movedClock(folder: string) {
  const file = join(folder, "clock");
  let [base, since] = [Date.now(), performance.now()];
  const now = () => base + performance.now() - since;
  const set = async (at: number) => {
    [base, since] = [at, performance.now()];
    await writeFile(file, `${Math.round(at)} goes`);
  };
  await set(base);
  return { file, now, add: (ms: number) => set(now() + ms) };
}

/** A mail server that is killed and comes back at the same address. */
async function killableMail() {
  let server: SmtpServer | null = await openSmtpServer();
  const { url, port } = server;
  const taken = [...server.taken];
  const stop = async () => {
    if (server === null) return;
    const closing = server;
    server = null;
    await closing.close();
    taken.push(...closing.taken);
  };
  return {
    url,
    stop,
    start: async () => {
      server = await openSmtpServer(port);
    },
    received: () => receivedBy({ taken: [...taken, ...(server?.taken ?? [])] }),
  };
}
