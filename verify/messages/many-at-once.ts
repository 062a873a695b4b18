import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { within } from "../../bench/reports/data/databases.ts";
import { NOW } from "../../bench/reports/data/now.ts";
import { reportRequests } from "../../bench/reports/server/report-requests.ts";
import { type Running, whileRunning } from "../../bench/reports/server/running.ts";
import { percentile } from "../../bench/run/percentile.ts";
import { between } from "../../bench/walls/processor-time.ts";
import { defaultNotifications } from "../../contract/notifications/default-notifications.ts";
import type { Connections } from "../../server/database/connect.ts";
import { CountRow, queryRow } from "../../server/database/query-rows.ts";
import { openSmtpServer, type SmtpServer } from "../../server/mail/testing/smtp-server.ts";
import { askSteadily, rejections } from "../load/steady-requests.ts";
import { withPortfolio } from "../load/with-portfolio.ts";
import { atLeast, atMost, type Check, caught, exactly, none } from "../run/check.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";

const SIZE = { properties: 20, organizations: 2, perProperty: 200, days: 42 };
const PEOPLE = 10_000;
const MOST_MINUTES = 10;
/** Reports a second, and for how long they are measured. */
const [PER_SECOND, SECONDS] = [10, 60];
/** Times as long as without messages. */
const MOST_SLOWER = 1.2;
const GIVE_UP_MS = 15 * 60_000;

interface Outcome {
  lists: number;
  accepted: number;
  people: number;
  minutes: number;
  /** Milliseconds of processor time of server and database for a list; null: not known here. */
  work: number | null;
  /** Milliseconds that reports took, 95 % of them, without messages (before and after) and while they are sent. */
  alone: number;
  beside: number;
  rejected: number;
  /** Whether messages were sent for as long as reports were measured. */
  isWhole: boolean;
}

/** Lists of one morning: of everybody at the same minute, while others read reports. */
export const manyAtOnce: Check = {
  id: "P2",
  proves:
    "Ten thousand lists that are due at the same minute are accepted within ten minutes, and reports take at most a fifth longer meanwhile.",
  runsIn: "full",
  run: (say) =>
    withPortfolio(SIZE, async (url, folder) => {
      const one = await sendAll(url, `${folder}/server`, null);
      if (one.work !== null) say(`${one.work.toFixed(1)} ms of processor time for a list`);
      say(
        `${one.accepted} lists in ${one.minutes.toFixed(1)} minutes; p95 ${text(one.alone)}, then ${text(one.beside)}`,
      );
      say("control: lists sent as fast as they can be");
      const hasty = await sendAll(url, `${folder}/control`, "send-without-pause");
      say(
        `control: ${hasty.accepted} in ${hasty.minutes.toFixed(1)} minutes; p95 ${text(hasty.alone)}, then ${text(hasty.beside)}`,
      );
      return [
        atLeast("lists due at one minute", one.lists, PEOPLE),
        exactly("lists accepted", one.accepted, one.lists),
        atLeast("people who got one", one.people, PEOPLE),
        atMost("minutes until the last was accepted", one.minutes, MOST_MINUTES, "min"),
        none("reports with an error meanwhile", one.rejected),
        exactly("measured while lists were sent", one.isWhole ? 1 : 0, 1),
        atMost("p95 of reports meanwhile, of that without", one.beside / one.alone, MOST_SLOWER, "x"),
        caught("control, as fast as they can be: p95, of that without", hasty.beside / hasty.alone, MOST_SLOWER, "x"),
      ];
    }),
};

const text = (ms: number) => `${ms.toFixed(0)} ms`;

async function sendAll(url: string, folder: string, sabotage: Sabotage | null): Promise<Outcome> {
  const smtp = await openSmtpServer();
  const settings = { SMTP_URL: smtp.url, MAIL_FROM: "water@example.com", ...sabotaged(sabotage) };
  try {
    return await whileRunning(
      url,
      folder,
      (running) => within(url, (connections) => measure(running, connections, smtp)),
      settings,
    );
  } finally {
    await smtp.close();
  }
}

async function measure(
  { client, places, processorTime }: Running,
  { worker, owner }: Connections,
  smtp: SmtpServer,
): Promise<Outcome> {
  const urls = reportRequests(places).regular.map((request) => request.url);
  const ask = () => askSteadily(client, urls, PER_SECOND, SECONDS);
  const countOf = async (rows: ReturnType<typeof sql>) =>
    (await queryRow(worker, CountRow)`select count(*) as count from ${rows}`)?.count ?? 0;
  await addPeople(owner);
  while ((await countOf(sql`outbox where dispatched_at is null`)) > 0) await pause(500);
  const lists = await countOf(sql`messages where is_list and sent_at is null`);
  await ask();
  const before = await ask();
  const began = performance.now();
  await sql`update messages set due_at = ${new Date(NOW)} where is_list and sent_at is null`.execute(worker);
  const beside = await ask();
  const [until, spent] = [smtp.taken.length, await processorTime.read()];
  while (smtp.taken.length < lists && performance.now() - began < GIVE_UP_MS) await pause(100);
  const minutes = (performance.now() - began) / 60_000;
  const spentAfter = await processorTime.read();
  const after = await ask();
  const rest = smtp.taken.length - until;
  return {
    lists,
    accepted: smtp.taken.length,
    people: new Set(smtp.taken.flatMap(({ to }) => to)).size,
    minutes,
    work: spent === null || spentAfter === null ? null : between(spent, spentAfter) / rest,
    alone: percentile([...before.times, ...after.times], 0.95),
    beside: percentile(beside.times, 0.95),
    rejected: rejections(beside),
    isWhole: until < lists,
  };
}

/** People of each property who get a list in the morning, and some leaks that are new to them. */
async function addPeople(owner: Connections["owner"]): Promise<void> {
  const preferences = JSON.stringify({ notifications: defaultNotifications("every_morning") });
  const run = (statement: ReturnType<typeof sql>) => statement.execute(owner);
  await run(sql`delete from messages`);
  await run(sql`
    insert into users (email, preferences)
    select 'list-' || n || '@example.com', ${preferences}::jsonb from generate_series(1, ${PEOPLE}::int) n
    on conflict do nothing`);
  const own = sql`
    (select id, organization_id, row_number() over (order by id) - 1 as place from properties) property
    join users person on person.email like 'list-%' and person.id % ${SIZE.properties} = property.place`;
  await run(sql`
    insert into memberships (user_id, organization_id, role, permissions)
    select person.id, property.organization_id, 'organization member', '{reporting.view_property_data_report}' from ${own}
    on conflict do nothing`);
  await run(sql`
    insert into membership_properties (user_id, organization_id, property_id)
    select person.id, property.organization_id, property.id from ${own} on conflict do nothing`);
  await run(sql`
    update outbox set dispatched_at = null from (
      select entry.property_id, entry.id, row_number() over (partition by entry.property_id order by entry.id desc) as place
      from outbox entry join alerts on alerts.property_id = entry.property_id and alerts.id = entry.alert_id
      where entry.kind = 'case opened' and alerts.closed_at is null
    ) newest
    where newest.place <= 5 and outbox.property_id = newest.property_id and outbox.id = newest.id`);
}
