import { Command } from "commander";
import { packMonths, unpackEverything } from "../../packed-months/pack-months.ts";
import { systemClock } from "../../time/clock.ts";
import { withExample } from "../command/example.ts";
import { withDatabase } from "../command/with-database.ts";

const BUSY = "Another server is packing at this moment. Try again later.";

async function unpack(asJson: boolean): Promise<void> {
  const unpacked = await withDatabase((connections) =>
    unpackEverything(connections, ({ propertyId, month }) => {
      if (!asJson) process.stdout.write(`${month}  property ${propertyId}\n`);
    }),
  );
  if (unpacked === null) throw new Error(BUSY);
  const text = `Unpacked ${unpacked.months.toLocaleString("en-US")} meter-months.`;
  process.stdout.write(asJson ? `${JSON.stringify(unpacked)}\n` : `${text}\n`);
}

/** `dripline pack`: what the server does once a day. */
export function packCommand(): Command {
  const command = new Command("pack")
    .description(
      "Packs the readings of months that ended at least 40 days ago into about a seventh of the disk space. Reports do not change.",
    )
    .option("--undo", "unpack all months, before going back to a release that cannot read them")
    .option("--json", "print the result as JSON")
    .action(async ({ undo, json }: { undo?: boolean; json?: boolean }) => {
      if (undo === true) return unpack(json === true);
      const packed = await withDatabase((connections) =>
        packMonths(connections, systemClock, ({ propertyId, month, days }) => {
          if (json !== true)
            process.stdout.write(`${month}  property ${propertyId}: ${days.toLocaleString("en-US")} meter-days\n`);
        }),
      );
      if (packed === null) throw new Error(BUSY);
      const text = packed.days === 0 ? "Nothing to pack." : `Packed ${packed.days.toLocaleString("en-US")} meter-days.`;
      process.stdout.write(json === true ? `${JSON.stringify(packed)}\n` : `${text}\n`);
    });
  return withExample(command, "pack");
}
