import { Command, Option } from "commander";
import { quarantineList } from "../../corrections/quarantine/quarantine-list.ts";
import { readProperty } from "../../corrections/read-property.ts";
import type { Connections } from "../../database/connect.ts";
import { formatNames } from "../../imports/layout/file-format.ts";
import { inspectFile } from "../../imports/layout/inspect-file.ts";
import type { Layout } from "../../imports/layout/layout.ts";
import { layoutWishOf } from "../../imports/layout/layout-options.ts";
import { countedRises, type MeterVolume, meterVolumes } from "../../imports/readings/conservation.ts";
import { importReadings } from "../../imports/readings/import-readings.ts";
import type { OddRow } from "../../imports/readings/register-track.ts";
import { dateFormats } from "../../imports/times/times.ts";
import { UsageError } from "../../imports/usage-error.ts";
import type { Rejection } from "../../ingest/reading.ts";
import { systemClock } from "../../time/clock.ts";
import { withExample } from "../command/example.ts";
import { exitCodes } from "../command/exit-code.ts";
import { withDatabase } from "../command/with-database.ts";
import { refreshPropertyShown } from "../figures/refresh-command.ts";
import { showProgress } from "../output/progress.ts";
import { type ImportOptions, propertyFor } from "./import-property.ts";
import { type ImportResult, importAsJson, importAsText } from "./import-summary.ts";
import { RejectedFile } from "./rejected-file.ts";

/** Rejected rows printed; the file of rejected rows has them all. */
const MAX_PRINTED = 10;

/** `dripline import FILE`: readings from a CSV file, gzip too. */
export function importCommand(): Command {
  const command = new Command("import")
    .description("Store the readings of a CSV file (gzip too) and bring leaks and totals up to date.")
    .argument("<file>")
    .option("--property <name or id>", "the property whose meters the file is about; needed")
    .option(
      "--organization <name>",
      "the organization of the property; default: any for an existing property, the default one for a new property",
    )
    .option("--create-units", "make a unit for each unknown serial number, and the property if there is none")
    .option("--time-zone <zone>", "zone of local times in the file, and of a property that is made")
    .addOption(new Option("--format <name>", "default: by the header").choices(formatNames))
    .option(
      "--map <pairs>",
      "columns of another file: serial=COLUMN,time=COLUMN,gallons=COLUMN or register=COLUMN; date=COLUMN where the day has its own",
    )
    .addOption(new Option("--kind <kind>", "what value=COLUMN of --map holds").choices(["hourly", "register"]))
    .option("--unit <unit>", "gallon, litre, cubic foot, m3, CCF, kgal (a thousand gallons) or pulse")
    .option("--gallons-per-pulse <gallons>", "with --unit pulse; default: as the inventory has it for each register")
    .option("--count <number>", "smallest step of the register in that unit, for meters that are made")
    .option("--serial <number>", "serial number of all rows, for files without a column for it")
    .addOption(new Option("--date-format <format>", "how times are written").choices(dateFormats))
    .option("--delimiter <character>", "between columns; default: by the header")
    .option("--decimal-comma", "numbers are written 1234,5 or 1.234,5")
    .option(
      "--interval <minutes or hour, day, week, month>",
      "what a volume covers from its time on; default: by the times",
    )
    .option("--interval-end", "times are the ends of what volumes cover, not their begins")
    .option("--dry-run", "show what would be stored and rejected, and change nothing")
    .option("--rejected <file>", "write rejected rows to a CSV file")
    .option("--verbose", "list every odd row and every meter")
    .option("--json", "print the result as JSON")
    .action(async (path: string, options: ImportOptions) => {
      const layout = await inspectFile(path, layoutWishOf(options));
      // Only now, so that a missing file is reported first.
      const { property } = options;
      if (property === undefined)
        throw new UsageError("Name the property of the meters in the file: --property NAME_OR_ID.");
      process.exitCode = await withDatabase((connections) => run(connections, path, property, options, layout));
    });
  return withExample(command, 'import may.csv --property "Elm Street" --dry-run');
}

async function run(
  connections: Connections,
  path: string,
  propertyName: string,
  options: ImportOptions,
  layout: Layout,
): Promise<number> {
  const dryRun = options.dryRun === true;
  const property = await propertyFor(connections, path, propertyName, options, layout.format.timeZone);
  const progress = showProgress("import");
  const interrupt = interruptSignal(() =>
    process.stderr.write("\nStopping after this batch. Press again to stop at once.\n"),
  );
  const rejectedFile = options.rejected === undefined ? null : new RejectedFile(options.rejected);
  const rejected: Rejection[] = [];
  const odd: OddRow[] = [];
  const oddCounts = { dip: 0, gap: 0, quarantined: 0 };
  const timeZone = layout.format.timeZone ?? property.timeZone;
  const task = {
    path,
    layout,
    propertyId: property.id,
    timeZone,
    createUnits: options.createUnits === true,
    dryRun,
  };
  const report = await importReadings(connections, task, systemClock, {
    signal: interrupt.signal,
    progress: (bytesRead, bytes, { rows }) => progress.update(bytesRead, bytes, `${rows.toLocaleString("en-US")} rows`),
    rejected: (row) => {
      rejectedFile?.add(row);
      if (rejected.length < MAX_PRINTED) rejected.push(row);
    },
    odd: (row) => {
      oddCounts[row.kind]++;
      if (options.verbose === true) odd.push(row);
    },
  });
  progress.end();
  await rejectedFile?.close();
  let volumes: MeterVolume[] = [];
  let rises = new Map<string, number>();
  let waiting = 0;
  let isBehind = false;
  if (!dryRun && !report.interrupted && property.id !== null) {
    isBehind = !(await refreshPropertyShown(connections, property.id, interrupt.signal));
    const serials = [...report.registers.keys()];
    if (!isBehind && serials.length > 0) {
      volumes = await meterVolumes(connections, property.id, serials);
      const spans = [...report.registers.values()].flatMap(({ serial, span }) => (span ? [{ serial, ...span }] : []));
      rises = await countedRises(connections, property.id, spans);
    }
    if (!isBehind) waiting = await waitingInQuarantine(connections, property.id);
  }
  interrupt.done();
  const result: ImportResult = {
    report,
    layout,
    timeZone,
    property,
    dryRun,
    isBehind,
    rejected,
    odd,
    oddCounts,
    volumes,
    rises,
    waiting,
  };
  process.stdout.write(options.json === true ? importAsJson(result) : importAsText(result, options.verbose === true));
  if (report.interrupted || isBehind) return exitCodes.interrupted;
  return report.rejected > 0 || report.broken !== null ? exitCodes.rejected : exitCodes.fine;
}

/** How many readings of a property are in quarantine until a user accepts or rejects them. */
async function waitingInQuarantine(connections: Connections, propertyId: number): Promise<number> {
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  const params = { state: "open", ordering: "-measured_at", page: 1, page_size: 1 } as const;
  const { count } = await readProperty(connections.app, scope, propertyId, (tx, { id, timeZone }) =>
    quarantineList(tx, id, timeZone, params),
  );
  return count;
}

/** Aborted by the first Ctrl-C; a second one ends the process at once. */
function interruptSignal(onInterrupt: () => void): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const stop = () => {
    onInterrupt();
    controller.abort();
  };
  process.once("SIGINT", stop);
  return { signal: controller.signal, done: () => process.off("SIGINT", stop) };
}
