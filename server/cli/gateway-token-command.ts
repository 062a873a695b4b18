import { Command } from "commander";
import { sql } from "kysely";
import { systemClock } from "../clock.ts";
import { WrongUse } from "../imports/wrong-use.ts";
import { createGatewayToken } from "../ingest/gateway-token.ts";
import { namedProperty } from "./named-property.ts";
import { printJson } from "./print-json.ts";
import { withDatabase } from "./with-database.ts";

interface CreateOptions {
  property: string;
  gateway: string;
  organization?: string;
}

interface TokenRow {
  id: number;
  property: string;
  gateway: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
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
  const token = await withDatabase((connections) =>
    connections.worker.transaction().execute(async (tx) => {
      const property = await namedProperty(tx, options.property, options.organization);
      const found = await sql<{ id: number; serial_number: string }>`
        select id, serial_number from gateways where property_id = ${property.id} order by serial_number`.execute(tx);
      const gateway = found.rows.find((row) => row.serial_number === options.gateway);
      if (gateway === undefined) {
        const known = found.rows
          .slice(0, 10)
          .map((row) => row.serial_number)
          .join(", ");
        throw new WrongUse(
          `${property.name} has no gateway "${options.gateway}". ${known === "" ? "Import an inventory with a gateway column first." : `It has: ${known}.`}`,
        );
      }
      return createGatewayToken(tx, property.id, gateway.id);
    }),
  );
  process.stdout.write(`${token.token}\n`);
  process.stderr.write(`Token ${token.id}. It is shown this once: send it as "Authorization: Bearer …".\n`);
}

async function list(options: { json?: true }): Promise<void> {
  const rows = await withDatabase(({ worker }) =>
    sql<TokenRow>`
      select t.id, p.name as property, g.serial_number as gateway, t.created_at, t.last_used_at, t.revoked_at
      from gateway_tokens t
      join properties p on p.id = t.property_id
      join gateways g on g.property_id = t.property_id and g.id = t.gateway_id
      order by t.id`.execute(worker),
  );
  if (options.json === true) return printJson(rows.rows);
  for (const row of rows.rows) {
    const state = row.revoked_at === null ? "valid" : `revoked ${row.revoked_at.toISOString()}`;
    const used = row.last_used_at === null ? "never used" : `last used ${row.last_used_at.toISOString()}`;
    process.stdout.write(
      `${row.id}  ${row.property} / ${row.gateway}  made ${row.created_at.toISOString()}, ${used}, ${state}\n`,
    );
  }
  if (rows.rows.length === 0) process.stdout.write("There are no tokens.\n");
}

async function revoke(id: string): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw new WrongUse("Give the token's number, as gateway-token list shows it.");
  const rows = await withDatabase(({ worker }) =>
    sql`update gateway_tokens set revoked_at = coalesce(revoked_at, ${new Date(systemClock())})
      where id = ${Number(id)} returning id`.execute(worker),
  );
  if (rows.rows.length === 0) throw new WrongUse(`There is no token ${id}.`);
  process.stdout.write(`Token ${id} is revoked.\n`);
}
