import { withPostgres } from "../../bench/run/private-database.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { differences } from "../harness/checksum.ts";
import { atLeast, atMost, type Check, caught, exactly, type Finding, none } from "../run/check.ts";
import { EXPECTED, type OneInstallation, tryOneInstallation, tryRememberedRights } from "./one-installation.ts";
import { tryOwnUploads, UPLOADED_ROWS } from "./own-uploads.ts";
import { rollOver } from "./rolling.ts";
import { IMPORTS, ROWS_IN_FILES, type SharedWork, type SharedWorkPlan, shareWork } from "./shared-work.ts";

const THREE = ["one", "two", "three"];
/** What a dead server left is done by the others within this. */
const TAKEN_OVER_SECONDS = 60;
/** The least time after which servers that do their own work only have to have done all, or have not. */
const LEAST_WAIT_MS = 30_000;
/** Servers that do not wait for one another are let work so often, until it shows. */
const CARELESS_TRIES = 4;

export const several: Check = {
  id: "N",
  proves:
    "Several servers on one Postgres share refresh, alerts and imports without doing anything twice, take over what a killed one left, and obey one another's changes at once.",
  runsIn: "full",
  waitsMostly: true,
  run: (say) =>
    withPostgres(async (cluster) => {
      const firstHour = Math.floor(Date.now() / HOUR_MS) - 120;
      const plan = { sabotage: null, firstHour, kills: false, waitMs: 180_000 };
      const share = async (title: string, ...[names, changes]: [readonly string[], Partial<SharedWorkPlan>?]) => {
        const work = await withPostgres((own) => shareWork(own, names, { ...plan, ...changes }));
        say(`${title}: ${describeWork(work)}`);
        return work;
      };
      // Much of it is waiting for what servers do every few seconds, so that two fleets are tried beside one another.
      const [alone, shared] = await Promise.all([share("one server", ["alone"]), share("three servers", THREE)]);
      const killed = await share("three servers, one of them killed", THREE, { kills: true });
      const shareOutOfTurn = () =>
        share("control, servers that do not wait for one another", THREE, { sabotage: "out-of-turn" });
      let careless = await shareOutOfTurn();
      // Whether two of them meet at a piece of work is chance.
      for (let tries = 1; tries < CARELESS_TRIES && wrongOf(alone, careless) === 0; tries++)
        careless = await shareOutOfTurn();
      const waitMs = Math.max(LEAST_WAIT_MS, 2000 * killed.seconds);
      const [selfish, { own, remembered, one }] = await Promise.all([
        share("control, servers that do their own work only", THREE, {
          sabotage: "own-work-only",
          waitMs,
          kills: true,
        }),
        inOrder(cluster),
      ]);
      for (const [title, work] of [["three servers", shared] as const, ["one killed", killed] as const]) {
        for (const alert of otherAlerts(alone, work).slice(0, 10))
          say(`${title}: differs from one server alone: ${alert}`);
      }
      say(`control, servers that remember rights for two seconds: ${remembered} answers from before a change`);
      const rolled = await rollOver(cluster, false);
      say(`${rolled.requests} requests while ${rolled.restarts} servers were restarted, one after another`);
      const fallen = await rollOver(cluster, true);
      say(`control, servers that are killed instead: ${fallen.lost.length} of ${fallen.requests} requests lost`);
      for (const sentence of [...one.disobeyed, ...rolled.lost].slice(0, 10)) say(sentence);
      return [
        ...sharedFindings("", alone, shared),
        exactly("times that a server began to work in a file", shared.begun, IMPORTS),
        exactly("servers that refreshed", shared.refreshed.size, 3),
        atLeast("servers that imported", shared.importedBy.size, 2),
        ...sharedFindings("one killed: ", alone, killed),
        atMost("one killed: time until the others had done all", Math.ceil(killed.seconds), TAKEN_OVER_SECONDS, "s"),
        caught("control, out of turn: tables, alerts, rows, beginnings that differ", wrongOf(alone, careless)),
        none("control, own work only: all done in time, as must not be", Number.isFinite(selfish.seconds) ? 1 : 0),
        ...oneFindings(one),
        caught("control, remembered rights: old answers", remembered),
        none("unshared upload: taken by the server that has not got it", own.away === "waiting" ? 0 : 1),
        exactly("unshared upload: rows stored when its server is back", own.stored, UPLOADED_ROWS),
        atLeast("rolling restart: requests", rolled.requests, 300),
        none("rolling restart: requests lost", rolled.lost.length),
        caught("control, killed: requests lost", fallen.lost.length),
      ];
    }),
};

async function inOrder(cluster: EmbeddedPostgres) {
  const own = await tryOwnUploads(cluster);
  const remembered = await tryRememberedRights(cluster);
  return { own, remembered, one: await tryOneInstallation(cluster) };
}

function oneFindings(one: OneInstallation): Finding[] {
  return [
    none("sessions that do not hold at another server", one.strangers),
    atLeast("questions to one server after a change at another", one.requestCount, 80),
    none("of them answered as before the change", one.disobeyed.length),
    exactly("mails for people who forgot their passwords", one.mails, EXPECTED.mails),
    exactly("uses of one link at all servers at once that succeed", one.uses, 1),
    exactly("rows stored of one batch sent to all at once", one.stored, EXPECTED.rows),
    none("of its answers that differ", one.otherAnswers),
    exactly("months dropped, on record", one.dropped, EXPECTED.months),
    exactly("archives of them", one.archives, EXPECTED.months),
    exactly("servers that dropped them", one.droppers, 1),
  ];
}

function sharedFindings(prefix: string, alone: SharedWork, shared: SharedWork): Finding[] {
  return [
    atLeast(`${prefix}open alerts`, shared.alerts.length, 10),
    none(`${prefix}alerts that one server alone has not, or that it alone has`, otherAlerts(alone, shared).length),
    none(`${prefix}alerts twice`, shared.alertsTwice),
    none(`${prefix}tables that differ from those of one server alone`, differences(alone.sums, shared.sums)),
    exactly(`${prefix}rows of files stored or met again`, rowsOf(shared), ROWS_IN_FILES),
    exactly(`${prefix}dropped files put away as done`, shared.filesDone, IMPORTS / 2),
    exactly(`${prefix}uploads on record`, shared.recorded, IMPORTS / 2),
  ];
}

function rowsOf({ imported, duplicates }: SharedWork): number {
  return imported + duplicates;
}

/** @returns the alerts that one of the two has and the other has not */
function otherAlerts(one: SharedWork, other: SharedWork): string[] {
  const lacks = (from: SharedWork, of: SharedWork) => from.alerts.filter((alert) => !of.alerts.includes(alert));
  return [...lacks(one, other), ...lacks(other, one)];
}

function wrongOf(alone: SharedWork, other: SharedWork): number {
  const undone = Number.isFinite(other.seconds) ? 0 : 1;
  return (
    differences(alone.sums, other.sums) +
    otherAlerts(alone, other).length +
    other.alertsTwice +
    other.duplicates +
    Math.abs(other.begun - IMPORTS) +
    Math.abs(rowsOf(other) - ROWS_IN_FILES) +
    undone
  );
}

function describeWork({ alerts, imported, duplicates, refreshed, importedBy, begun, seconds }: SharedWork): string {
  const by = (work: Map<string, number>) => [...work].map(([name, times]) => `${name} ${times}`).join(", ");
  return `done in ${seconds.toFixed(0)} s; refreshes by ${by(refreshed)}; imports by ${by(importedBy)}, begun ${begun} times; ${alerts.length} alerts, ${imported} rows stored, ${duplicates} met again`;
}
