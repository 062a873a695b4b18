import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { newUplinkMapping, type UplinkMapping } from "../../../contract/readings/uplink-mapping.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { wrongValue } from "../../problem/wrong-value.ts";
import { systemClock } from "../../time/clock.ts";
import { applyMapping, MappingMisfit } from "../../uplinks/apply-mapping.ts";
import { readUplink } from "../../uplinks/read-uplink.ts";
import { withExample } from "../command/example.ts";
import { printJson } from "../output/print-json.ts";

/** `dripline uplink-mapping try`: how a LoRaWAN network server's decoded payloads become readings. */
export function uplinkMappingCommand(): Command {
  const command = new Command("uplink-mapping").description("How decoded LoRaWAN payloads become readings.");
  const tried = command
    .command("try")
    .description("Print the readings that a mapping makes of a webhook's body. Stores nothing.")
    .requiredOption("--file <mapping.json>", "the mapping; see docs/integrations.md")
    .requiredOption("--sample <uplink.json>", "a body as the network server posts it")
    .option("--json", "as it prints in any case")
    .action(attempt);
  withExample(tried, "uplink-mapping try --file mapping.json --sample uplink.json");
  return command;
}

async function attempt(options: { file: string; sample: string }): Promise<void> {
  const [mapping, body] = [await mappingIn(options.file), await jsonIn(options.sample)];
  const parsed = readUplink(body);
  if (parsed.kind !== "uplink") throw new UsageError(`${options.sample} is no uplink message.`);
  try {
    const { devEui, receivedAt } = parsed.uplink;
    const mapped = applyMapping(mapping, parsed.uplink, receivedAt ?? systemClock(), devEui);
    printJson(mapped);
  } catch (error) {
    throw error instanceof MappingMisfit ? new UsageError(`It does not fit: ${error.message}`) : error;
  }
}

async function mappingIn(file: string): Promise<UplinkMapping> {
  const mapping = await jsonIn(file);
  const read = newUplinkMapping.safeParse(mapping, { error: wrongValue(mapping, "It") });
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ message }) => `  ${message}`);
  throw new UsageError(`${file} is not a valid uplink mapping:\n${lines.join("\n")}`);
}

async function jsonIn(file: string): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return value;
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
}
