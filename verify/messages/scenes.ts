import { sql } from "kysely";
import { z } from "zod";
import { type Installation, openInstallation } from "../../bench/messages/installation.ts";
import { type LeakyPlace, leakingHours, makeLeakyPlaces } from "../../bench/messages/leaky-places.ts";
import { threadsByReferences } from "../../bench/messages/threads.ts";
import { CountRow, IdRow, queryRow, queryRows } from "../../server/database/query-rows.ts";
import { type Mailer, openMailer } from "../../server/mail/mailer.ts";
import { openSmtpServer, type SmtpServer, type SmtpStage } from "../../server/mail/testing/smtp-server.ts";
import { deliverMessages } from "../../server/notifications/deliver.ts";
import { dispatchOutbox } from "../../server/notifications/dispatch.ts";
import { DAY_MS, HOUR_MS } from "../../server/time/durations.ts";
import { jwzThreads } from "./jwz.ts";
import { type ReceivedMail, receivedBy } from "./received.ts";

/** A moved clock, readings and a mail server that does what it is set to, around the product's notifications. */
export interface Scene {
  installation: Installation;
  smtp: SmtpServer;
  received(): ReceivedMail[];
  deliver(): Promise<void>;
  /** Dispatches, then delivers. */
  notify(): Promise<void>;
  /** Meters report a leak until now, of which cases open. */
  leakAt(place: LeakyPlace, units?: readonly number[]): Promise<void>;
  /** Something else that happened to the case of each unit of a property. */
  happened(place: LeakyPlace, kind: "case verified" | "fix reported", which: string): Promise<void>;
  run(statement: ReturnType<typeof sql>): Promise<void>;
}

let scenes = 0;

export async function withScene<T>(postgresUrl: string, now: number, work: (scene: Scene) => Promise<T>): Promise<T> {
  const installation = await openInstallation(postgresUrl, `messages_${process.pid}_${scenes++}`, now);
  const { connections, clock } = installation;
  const smtp = await openSmtpServer();
  const mailer: Mailer = openMailer(
    { smtpUrl: smtp.url, from: "Dripline <water@example.com>", allowPlaintext: false },
    "",
    () => clock.now,
  );
  const deps = { ...installation.deps, mailer };
  const run = async (statement: ReturnType<typeof sql>) => {
    await statement.execute(connections.owner);
  };
  const deliver = () => deliverMessages(deps);
  const notify = async () => {
    await dispatchOutbox(deps);
    await deliver();
  };
  try {
    return await work({
      installation,
      smtp,
      run,
      deliver,
      notify,
      received: () => receivedBy(smtp),
      leakAt: async (place, units = [...place.serials.keys()]) => {
        const hours = units.flatMap((unit) => leakingHours(place.serials[unit] ?? "", clock.now));
        for (let from = 0; from < hours.length; from += 10_000) {
          await installation.ingest(place.token, hours.slice(from, from + 10_000));
        }
        await installation.refresh();
      },
      happened: ({ propertyId }, kind, which) =>
        run(sql`
          insert into outbox (property_id, kind, cause, case_id, created_at)
          select property_id, ${kind}, 'case ' || id || ' ' || ${which}, id, ${new Date(clock.now)}
          from leak_cases where property_id = ${propertyId} order by id`),
    });
  } finally {
    mailer.close();
    await smtp.close();
    await installation.close();
  }
}

export async function placesOf(
  scene: Scene,
  plan: Parameters<typeof makeLeakyPlaces>[1],
): Promise<[LeakyPlace, ...LeakyPlace[]]> {
  const [first, ...others] = await makeLeakyPlaces(scene.installation.connections, plan);
  if (first === undefined) throw new Error("There is no property.");
  return [first, ...others];
}

const StateRow = z.object({ id: z.uuid(), sent: z.boolean(), failed: z.boolean() });
const statesOf = ({ installation }: Scene) => queryRows(installation.connections.accounts, StateRow)`
  select id, sent_at is not null as sent, failed_at is not null as failed from messages order by number`;

const stages: readonly SmtpStage[] = ["connect", "greeting", "EHLO", "MAIL", "RCPT", "DATA", "message"];
/** At these a mail server answers for good where it says so. */
const FINAL: ReadonlySet<SmtpStage> = new Set(["RCPT", "DATA", "message"]);

/** What came of mails that a mail server rejects, each at one stage. */
export interface RejectedOutcome {
  tried: number;
  /** Not tried again, or tried again though it was for good. */
  wrong: string[];
  lost: number;
  twice: number;
  /** Of one case to one person: threads by References and as mail programs show them. */
  threads: number;
  jwzThreads: number;
  /** Mails that were accepted without an answer: how often they arrived again, and under another id. */
  brokenOff: number;
  repeats: number;
  otherIds: number;
  /** Arrived in another order than they happened, those that had been given up left out. */
  disordered: number;
}

export function rejected(postgresUrl: string): Promise<RejectedOutcome> {
  return withScene(postgresUrl, Date.parse("2026-05-20T17:00:00Z"), async (scene) => {
    const { installation, smtp } = scene;
    const { clock } = installation;
    const place = (await placesOf(scene, { properties: 1, units: 1, people: 1 }))[0];
    const who = { organizationIds: [place.organizationId], propertyIds: [place.propertyId] };
    await scene.leakAt(place);
    await scene.notify();
    const wrong: string[] = [];
    let tried = 0;
    for (const stage of stages) {
      for (const code of [451, 550]) {
        tried++;
        // Fewer than are sent one by one within an hour.
        clock.now += 2 * HOUR_MS;
        smtp.answer(stage, `${stage === "greeting" && code === 451 ? 421 : code} not now`);
        await scene.happened(place, "case verified", `${stage} ${code}`);
        const before = smtp.taken.length;
        await scene.notify();
        const [last] = (await statesOf(scene)).slice(-1);
        const isFinal = code === 550 && FINAL.has(stage);
        if (smtp.taken.length > before || last === undefined || last.sent || last.failed !== isFinal) {
          wrong.push(`${code} at ${stage}`);
        }
        smtp.accept();
        if (last?.failed === true) {
          const path = `/v1/admin/organizations/${place.organizationId}/deliveries/${last.id}/retry`;
          await installation.ask(who, "POST", path);
        }
        clock.now += HOUR_MS;
        await scene.deliver();
        if (smtp.taken.length !== before + 1) wrong.push(`${code} at ${stage}, then accepted`);
      }
    }
    const brokenOff = 3;
    for (let n = 0; n < brokenOff; n++) {
      clock.now += 2 * HOUR_MS;
      smtp.breakOff(1);
      await scene.happened(place, "case verified", `broken off ${n}`);
      await scene.notify();
      clock.now += HOUR_MS;
      await scene.deliver();
    }
    const received = scene.received();
    const ids = (await statesOf(scene)).map(({ id }) => `${id}@water.example.com`);
    const arrived = received.map(({ messageId }) => messageId);
    const once = [...new Set(arrived)];
    return {
      tried,
      wrong,
      lost: ids.filter((id) => !arrived.includes(id)).length,
      twice: arrived.length - once.length - brokenOff,
      threads: threadsByReferences(received).length,
      jwzThreads: jwzThreads(received).length,
      brokenOff,
      repeats: arrived.length - once.length,
      otherIds: once.filter((id) => !ids.includes(id)).length,
      disordered: once.filter((id, n) => ids.indexOf(id) !== n).length,
    };
  });
}

/** Threads of the cases of a building, several in one unit among them. */
export interface ThreadsOutcome {
  /** Cases for each person. */
  wanted: number;
  mails: number;
  byReferences: number;
  byJwz: number;
  /** Threads of JWZ in which mails of several cases are. */
  mixed: number;
}

export function threads(postgresUrl: string): Promise<ThreadsOutcome> {
  return withScene(postgresUrl, Date.parse("2026-05-20T17:00:00Z"), async (scene) => {
    const { clock } = scene.installation;
    const people = 3;
    const place = (await placesOf(scene, { properties: 1, units: 3, people }))[0];
    await scene.leakAt(place);
    await scene.notify();
    // The leaks are over, and the same toilets leak again: cases of their own at the same places.
    const over = new Date(clock.now);
    await scene.run(sql`
      update leak_cases set ended_at = ${over}, over_at = ${over}, state = 'ended' where property_id = ${place.propertyId}`);
    await scene.run(sql`
      insert into leak_cases (property_id, place, unit_id, cause, kinds, meter_ids, leak_starts, meter_id, started_at,
        last_confirmed_at, longest_pause, gallons_total, gallons_per_day, confidence, state, opened_at)
      select property_id, place, unit_id, cause, kinds, meter_ids, leak_starts, meter_id, started_at + interval '1 day',
        last_confirmed_at, longest_pause, gallons_total, gallons_per_day, confidence, 'fix_reported', opened_at
      from leak_cases where property_id = ${place.propertyId}`);
    for (const which of ["first", "second"]) {
      clock.now += 2 * HOUR_MS;
      await scene.happened(place, "case verified", which);
      await scene.notify();
    }
    const received = scene.received();
    const groups = [...Map.groupBy(received, ({ to }) => to).values()];
    const sum = (count: (mails: ReceivedMail[]) => number) => groups.reduce((all, mails) => all + count(mails), 0);
    const isMixed = (thread: ReceivedMail[]) => new Set(thread.flatMap(({ cases }) => cases)).size > 1;
    return {
      wanted: people * 6,
      mails: received.length,
      byReferences: sum((mails) => threadsByReferences(mails).length),
      byJwz: sum((mails) => jwzThreads(mails).length),
      mixed: sum((mails) => jwzThreads(mails).filter(isMixed).length),
    };
  });
}

/** Lists around changes of the clock. */
export interface MorningsOutcome {
  mornings: number;
  /** Mornings with no list or several, or one at another time than 06:30. */
  wrong: string[];
}

const changes = [
  { timeZone: "America/Chicago", from: "2026-03-07T12:00:00Z" },
  { timeZone: "America/Chicago", from: "2026-10-31T12:00:00Z" },
  { timeZone: "Europe/Berlin", from: "2026-03-28T12:00:00Z" },
  { timeZone: "Europe/Berlin", from: "2026-10-24T12:00:00Z" },
];
const MORNINGS = 3;

export async function mornings(postgresUrl: string): Promise<MorningsOutcome> {
  const wrong: string[] = [];
  for (const { timeZone, from } of changes) {
    const start = Date.parse(from);
    await withScene(postgresUrl, start, async (scene) => {
      const { clock } = scene.installation;
      const plan = { properties: 1, units: 1, people: 1, timeZone, settings: { mail: "every_morning" as const } };
      const place = (await placesOf(scene, plan))[0];
      await scene.leakAt(place);
      const format = new Intl.DateTimeFormat("en-CA", {
        timeZone,
        dateStyle: "short",
        timeStyle: "short",
        hourCycle: "h23",
      });
      const times: string[] = [];
      const HALF_MS = HOUR_MS / 2;
      // An hour more: in autumn a day has 25.
      for (clock.now = start; clock.now < start + MORNINGS * DAY_MS + HOUR_MS; clock.now += HALF_MS) {
        // News at every hour of the night, that hour included which comes twice.
        await scene.happened(place, "case verified", String(clock.now));
        const before = scene.smtp.taken.length;
        await scene.notify();
        for (let n = before; n < scene.smtp.taken.length; n++) times.push(format.format(clock.now).replace(", ", " "));
      }
      const days = Array.from({ length: MORNINGS }, (_, n) => format.format(start + (n + 1) * DAY_MS).slice(0, 10));
      for (const day of days) {
        const ofDay = times.filter((time) => time.startsWith(day));
        if (ofDay.length !== 1 || ofDay[0] !== `${day} 06:30`) wrong.push(`${timeZone} ${day}: ${ofDay.join(", ")}`);
      }
    });
  }
  return { mornings: changes.length * MORNINGS, wrong };
}

/** What people get of properties that change hands, and of names that are meant to do harm. */
export interface RightsOutcome {
  /** Lists and messages that were due to people who lost the right. */
  lostRights: number;
  toWrong: number;
  /** What somebody who kept the right did not get. */
  missing: number;
  injected: number;
  largest: number;
  largeListMissing: number;
}

export function rights(postgresUrl: string): Promise<RightsOutcome> {
  return withScene(postgresUrl, Date.parse("2026-05-20T17:00:00Z"), async (scene) => {
    const { installation, smtp } = scene;
    const { clock, connections } = installation;
    const settings = { mail: "every_morning" as const };
    const places = await placesOf(scene, { properties: 4, units: 2, people: 2, settings });
    const [, moved = places[0], lost = places[0], unassigned = places[0]] = places;
    const [target] = await placesOf(scene, { properties: 1, units: 1, people: 1, settings, name: "Other" });
    for (const place of places) await scene.leakAt(place);
    await dispatchOutbox(installation.deps);
    // The first attempt of two of them fails: it is rendered, and rights end only then.
    const inMorning = Math.ceil(clock.now / DAY_MS) * DAY_MS + 11.5 * HOUR_MS;
    clock.now = inMorning;
    smtp.answer("RCPT", "451 later");
    await scene.deliver();
    smtp.accept();
    await scene.run(
      sql`update properties set organization_id = ${target.organizationId} where id = ${moved.propertyId}`,
    );
    await scene.run(sql`
      update memberships set permissions = '{}' where user_id in (
        select user_id from membership_properties where property_id = ${lost.propertyId})`);
    await scene.run(sql`delete from membership_properties where property_id = ${unassigned.propertyId}`);
    clock.now += 2 * HOUR_MS;
    await scene.notify();
    const gone = [moved, lost, unassigned].flatMap(({ people }) => people);
    const received = scene.received();
    const kept = places[0].people;
    const rightly = received.filter(({ to }) => kept.includes(to));
    const hostile = await hostileNames(scene);
    const list = await largeList(scene);
    const dropped = await queryRow(connections.accounts, CountRow)`
      select count(*) as count from messages where dropped_at is not null`;
    return {
      lostRights: Math.max(dropped?.count ?? 0, gone.length),
      toWrong: received.filter(({ to }) => gone.includes(to) || target.people.includes(to)).length,
      missing: kept.length - new Set(rightly.map(({ to }) => to)).size,
      injected: hostile,
      ...list,
    };
  });
}

const HOSTILE =
  'Court\r\nBcc: eve@evil.example\r\n\r\n.\r\nMAIL FROM:<eve@evil.example>\r\n<script src="https://evil.example">';

/** @returns header lines, recipients and markup that came from names */
async function hostileNames(scene: Scene): Promise<number> {
  const place = (await placesOf(scene, { properties: 1, units: 1, people: 1, name: "Hostile" }))[0];
  await scene.run(sql`update properties set name = ${HOSTILE} where id = ${place.propertyId}`);
  await scene.run(sql`update buildings set name = ${HOSTILE} where property_id = ${place.propertyId}`);
  const before = scene.smtp.taken.length;
  await scene.leakAt(place);
  await scene.notify();
  const received = receivedBy({ taken: scene.smtp.taken.slice(before) });
  const isInjected = ({ to, headers, body }: ReceivedMail) =>
    place.people.includes(to)
      ? headers.filter((line) => /^(bcc|mail from)/i.test(line)).length +
        (/<script/i.test(body.split("<!doctype")[1] ?? "") ? 1 : 0)
      : 1;
  if (received.length === 0) return 1;
  return received.reduce((sum, mail) => sum + isInjected(mail), 0);
}

/** A list of 100 leaks of a building whose name fills two megabytes of it. */
async function largeList(scene: Scene): Promise<{ largest: number; largeListMissing: number }> {
  const { clock } = scene.installation;
  const settings = { mail: "every_morning" as const };
  const place = (await placesOf(scene, { properties: 1, units: 100, people: 1, name: "Large", settings }))[0];
  await scene.run(sql`update buildings set name = repeat('Main ', 8000) where property_id = ${place.propertyId}`);
  await scene.leakAt(place);
  await scene.notify();
  const before = scene.smtp.taken.length;
  clock.now += DAY_MS;
  await scene.notify();
  const mails = scene.smtp.taken
    .slice(before)
    .filter(({ to }) => to.some((one) => one.includes(place.people[0] ?? "")));
  const entries = await queryRows(scene.installation.connections.worker, IdRow)`
    select id from outbox where property_id = ${place.propertyId} and kind = 'case opened'`;
  return {
    largest: Math.max(0, ...mails.map(({ message }) => message.length)) / 1e6,
    largeListMissing: Math.abs(mails.length - 1) + Math.abs(entries.length - 100),
  };
}
