import { Command, Option } from "commander";
import { sql } from "kysely";
import { WrongUse } from "../imports/wrong-use.ts";
import { expectContinuousUse } from "../rule-settings/continuous-use.ts";
import { commandActor } from "./command-actor.ts";
import { namedProperty } from "./named-property.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  property: string;
  organization?: string;
  meter: string;
  continuousUse: "yes" | "no";
}

/** `dripline meter-tag`: says of a meter whether it is expected to use water all the time. */
export function meterTagCommand(): Command {
  return new Command("meter-tag")
    .description("Say that a meter is expected to use water all the time (recirculation, an ice machine), or not.")
    .requiredOption("--property <name or id>", "the property of the meter")
    .option("--organization <name>", "where more than one property has the name")
    .requiredOption("--meter <serial>", "its serial number")
    .addOption(
      new Option("--continuous-use <answer>", "whether it is expected").choices(["yes", "no"]).makeOptionMandatory(),
    )
    .action(async (options: Options) => {
      const changed = await withDatabase(({ worker }) =>
        worker.transaction().execute(async (tx) => {
          const property = await namedProperty(tx, options.property, options.organization);
          const found = await sql<{ id: number }>`
            select id from meters where property_id = ${property.id} and serial_number = ${options.meter}`.execute(tx);
          const [meter] = found.rows;
          if (meter === undefined) throw new WrongUse(`${property.name} has no meter "${options.meter}".`);
          return expectContinuousUse(tx, commandActor(), property.id, meter.id, options.continuousUse === "yes");
        }),
      );
      process.stdout.write(
        changed
          ? "Changed. The running server works its leaks out anew, or: npm run dripline -- refresh\n"
          : "Nothing changed: it was so already.\n",
      );
    });
}
