import { Command } from "commander";
import { sql } from "kysely";
import { WrongUse } from "../imports/wrong-use.ts";
import { makeGatewayToken, readGatewayTokens, revokeGatewayToken } from "../ingest/gateway-tokens.ts";
import { commandActor } from "./command-actor.ts";
import { namedProperty } from "./named-property.ts";
import { printJson } from "./print-json.ts";
import { withDatabase } from "./with-database.ts";

interface CreateOptions {
  property: string;
  gateway: string;
  organization?: string;
}

/** `dripline gateway-token create | list | revoke`: what gateways sign their readings with. */
export function gatewayTokenCommand(): Command {
  const command = new Command("gateway-token").description("Tokens with which gateways send readings.");
  command
    .command("create")
    .description("Make a token for a gateway and print it, this once.")
    .requiredOption("--property <name or id>", "the property that the gateway belongs to")
    .requiredOption("--gateway <serial>", "its serial number, as in the inventory")
    .option("--organization <name>", "where more than one property has the name")
    .action(create);
  command
    .command("list")
    .description("Tokens and when they were used; never the tokens themselves.")
    .option("--json", "print the list as JSON")
    .action(list);
  command
    .command("revoke")
    .description("End a token at once.")
    .argument("<id>", "the token's number, as list shows it")
    .action(revoke);
  return command;
}

async function create(options: CreateOptions): Promise<void> {
  const made = await withDatabase((connections) =>
    connections.worker.transaction().execute(async (tx) => {
      const property = await namedProperty(tx, options.property, options.organization);
      const token = await makeGatewayToken(tx, commandActor(), property.id, options.gateway);
      if (token !== null) return token;
      const found = await sql<{ serial_number: string }>`
        select serial_number from gateways where property_id = ${property.id} order by serial_number limit 10`.execute(
        tx,
      );
      const known = found.rows.map((row) => row.serial_number).join(", ");
      throw new WrongUse(
        `${property.name} has no gateway "${options.gateway}". ${known === "" ? "Import an inventory with a gateway column first." : `It has: ${known}.`}`,
      );
    }),
  );
  process.stdout.write(`${made.token}\n`);
  process.stderr.write(`Token ${made.id}. It is shown this once: send it as "Authorization: Bearer …".\n`);
}

async function list(options: { json?: true }): Promise<void> {
  const rows = await withDatabase(({ worker }) => worker.transaction().execute((tx) => readGatewayTokens(tx, null)));
  if (options.json === true) {
    return printJson(
      rows.map(
        ({ id, property_name: property, gateway_serial_number: gateway, created_at, last_used_at, revoked_at }) => ({
          ...{ id, property, gateway, created_at, last_used_at, revoked_at },
        }),
      ),
    );
  }
  for (const row of rows) {
    const state = row.revoked_at === null ? "valid" : `revoked ${row.revoked_at.toISOString()}`;
    const used = row.last_used_at === null ? "never used" : `last used ${row.last_used_at.toISOString()}`;
    const made = `made ${row.created_at.toISOString()}`;
    process.stdout.write(
      `${row.id}  ${row.property_name} / ${row.gateway_serial_number}  ${made}, ${used}, ${state}\n`,
    );
  }
  if (rows.length === 0) process.stdout.write("There are no tokens.\n");
}

async function revoke(id: string): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw new WrongUse("Give the token's number, as gateway-token list shows it.");
  const token = await withDatabase(({ worker }) =>
    worker.transaction().execute((tx) => revokeGatewayToken(tx, commandActor(), null, Number(id))),
  );
  if (token === null) throw new WrongUse(`There is no token ${id}.`);
  process.stdout.write(`Token ${id} is revoked.\n`);
}
