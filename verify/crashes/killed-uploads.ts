import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type BenchPlace, makePlaces } from "../../bench/ingest/make-places.ts";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { besideServer } from "../../bench/run/private-database.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { importCalls } from "../../contract/imports.ts";
import { createFirstAdmin, openFirstAdmin } from "../../server/accounts/first-admin.ts";
import { fromOwnPage } from "../../server/http/testing/own-page.ts";
import { systemClock } from "../../server/time/clock.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { checksum, differences, type Sums } from "../harness/checksum.ts";
import { serialsOf } from "../harness/place-serials.ts";
import { type Product, productAt } from "../harness/product.ts";
import { thousandthsOf } from "../harness/thousandths-of.ts";
import { atLeast, type Check, caught, exactly, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

const METERS = 100;
const HOURS = 1000;
/** One row of so many is refused. */
const ROWS_PER_BAD_ONE = 1000;
const KILLS_ON_THE_WAY = 3;
const KILLS_AT_WORK = 6;
const CONTROL_KILLS = 2;
const PIECE = 64 * 1024;
const FIRST_HOUR = Date.UTC(2025, 0, 1);
const admin = { email: "admin@example.com", firstName: "", lastName: "", password: "Correct.horse.battery.7" };

const { response: importRow } = importCalls["POST /v1/properties/{property_id}/imports"];
type ImportRow = z.infer<typeof importRow>;

type Bytes = Uint8Array<ArrayBuffer>;

interface Outcome {
  /** Imports on record of uploads that broke off. */
  broken: number;
  /** Kills while it was at the file. */
  killed: number;
  /** Rows stored by the same file once more, after all. */
  again: number;
  refused: number;
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
      exactly("rows refused", killed.refused, (METERS * HOURS) / ROWS_PER_BAD_ONE),
      none("rows stored by the same file once more", killed.again),
      caught("control: tables that differ", differences(clean.sums, twice.sums)),
    ];
  },
};

async function runUpload(sabotage: Sabotage | null, onTheWay: number, atWork: number): Promise<Outcome> {
  return await inScratchFolder(async (folder) => {
    const product = await productAt(folder, sabotage);
    await product.start();
    try {
      const place = await besideServer(folder, async (connections) => {
        const token = await openFirstAdmin(connections, systemClock);
        await createFirstAdmin(connections, systemClock, { ...admin, token: token ?? "" }, "");
        const [made] = await makePlaces(connections, 1, METERS);
        if (made === undefined) throw new Error("No property was made.");
        return made;
      });
      const person = await signIn(product, place);
      const file = new TextEncoder().encode(fileFor(place));
      for (let kill = 1; kill <= onTheWay; kill++) {
        await person.uploadUntilKilled(file, (file.length * kill) / (onTheWay + 1));
        await product.start();
      }
      const broken = onTheWay === 0 ? 0 : await person.count();
      const { id } = await person.upload(file);
      let killed = 0;
      for (let kill = 1; kill <= atWork; kill++) {
        // Each time further: what was read before is read again.
        const { state } = await person.waitFor(id, (row) => row.bytes_read > (file.length * kill) / (atWork + 1));
        await product.kill();
        if (state === "running") killed++;
        await product.start();
      }
      const { refused } = await person.waitFor(id, ({ state }) => state === "done");
      const again = sabotage === null ? await person.upload(file) : null;
      const { stored } =
        again === null ? { stored: 0 } : await person.waitFor(again.id, ({ state }) => state === "done");
      await besideServer(folder, waitForRefresh);
      return { broken, killed, again: stored, refused, sums: await checksum(folder) };
    } finally {
      await product.stop();
    }
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

/** What a signed-in person does with imports. */
async function signIn({ url, kill }: Product, { propertyId }: BenchPlace) {
  const { email, password } = admin;
  const answer = await fetch(`${url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`Nobody was signed in: ${await answer.text()}`);
  const imports = `${url}/v1/properties/${propertyId}/imports`;
  const headers = fromOwnPage({ cookie, "content-type": "text/csv" });
  const get = async (path: string) => {
    const got = await fetch(`${imports}${path}`, { headers: { cookie } });
    const text = await got.text();
    if (!got.ok) throw new Error(`An import was answered with ${got.status}: ${text.slice(0, 300)}`);
    const value: unknown = JSON.parse(text);
    return value;
  };
  return {
    upload: async (file: Bytes): Promise<ImportRow> => {
      const answered = await fetch(`${imports}?name=readings.csv`, { method: "POST", headers, body: file });
      const text = await answered.text();
      if (answered.status !== 202) throw new Error(`An upload was answered with ${answered.status}: ${text}`);
      return importRow.parse(JSON.parse(text));
    },
    /** Sends so many bytes of a file, then the server is gone. */
    uploadUntilKilled: async (file: Bytes, bytes: number) => {
      const sending = request(imports, { method: "POST", headers });
      const ended = new Promise<string>((done) => {
        sending.on("error", () => done("broken off"));
        sending.on("response", ({ statusCode }) => done(`answered with ${statusCode}`));
      });
      for (let sent = 0; sent < bytes; sent += PIECE) {
        await new Promise((done) => sending.write(file.subarray(sent, Math.min(sent + PIECE, bytes)), done));
      }
      await kill();
      const end = await ended;
      if (end !== "broken off") throw new Error(`An upload on its way was ${end}.`);
    },
    count: async () => z.looseObject({ count: z.number() }).parse(await get("")).count,
    waitFor: async (id: number, isSo: (row: ImportRow) => boolean): Promise<ImportRow> => {
      for (;;) {
        const row = importRow.parse(await get(`/${id}`));
        if (isSo(row)) return row;
        if (row.state !== "waiting" && row.state !== "running") {
          throw new Error(`The import ended too early: ${row.state} ${row.error ?? ""}`);
        }
        await pause(10);
      }
    },
  };
}
