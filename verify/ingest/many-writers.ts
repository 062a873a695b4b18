import { sql } from "kysely";
import { type BenchPlace, makePlaces } from "../../bench/ingest/make-places.ts";
import { besideServer } from "../../bench/run/private-database.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { Draws } from "../../simulator/random.ts";
import { serialsOf } from "../harness/place-serials.ts";
import { productAt } from "../harness/product.ts";
import { type Held, holdAgainst } from "../harness/stored-hours.ts";
import { thousandthsOf } from "../harness/thousandths-of.ts";
import { atLeast, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

const WRITERS = 8;
const METERS = 100;
const HOURS = 60;
/** Readings in a batch, of any meters and hours. */
const BATCH = 500;
const FIRST_HOUR = Date.UTC(2025, 3, 1);

interface Outcome extends Held {
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
      none("readings that nobody sent", outcome.unasked),
      caught("control: batches that failed", careless.failed),
    ];
  },
};

function runWriters(sabotage: Sabotage | null): Promise<Outcome> {
  return inScratchFolder(async (folder) => {
    const product = await productAt(folder, sabotage);
    try {
      await product.start();
      const [place] = await besideServer(folder, (connections) => makePlaces(connections, 1, METERS));
      if (place === undefined) throw new Error("No property was made.");
      const rows = rowsOf(place);
      let batches = 0;
      let failed = 0;
      const writer = async (number: number) => {
        const mixed = shuffled(rows, new Draws(number));
        for (let from = 0; from < mixed.length; from += BATCH) {
          const answer = await fetch(`${product.url}/v1/ingest/readings`, {
            method: "POST",
            headers: { authorization: `Bearer ${place.token}`, "content-type": "application/json" },
            body: JSON.stringify(mixed.slice(from, from + BATCH)),
          });
          await answer.arrayBuffer();
          batches++;
          if (answer.status !== 200) failed++;
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
      return await besideServer(folder, async (connections) => {
        const held = await holdAgainst(connections, place, METERS, FIRST_HOUR, [...Array(HOURS).keys()]);
        const counted = await sql<{ n: number }>`
          select deadlocks as n from pg_stat_database where datname = current_database()`.execute(connections.owner);
        return { batches, failed, deadlocks: counted.rows[0]?.n ?? 0, ...held };
      });
    } finally {
      await product.stop();
    }
  });
}

function rowsOf(place: BenchPlace) {
  const serials = serialsOf(place, METERS);
  return Array.from({ length: HOURS }, (_, hour) =>
    serials.map((serial, meter) => ({
      serial,
      hour: new Date(FIRST_HOUR + hour * HOUR_MS).toISOString(),
      gallons: thousandthsOf(meter, hour) / 1000,
    })),
  ).flat();
}

function shuffled<T>(values: readonly T[], draws: Draws): T[] {
  return values
    .map((value) => ({ value, at: draws.uniform() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
