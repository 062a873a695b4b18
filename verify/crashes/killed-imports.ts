import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type Program, startProgram } from "../../bench/run/program.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { checksum, differences } from "../harness/checksum.ts";
import { thousandthsOf } from "../harness/readings.ts";
import { atLeast, type Check, caught, exactly, none } from "../run/check.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";

const METERS = 100;
const HOURS = 10_000;
const KILLS = 20;
const CONTROL_KILLS = 3;
const CONTROL_HOURS = 1000;
const MOST_BYTES = 250e6;
const FIRST_HOUR = Date.UTC(2025, 0, 1);

export const killedImports: Check = {
  id: "E3",
  proves:
    "A file of a million rows whose import is killed repeatedly and restarted leaves the same database as one undisturbed import, and the same file once more changes nothing.",
  runsIn: "full",
  countsOnly: true,
  run: (say) =>
    inScratchFolder(async (folder) => {
      const file = join(folder, "readings.csv");
      await writeFile(file, HOURS);
      const [clean, killed] = [join(folder, "clean"), join(folder, "killed")];
      say("importing undisturbed…");
      const first = await importWhole(clean, file, null);
      const kills = await importKilled(killed, file, KILLS, null, say);
      await importWhole(killed, file, null);
      say("importing once more…");
      const again = await importWhole(killed, file, null);
      const [one, other] = [await checksum(clean), await checksum(killed)];

      say("control: an import that adds what it reads again");
      const short = join(folder, "short.csv");
      await writeFile(short, CONTROL_HOURS);
      const [undisturbed, twice] = [join(folder, "undisturbed"), join(folder, "twice")];
      await importWhole(undisturbed, short, "count-twice");
      await importKilled(twice, short, CONTROL_KILLS, "count-twice", () => {});
      await importWhole(twice, short, "count-twice");
      const controls = differences(await checksum(undisturbed), await checksum(twice));
      return [
        exactly("rows of the file", first.rows, METERS * HOURS),
        exactly("rows stored by the undisturbed import", first.stored, METERS * HOURS),
        exactly("kills", kills, KILLS),
        none("tables that differ from the undisturbed import", differences(one, other)),
        none("rows stored by the same file once more", again.stored),
        exactly("rows it calls duplicates", again.duplicate, METERS * HOURS),
        atLeast("bytes of memory left of 250 MB", MOST_BYTES - first.peakMemory, 0),
        caught("control: tables that differ", controls),
      ];
    }),
};

async function writeFile(path: string, hours: number) {
  function* lines() {
    yield "serial,hour,gallons,flow_time\n";
    for (let hour = 0; hour < hours; hour++) {
      const time = new Date(FIRST_HOUR + hour * HOUR_MS).toISOString();
      let text = "";
      for (let meter = 0; meter < METERS; meter++) {
        const gallons = thousandthsOf(meter, hour);
        text += `K-${meter},${time},${gallons / 1000},${Math.floor(gallons / 100)}\n`;
      }
      yield text;
    }
  }
  await pipeline(lines, createWriteStream(path));
}

function startImport(folder: string, file: string, sabotage: Sabotage | null): Program {
  const args = ["import", file, "--property", "Killed", "--create-units", "--time-zone", "UTC", "--json"];
  return startProgram("server/cli/main.ts", args, { ...sabotaged(sabotage), DATA_DIR: folder });
}

interface Imported {
  rows: number;
  stored: number;
  duplicate: number;
  peakMemory: number;
}

async function importWhole(folder: string, file: string, sabotage: Sabotage | null): Promise<Imported> {
  const program = startImport(folder, file, sabotage);
  await program.ended;
  const { out, errors } = program.output();
  const line = out.split("\n").find((text) => text.startsWith("{"));
  const result: unknown = line === undefined ? null : JSON.parse(line);
  if (!isImported(result)) throw new Error(`The import did not come to its end:\n${errors.slice(-2000)}`);
  return { ...result, peakMemory: program.peakMemory() ?? 0 };
}

function isImported(value: unknown): value is Omit<Imported, "peakMemory"> {
  return typeof value === "object" && value !== null && "rows" in value && "stored" in value && "duplicate" in value;
}

/** Starts the import and kills it, again and again, each time later: the last ones come far into the file. */
async function importKilled(
  folder: string,
  file: string,
  kills: number,
  sabotage: Sabotage | null,
  say: (line: string) => void,
): Promise<number> {
  let killed = 0;
  let tries = 2000;
  while (killed < kills) {
    const program = startImport(folder, file, sabotage);
    const ended = await Promise.race([program.ended.then(() => true), pause(tries + Math.random() * 1000, false)]);
    // Came to its end before the kill: kill the next one sooner.
    if (ended) tries /= 2;
    else {
      await program.kill();
      killed++;
      tries = Math.min(tries + 400, 9000);
      if (killed % 5 === 0) say(`killed ${killed} times`);
    }
  }
  return killed;
}
