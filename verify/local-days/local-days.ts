import { setTimeout as pause } from "node:timers/promises";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { besideServer } from "../../bench/run/private-database.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { makeAdmin, type Person, signIn } from "../harness/person.ts";
import { atLeast, atMost, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { dateAt, dayOf, HOUR_MS, plusDays, zones } from "./calendar.ts";
import { wrongDays } from "./exported.ts";
import { rejectedAs, send, type Timed, timedAt } from "./installation.ts";
import { type Jumped, jump } from "./jumps.ts";
import { type HourRow, hoursOf, makeZones, type ZonePlace } from "./places.ts";
import { askReports, siteOf } from "./read-reports.ts";

/** What the server's clock says: in no zone is it near a change of clocks or a whole hour. */
const NOW = Date.parse("2026-11-10T15:20:00Z");
const LATE_SECONDS = 60;
const CONTROL_SECONDS = 10;
const RETENTION_SECONDS = 90;
const SHOWN = 5;
/** Hours this recent are sent only while the clock jumps. */
const FRESH_MS = 6 * HOUR_MS;
/** The days on which clocks change and their neighbours, as periods of reports. */
const PERIODS = [...new Set(zones.flatMap(({ days }) => Object.keys(days)))].flatMap((day) => [
  [day, day] as const,
  [plusDays(day, -3), plusDays(day, 3)] as const,
]);
/** The weeks around two of them, one in spring and one in autumn, for what is requested again and again. */
const LATE_PERIODS = PERIODS.filter(([first, last]) => first !== last).slice(1, 3);

/** Hours of a property, as they are sent. */
interface Sent {
  place: ZonePlace;
  rows: HourRow[];
}

interface Outcome {
  /** Days whose length is not what the zone's law says. */
  lengths: number;
  days: number;
  requests: number;
  wrong: string[];
  /** Rows of the future that were taken; and of those sent. */
  future: number;
  sentAhead: number;
  /** Until every report showed what came late. */
  late: number;
  jumped: Jumped;
  afterJumps: string[];
  /** Rows that are too old for the retention set, rejected for it. */
  tooOld: number;
  controlLate: number;
  controlFuture: number;
}

export const localDays: Check = {
  id: "E12",
  proves:
    "Days of 23, 24 and 25 hours and of half an hour more or less are right in every report and file; what comes late shows within a minute, what lies ahead or before the retention is rejected, and a clock that jumps two days does no harm.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const outcome = await runZones(say);
    for (const sentence of [...outcome.wrong, ...outcome.afterJumps, ...outcome.jumped.stuck].slice(0, SHOWN)) {
      say(sentence);
    }
    say("control: a server for which every day has 24 hours");
    const even = await runEven();
    return [
      atLeast("zones", zones.length, 4),
      none("days on which clocks change that are not as long as the law says", outcome.lengths),
      atLeast("days of meters compared with what was sent", outcome.days, 900),
      atLeast("questions to reports", outcome.requests, 200),
      none("wrong days of meters and wrong answers", outcome.wrong.length),
      atLeast("rows of the future sent", outcome.sentAhead, zones.length),
      none("of them taken", outcome.future),
      atMost("until every report shows what came late", outcome.late, LATE_SECONDS, "s"),
      atLeast("jumps of the clock by two days or four", outcome.jumped.jumps, 5),
      atLeast("rows of the present that a clock behind rejects", outcome.jumped.rejected, 1),
      none("of these and others rejected by a right clock or one ahead", outcome.jumped.rejectedForEver),
      none("sign-ins, calls and imports that failed for a jump", outcome.jumped.stuck.length),
      none("tables that recalculating everything changes after the jumps", outcome.jumped.changed),
      none("wrong days of meters and wrong answers after the jumps", outcome.afterJumps.length),
      atLeast("rows rejected as older than the retention that is set", outcome.tooOld, 1),
      caught("control, 24 hours: wrong days", even),
      caught("control: rows of the future taken", outcome.controlFuture),
      caught("control, late not worked in: wrong days and answers in the end", outcome.controlLate),
    ];
  },
};

async function runZones(say: (line: string) => void): Promise<Outcome> {
  return await inScratchFolder(async (folder) => {
    let timed = await timedAt(folder, NOW);
    const restart = async (sabotages: Sabotage[], settings: Record<string, string> = {}) => {
      await timed.stop();
      timed = await timedAt(folder, NOW, sabotages, settings);
      await timed.start();
    };
    await timed.start();
    try {
      const places = await besideServer(folder, makeZones);
      await besideServer(folder, makeAdmin);
      const person = await signIn(timed.url);
      const all = places.map((place): Sent => ({ place, rows: hoursOf(place, NOW) }));
      const only = (when: When) => all.map(({ place, rows }) => ({ place, rows: rows.filter(isOf(place, when)) }));
      const [early, late, fresh, last] = [only("early"), only("late"), only("fresh"), only("last")];
      for (const { place, rows } of early) await send(timed, place, rows);
      await besideServer(folder, waitForRefresh);
      say(`${early.reduce((sum, { rows }) => sum + rows.length, 0)} hours of ${places.length} zones`);
      const seconds = await showLate(folder, timed, person, late, together(early, late));
      const sent = await compare(folder, person, together(early, late), PERIODS);
      say(`${sent.requests} questions, ${sent.wrong.length} wrong; late hours showed after ${seconds.toFixed(1)} s`);
      const future = await sendFuture(timed, places);
      const jumped = await besideServer(folder, (connections) => jump(timed, connections, fresh, NOW));
      await timed.setClock(NOW, "stands");
      const known = together(early, late, fresh);
      const after = await compare(folder, await signIn(timed.url), known, LATE_PERIODS);
      say(`${jumped.jumps} jumps of the clock, ${after.wrong.length} wrong afterwards`);
      say("control: a server that does not work in what comes late, and takes what lies ahead");
      await restart(["forget-late", "take-the-future"]);
      for (const { place, rows } of last) await send(timed, place, rows);
      await pause(CONTROL_SECONDS * 1000);
      const unseen = await compare(folder, await signIn(timed.url), together(known, last), LATE_PERIODS);
      const ahead = await sendFuture(timed, places);
      say("with a retention");
      await restart(["retention-soon"], { RETAIN_HOURS_MONTHS: "7" });
      const tooOld = await sendTooOld(timed, early[0]);
      return {
        lengths: wrongLengths(),
        days: sent.days,
        requests: sent.requests + after.requests,
        wrong: sent.wrong,
        sentAhead: future.sent,
        future: future.taken,
        late: seconds,
        jumped,
        afterJumps: after.wrong,
        tooOld,
        controlLate: unseen.wrong.length,
        controlFuture: ahead.taken,
      };
    } finally {
      await timed.stop();
    }
  });
}

/** In one batch in time; late; while the clock jumps; or only to the control. */
type When = "early" | "late" | "fresh" | "last";

/** When an hour is sent: half of the meters tell of the days on which clocks change when all else is known. */
function isOf({ timeZone, days, meterIds }: ZonePlace, when: When): (row: HourRow) => boolean {
  const changing = Object.keys(days);
  const lasting = changing.map((day) => plusDays(day, 2));
  const quiet = new Set([...meterIds.keys()].filter((_, i) => i % 2 === 0));
  const whenOf = ({ serial, at }: HourRow): When => {
    const date = dateAt(timeZone, at);
    if (at >= NOW - FRESH_MS) return "fresh";
    if (quiet.has(serial) && changing.includes(date)) return "late";
    return quiet.has(serial) && lasting.includes(date) ? "last" : "early";
  };
  return (row) => whenOf(row) === when;
}

function together(...parts: Sent[][]): Sent[] {
  const [first = []] = parts;
  return first.map(({ place }, i) => ({ place, rows: parts.flatMap((part) => part[i]?.rows ?? []) }));
}

/** Sends what is late. @returns the seconds until all days and reports show it; infinite: they did not in time */
async function showLate(folder: string, timed: Timed, person: Person, late: Sent[], all: Sent[]): Promise<number> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  for (const { place, rows } of late) await send(timed, place, rows);
  while (seconds() < LATE_SECONDS) {
    // The time of the asking itself counts.
    if ((await compare(folder, person, all, LATE_PERIODS.slice(0, 1))).wrong.length === 0) return seconds();
  }
  return Number.POSITIVE_INFINITY;
}

/** Days of meters against what was sent, and reports against the independent computation. */
async function compare(folder: string, person: Person, sent: Sent[], periods: typeof PERIODS) {
  const wrong: string[] = [];
  for (const { place, rows } of sent) wrong.push(...(await wrongDays(person, place, rows)));
  const days = new Set(
    sent.flatMap(({ place, rows }) => rows.map(({ serial, at }) => `${serial} ${dateAt(place.timeZone, at)}`)),
  ).size;
  return await besideServer(folder, async (connections) => {
    const params = await askReports(siteOf(connections, person), NOW, periods);
    return { days, requests: params.requests, wrong: [...wrong, ...params.wrong] };
  });
}

/** Hours that begin, where the hours of a zone do, more than an hour ahead, and a day. */
async function sendFuture(timed: Timed, places: ZonePlace[]): Promise<{ sent: number; taken: number }> {
  let [sent, taken] = [0, 0];
  for (const place of places) {
    const latest = hoursOf(place, NOW).reduce((last, row) => (row.at > last.at ? row : last));
    const rows = [3, 25].map((hours) => ({ ...latest, at: latest.at + hours * HOUR_MS }));
    sent += rows.length;
    taken += rows.length - rejectedAs(await send(timed, place, rows), "future");
  }
  return { sent, taken };
}

/** Sends the oldest hours until they are rejected as too old. @returns how many rows were; 0: none, in time */
async function sendTooOld(timed: Timed, sent: Sent | undefined): Promise<number> {
  if (sent === undefined) return 0;
  const began = performance.now();
  while (performance.now() - began < RETENTION_SECONDS * 1000) {
    const rejected = rejectedAs(await send(timed, sent.place, sent.rows.slice(0, 10)), "too_old");
    if (rejected > 0) return rejected;
    await pause(1000);
  }
  return 0;
}

function wrongLengths(): number {
  return zones.flatMap(({ timeZone, days }) =>
    Object.entries(days).filter(([date, hours]) => {
      const { begin, end } = dayOf(timeZone, date);
      return (end - begin) / HOUR_MS !== hours;
    }),
  ).length;
}

/** @returns wrong days of meters, and batches that were not taken */
async function runEven(): Promise<number> {
  return await inScratchFolder(async (folder) => {
    const timed = await timedAt(folder, NOW, ["days-of-24-hours"]);
    await timed.start();
    try {
      const places = await besideServer(folder, makeZones);
      await besideServer(folder, makeAdmin);
      const person = await signIn(timed.url);
      let wrong = 0;
      for (const place of places.slice(0, 1)) {
        const rows = hoursOf(place, NOW);
        await send(timed, place, rows).catch(() => wrong++);
        await pause(CONTROL_SECONDS * 1000);
        wrong += (await wrongDays(person, place, rows)).length;
      }
      return wrong;
    } finally {
      await timed.stop();
    }
  });
}
