import { Command } from "commander";
import { UsageError } from "../imports/usage-error.ts";
import {
  type GatewayTokenRow,
  makeGatewayToken,
  readGatewayTokens,
  revokeGatewayToken,
} from "../ingest/gateway-tokens.ts";
import { commandActor } from "./command-actor.ts";
import { withExample } from "./example.ts";
import { named } from "./named.ts";
import { namedProperty } from "./named-property.ts";
import { printJson } from "./print-json.ts";
import { type Columns, minute, table } from "./table.ts";
import { withDatabase } from "./with-database.ts";

interface CreateOptions {
  property: string;
  gateway: string;
  organization?: string;
  json?: true;
}

/** `dripline gateway-token create | list | revoke`: what gateways sign their readings with. */
export function gatewayTokenCommand(): Command {
  const command = new Command("gateway-token").description("Tokens with which gateways send readings.");
  const createOne = command
    .command("create")
    .description("Make a token for a gateway and print it, this once.")
    .requiredOption("--property <name or id>", "the property that the gateway belongs to")
    .requiredOption("--gateway <serial>", "its serial number, as in the inventory")
    .option("--organization <name>", "where more than one property has the name")
    .option("--json", "print the token and its number as JSON")
    .action(create);
  withExample(createOne, 'gateway-token create --property "Elm Street" --gateway GW-1');
  const listAll = command
    .command("list")
    .description("Tokens and when they were used; never the tokens themselves.")
    .option("--property <name or id>", "of this property")
    .option("--organization <name>", "where more than one property has the name")
    .option("--json", "print the list as JSON")
    .action(list);
  withExample(listAll, 'gateway-token list --property "Elm Street"');
  const revokeOne = command
    .command("revoke")
    .description("End a token at once.")
    .argument("<id>", "the token's number, as list shows it")
    .option("--json", "print the token as list does")
    .action(revoke);
  withExample(revokeOne, "gateway-token revoke 7");
  return command;
}

async function create(options: CreateOptions): Promise<void> {
  const made = await withDatabase((connections) =>
    connections.worker.transaction().execute(async (tx) => {
      const property = await namedProperty(tx, options.property, options.organization);
      const gateway = await named(connections, "gateway", options.gateway, property.id);
      const token = await makeGatewayToken(tx, commandActor(), property.id, gateway.name);
      if (token === null) throw new UsageError(`${property.name} has no gateway "${gateway.name}" any more.`);
      return token;
    }),
  );
  if (options.json === true) return printJson({ ...shown(made), token: made.token });
  process.stdout.write(`${made.token}\n`);
  process.stderr.write(`Token ${made.id}. It is shown this once: send it as "Authorization: Bearer …".\n`);
}

const columns: Columns<GatewayTokenRow> = {
  id: (row) => row.id,
  gateway: (row) => `${row.property_name} / ${row.gateway_serial_number}`,
  made: (row) => minute(row.created_at.toISOString()),
  "last used": (row) => minute(row.last_used_at?.toISOString() ?? null),
  revoked: (row) => minute(row.revoked_at?.toISOString() ?? null),
};

function shown(row: GatewayTokenRow) {
  const { id, property_name: property, gateway_serial_number: gateway, created_at, last_used_at, revoked_at } = row;
  return { id, property, gateway, created_at, last_used_at, revoked_at };
}

async function list(options: { property?: string; organization?: string; json?: true }): Promise<void> {
  const { property, organization } = options;
  const rows = await withDatabase(({ worker }) =>
    worker.transaction().execute(async (tx) => {
      const only = property === undefined ? null : await namedProperty(tx, property, organization);
      return readGatewayTokens(tx, only?.id ?? null);
    }),
  );
  if (options.json === true) printJson(rows.map(shown));
  else process.stdout.write(rows.length === 0 ? "There are no tokens.\n" : table(columns, rows));
}

async function revoke(id: string, options: { json?: true }): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw new UsageError("Give the token's number, as gateway-token list shows it.");
  const token = await withDatabase(({ worker }) =>
    worker.transaction().execute((tx) => revokeGatewayToken(tx, commandActor(), null, Number(id))),
  );
  if (token === null) throw new UsageError(`There is no token ${id}. See: gateway-token list`);
  if (options.json === true) printJson(shown(token));
  else process.stdout.write(`Token ${id} is revoked.\n`);
}
