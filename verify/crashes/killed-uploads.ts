import { request } from "node:http";
import { z } from "zod";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { fromOwnPage } from "../../server/http/testing/own-page.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { checksum, differences, type Sums } from "../harness/checksum.ts";
import { ask, type Person, upload, waitForImport } from "../harness/person.ts";
import type { Product } from "../harness/product.ts";
import { serialsOf, thousandthsOf } from "../harness/readings.ts";
import { withProduct } from "../harness/scene.ts";
import { atLeast, type Check, caught, exactly, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

const METERS = 100;
const HOURS = 1000;
/** One row of so many is rejected. */
const ROWS_PER_BAD_ONE = 1000;
const KILLS_ON_THE_WAY = 3;
const KILLS_AT_WORK = 6;
const CONTROL_KILLS = 2;
const PIECE = 64 * 1024;
const FIRST_HOUR = Date.UTC(2025, 0, 1);

type Bytes = Uint8Array<ArrayBuffer>;

interface Outcome {
  /** Imports on record of uploads that broke off. */
  broken: number;
  /** Kills while it was at the file. */
  killed: number;
  /** Rows stored by the same file once more, after all. */
  again: number;
  rejected: number;
  sums: Sums;
}

export const killedUploads: Check = {
  id: "E3",
  proves:
    "A server killed while a file is uploaded, and while it works it in, takes it up by itself and ends with the same database as an undisturbed upload; the same file once more changes nothing.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const clean = await runUpload(null, 0, 0);
    const killed = await runUpload(null, KILLS_ON_THE_WAY, KILLS_AT_WORK);
    say("control: a server that adds what it reads again");
    const twice = await runUpload("count-twice", 0, CONTROL_KILLS);
    return [
      none("imports on record of uploads that broke off", killed.broken),
      atLeast("kills in the middle of the import", killed.killed, KILLS_AT_WORK / 2),
      none("tables that differ", differences(clean.sums, killed.sums)),
      exactly("rows rejected", killed.rejected, (METERS * HOURS) / ROWS_PER_BAD_ONE),
      none("rows stored by the same file once more", killed.again),
      caught("control: tables that differ", differences(clean.sums, twice.sums)),
    ];
  },
};

function runUpload(sabotage: Sabotage | null, onTheWay: number, atWork: number): Promise<Outcome> {
  return withProduct(sabotage, async (scene) => {
    const place = await scene.makePlace(METERS);
    const { propertyId } = place;
    const person = await scene.signInAdmin();
    const file = new TextEncoder().encode(fileFor(place));
    for (let kill = 1; kill <= onTheWay; kill++) {
      await uploadUntilKilled(scene, person, propertyId, file.subarray(0, (file.length * kill) / (onTheWay + 1)));
      await scene.start();
    }
    const broken = onTheWay === 0 ? 0 : await countImports(person, propertyId);
    const { id } = await upload(person, propertyId, file);
    let killed = 0;
    for (let kill = 1; kill <= atWork; kill++) {
      // Each time further: what was read before is read again.
      const isFar = ({ bytes_read }: { bytes_read: number }) => bytes_read > (file.length * kill) / (atWork + 1);
      const { state } = await waitForImport(person, propertyId, id, isFar);
      await scene.kill();
      if (state === "running") killed++;
      await scene.start();
    }
    const { rejected } = await waitForImport(person, propertyId, id);
    const again = sabotage === null ? await upload(person, propertyId, file) : null;
    const { stored } = again === null ? { stored: 0 } : await waitForImport(person, propertyId, again.id);
    await scene.beside(waitForRefresh);
    return { broken, killed, again: stored, rejected, sums: await checksum(scene.folder) };
  });
}

/** Hours of all meters, one after another, and now and then one that nobody can take. */
function fileFor(place: BenchPlace): string {
  const serials = serialsOf(place, METERS);
  const lines = ["serial,hour,gallons,flow_time"];
  for (let hour = 0; hour < HOURS; hour++) {
    const time = new Date(FIRST_HOUR + hour * HOUR_MS).toISOString();
    for (const [meter, serial] of serials.entries()) {
      const thousandths = thousandthsOf(meter, hour);
      const isBad = lines.length % ROWS_PER_BAD_ONE === 0;
      lines.push(`${serial},${time},${isBad ? "-" : ""}${thousandths / 1000 + 0.001},${Math.floor(thousandths / 100)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Sends the beginning of a file, then the server is gone. */
async function uploadUntilKilled({ kill }: Product, { url, cookie }: Person, propertyId: number, beginning: Bytes) {
  const headers = fromOwnPage({ cookie, "content-type": "text/csv" });
  const sending = request(`${url}/v1/properties/${propertyId}/imports`, { method: "POST", headers });
  const ended = new Promise<string>((done) => {
    sending.on("error", () => done("broken off"));
    sending.on("response", ({ statusCode }) => done(`answered with ${statusCode}`));
  });
  for (let sent = 0; sent < beginning.length; sent += PIECE) {
    await new Promise((done) => sending.write(beginning.subarray(sent, sent + PIECE), done));
  }
  await kill();
  const end = await ended;
  if (end !== "broken off") throw new Error(`An upload on its way was ${end}.`);
}

async function countImports(person: Person, propertyId: number): Promise<number> {
  const { value } = await ask(person, ["GET", `/v1/properties/${propertyId}/imports`]);
  return z.looseObject({ count: z.number() }).parse(value).count;
}
