import { Command, Option } from "commander";
import { expectContinuousUse } from "../rule-settings/continuous-use.ts";
import { commandActor } from "./command-actor.ts";
import { withExample } from "./example.ts";
import { named } from "./named.ts";
import { namedProperty } from "./named-property.ts";
import { printJson } from "./print-json.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  property: string;
  organization?: string;
  meter: string;
  continuousUse: "yes" | "no";
  json?: true;
}

/** `dripline meter-tag`: marks a meter as expected to use water all the time, or not. */
export function meterTagCommand(): Command {
  const command = new Command("meter-tag")
    .description("Say that a meter is expected to use water all the time (recirculation, an ice machine), or not.")
    .requiredOption("--property <name or id>", "the property of the meter")
    .option("--organization <name>", "where more than one property has the name")
    .requiredOption("--meter <serial>", "its serial number")
    .addOption(
      new Option("--continuous-use <answer>", "whether it is expected").choices(["yes", "no"]).makeOptionMandatory(),
    )
    .option("--json", "print whether anything changed, as JSON")
    .action(async (options: Options) => {
      const changed = await withDatabase((connections) =>
        connections.worker.transaction().execute(async (tx) => {
          const property = await namedProperty(tx, options.property, options.organization);
          const meter = await named(connections, "meter", options.meter, property.id);
          return expectContinuousUse(tx, commandActor(), property.id, meter.id, options.continuousUse === "yes");
        }),
      );
      if (options.json === true) return printJson({ changed });
      process.stdout.write(
        changed
          ? "Saved. The running server recalculates its leaks, or run: npm run dripline -- refresh\n"
          : "Nothing changed: it was already set that way.\n",
      );
    });
  return withExample(command, 'meter-tag --property "Elm Street" --meter A-1001 --continuous-use yes');
}
