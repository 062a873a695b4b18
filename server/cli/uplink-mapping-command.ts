import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { type UplinkMapping, uplinkMapping } from "../../contract/uplink-mapping.ts";
import type { Transactional } from "../database/connect.ts";
import { UsageError } from "../imports/usage-error.ts";
import { wrongValue } from "../problem/wrong-value.ts";
import { systemClock } from "../time/clock.ts";
import { applyMapping, MappingMisfit } from "../uplinks/apply-mapping.ts";
import { readUplink } from "../uplinks/read-uplink.ts";
import { mappingOf, setMapping } from "../uplinks/stored-mapping.ts";
import { commandActor } from "./command-actor.ts";
import { withExample } from "./example.ts";
import { named } from "./named.ts";
import { namedProperty } from "./named-property.ts";
import { printJson } from "./print-json.ts";
import { withDatabase } from "./with-database.ts";

interface GatewayOptions {
  property: string;
  gateway: string;
  organization?: string;
}

/** `dripline uplink-mapping show | set | try`: how a LoRaWAN network server's decoded payloads become readings. */
export function uplinkMappingCommand(): Command {
  const command = new Command("uplink-mapping").description("How decoded LoRaWAN payloads become readings.");
  const ofGateway = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .requiredOption("--property <name or id>", "the property that the gateway belongs to")
      .requiredOption("--gateway <serial>", "its serial number, as in the inventory")
      .option("--organization <name>", "where more than one property has the name");
  const shown = ofGateway("show", "Print the mapping of a gateway, as JSON.")
    .option("--json", "as it prints in any case")
    .action(show);
  withExample(shown, 'uplink-mapping show --property "Elm Street" --gateway GW-1');
  const setOne = ofGateway("set", "Set the mapping of a gateway from a JSON file.")
    .requiredOption("--file <mapping.json>", "the mapping; see docs/integrations.md")
    .option("--json", "print the mapping as JSON")
    .action(set);
  withExample(setOne, 'uplink-mapping set --property "Elm Street" --gateway GW-1 --file mapping.json');
  const tried = command
    .command("try")
    .description("Print the readings that a mapping makes of a webhook's body. Stores nothing.")
    .requiredOption("--file <mapping.json>", "the mapping")
    .requiredOption("--sample <uplink.json>", "a body as the network server posts it")
    .option("--json", "as it prints in any case")
    .action(attempt);
  withExample(tried, "uplink-mapping try --file mapping.json --sample uplink.json");
  return command;
}

async function show(options: GatewayOptions): Promise<void> {
  const mapping = await inProperty(options, (tx, propertyId) => mappingOf(tx, propertyId, { serial: options.gateway }));
  if (mapping === undefined) throw noGateway(options);
  printJson(mapping);
  if (mapping === null) process.stderr.write(`${options.gateway} has no mapping. Set one: uplink-mapping set.\n`);
}

async function set(options: GatewayOptions & { file: string; json?: true }): Promise<void> {
  const mapping = await mappingIn(options.file);
  const isSet = await inProperty(options, (tx, propertyId) =>
    setMapping(tx, commandActor(), propertyId, options.gateway, mapping),
  );
  if (!isSet) throw noGateway(options);
  if (options.json === true) return printJson(mapping);
  process.stdout.write(`Payloads that come in with the token of ${options.gateway} are read by ${options.file} now.\n`);
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

async function inProperty<T>(
  options: GatewayOptions,
  work: (tx: Transactional, propertyId: number) => Promise<T>,
): Promise<T> {
  return withDatabase((connections) =>
    connections.worker.transaction().execute(async (tx) => {
      const property = await namedProperty(tx, options.property, options.organization);
      await named(connections, "gateway", options.gateway, property.id);
      return work(tx, property.id);
    }),
  );
}

async function mappingIn(file: string): Promise<UplinkMapping> {
  const mapping = await jsonIn(file);
  const read = uplinkMapping.safeParse(mapping, { error: wrongValue(mapping, "It") });
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

function noGateway({ property, gateway }: GatewayOptions): UsageError {
  return new UsageError(`${property} has no gateway "${gateway}". The inventory names them.`);
}
