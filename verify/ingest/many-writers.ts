import { CountRow, queryRow } from "../../server/database/query-rows.ts";
import { Draws } from "../../simulator/random.ts";
import { postReadings, range, readingsOf, shuffled } from "../harness/readings.ts";
import { withProduct } from "../harness/scene.ts";
import { compareStored, type Difference } from "../harness/stored-hours.ts";
import { atLeast, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

const WRITERS = 8;
const METERS = 100;
const HOURS = 60;
/** Readings in a batch, of any meters and hours. */
const BATCH = 500;
const FIRST_HOUR = Date.UTC(2025, 3, 1);

interface Outcome extends Difference {
  batches: number;
  /** Answers other than 200. */
  failed: number;
  /** As Postgres counted them; what it resolved and the server tried again is seen by no sender. */
  deadlocks: number;
}

export const manyWriters: Check = {
  id: "E16",
  proves:
    "Eight writers that send the same readings of one property at the same time, each in an order of its own, are all answered well: no deadlock reaches a sender, and every reading is stored once.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const outcome = await runWriters(null);
    say(`deadlocks that Postgres resolved: ${outcome.deadlocks}`);
    say("control: a server that locks in the order in which readings come, and tries nothing again");
    const careless = await runWriters("careless-locks");
    return [
      atLeast("batches sent", outcome.batches, (WRITERS * METERS * HOURS) / BATCH),
      none("batches answered with anything but 200", outcome.failed),
      none("readings lost", outcome.lost),
      none("readings with another value", outcome.wrong),
      none("readings that nobody sent", outcome.phantom),
      caught("control: batches that failed", careless.failed),
    ];
  },
};

function runWriters(sabotage: Sabotage | null): Promise<Outcome> {
  return withProduct(sabotage, async (scene) => {
    const place = await scene.makePlace(METERS);
    const readings = readingsOf(place, METERS, FIRST_HOUR, range(0, HOURS));
    let batches = 0;
    let failed = 0;
    const writer = async (number: number) => {
      const mixed = shuffled(readings, new Draws(number));
      for (let from = 0; from < mixed.length; from += BATCH) {
        const { status } = await postReadings(scene, place, JSON.stringify(mixed.slice(from, from + BATCH)));
        batches++;
        if (status !== 200) failed++;
      }
    };
    await Promise.all(range(0, WRITERS).map(writer));
    return scene.beside(async (connections) => {
      const difference = await compareStored(connections, place, METERS, FIRST_HOUR, range(0, HOURS));
      const counted = await queryRow(connections.owner, CountRow)`
        select deadlocks as count from pg_stat_database where datname = current_database()`;
      return { batches, failed, deadlocks: counted?.count ?? 0, ...difference };
    });
  });
}
