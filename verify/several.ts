import { HOUR_MS } from "../server/metering/meter-day.ts";
import type { Check, Finding } from "./check.ts";
import { none } from "./check.ts";
import { differences } from "./checksum.ts";
import { inCluster } from "./several/fleet.ts";
import { IMPORTS, ROWS_IN_FILES, type SharedWork, shareWork } from "./several/shared-work.ts";

const THREE = ["one", "two", "three"];
/** What a dead server left is done by the others within this. */
const TAKEN_OVER_SECONDS = 60;

export const several: Check = {
  id: "N",
  proves:
    "Several servers on one Postgres share refresh, alerts and imports without doing anything twice, take over what a killed one left, and obey one another's changes at once.",
  runsIn: "full",
  run: (say) =>
    inCluster(async (cluster) => {
      const firstHour = Math.floor(Date.now() / HOUR_MS) - 120;
      const plan = { sabotage: null, firstHour, kills: false, waitMs: 180_000 };
      const alone = await shareWork(cluster, ["alone"], plan);
      say(`one server: ${told(alone)}`);
      const shared = await shareWork(cluster, THREE, plan);
      say(`three servers: ${told(shared)}`);
      const killed = await shareWork(cluster, THREE, { ...plan, kills: true });
      say(`three servers, one of them killed: ${told(killed)}`);
      const control = { ...plan, waitMs: TAKEN_OVER_SECONDS * 1000 };
      const careless = await shareWork(cluster, THREE, { ...control, sabotage: "out-of-turn" });
      say(`control, servers that do not wait for one another: ${told(careless)}`);
      const selfish = await shareWork(cluster, THREE, { ...control, sabotage: "own-work-only", kills: true });
      say(`control, servers that do their own work only: ${told(selfish)}`);
      return [
        ...sharedFindings("", alone, shared),
        { what: "servers that refreshed", count: shared.refreshed.size, must: { be: 3 } },
        { what: "servers that imported", count: shared.importedBy.size, must: { reach: 2 } },
        ...sharedFindings("one killed: ", alone, killed),
        {
          what: "one killed: time until the others had done all",
          count: Math.ceil(killed.seconds),
          unit: "s",
          must: { stay: TAKEN_OVER_SECONDS },
        },
        {
          what: "control, out of turn: tables, alerts, rows that differ, as must be seen",
          count: wrongOf(alone, careless),
          must: { reach: 1 },
        },
        {
          what: "control, own work only: all done in time, as must not be",
          count: Number.isFinite(selfish.seconds) ? 1 : 0,
          must: { be: 0 },
        },
      ];
    }),
};

function sharedFindings(prefix: string, alone: SharedWork, shared: SharedWork): Finding[] {
  return [
    { what: `${prefix}open alerts`, count: shared.alerts.length, must: { reach: 10 } },
    none(`${prefix}alerts that one server alone has not, or that it alone has`, otherAlerts(alone, shared)),
    none(`${prefix}alerts twice`, shared.alertsTwice),
    none(`${prefix}tables that differ from those of one server alone`, differences(alone.sums, shared.sums)),
    { what: `${prefix}rows of files stored or met again`, count: rowsOf(shared), must: { be: ROWS_IN_FILES } },
    { what: `${prefix}dropped files put away as done`, count: shared.filesDone, must: { be: IMPORTS / 2 } },
    { what: `${prefix}uploads on record`, count: shared.recorded, must: { be: IMPORTS / 2 } },
  ];
}

function rowsOf({ imported, duplicates }: SharedWork): number {
  return imported + duplicates;
}

function otherAlerts(one: SharedWork, other: SharedWork): number {
  const lacks = (from: SharedWork, of: SharedWork) => from.alerts.filter((words) => !of.alerts.includes(words)).length;
  return lacks(one, other) + lacks(other, one);
}

function wrongOf(alone: SharedWork, other: SharedWork): number {
  const undone = Number.isFinite(other.seconds) ? 0 : 1;
  return (
    differences(alone.sums, other.sums) +
    otherAlerts(alone, other) +
    other.alertsTwice +
    other.duplicates +
    Math.abs(rowsOf(other) - ROWS_IN_FILES) +
    undone
  );
}

function told({ alerts, imported, duplicates, refreshed, importedBy, seconds }: SharedWork): string {
  const by = (work: Map<string, number>) => [...work].map(([name, times]) => `${name} ${times}`).join(", ");
  return `done in ${seconds.toFixed(0)} s; refreshes by ${by(refreshed)}; imports by ${by(importedBy)}; ${alerts.length} alerts, ${imported} rows stored, ${duplicates} met again`;
}
