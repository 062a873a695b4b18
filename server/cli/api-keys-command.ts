import { Command } from "commander";
import type { ApiKeyRow } from "../../contract/api-keys.ts";
import { scopeOfUser } from "../accounts/authenticate.ts";
import type { Connections } from "../database/connect.ts";
import { UsageError } from "../imports/usage-error.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { about, bodyField, idOf, permissions, several, shortPermissions } from "./arguments.ts";
import type { RequestedParts } from "./call-api.ts";
import { callCommand } from "./call-command.ts";
import { commandActor } from "./command-actor.ts";
import { named } from "./named.ts";
import { type Columns, minute } from "./table.ts";

const keys = "/v1/admin/organizations/{id}/api-keys";

const organization = about("--organization <name or id>", "id", "the organization", idOf("organization"));
const columns: Columns<ApiKeyRow> = {
  id: (row) => row.id,
  name: (row) => row.name,
  key: (row) => `${row.prefix}…`,
  reports: (row) => shortPermissions(row.permissions),
  properties: (row) => row.property_ids?.map(String) ?? "all",
  "made by": (row) => row.created_by,
  "last used": (row) => minute(row.last_used_at),
  ends: (row) => minute(row.expires_at),
  state: (row) => row.state.replaceAll("_", " "),
};

/** A key belongs to an administrator, and works as long as they could create it: the scope is theirs. */
async function makerScope(
  connections: Connections,
  nameOrId: string,
  { params }: RequestedParts,
): Promise<RequestScope> {
  const { id } = await named(connections, "user", nameOrId);
  const scope = await scopeOfUser(connections, id, Number(params.id));
  if (scope === null) throw new UsageError(`There is no user "${nameOrId}".`);
  return { ...scope, isCommand: true, email: commandActor().email };
}

/** `dripline api-keys create | list | revoke`: with what integrators read reports. */
export function apiKeysCommand(): Command {
  return new Command("api-keys")
    .description("Keys with which integrators read reports.")
    .addCommand(
      callCommand({
        name: "list",
        description: "The keys of an organization, newest first, ended ones too; never the keys themselves.",
        example: 'api-keys list --organization "Oak Homes"',
        call: `GET ${keys}`,
        args: [organization],
        columns,
        none: "There are no keys.",
      }),
    )
    .addCommand(
      callCommand({
        name: "create",
        description: "Make a key in the name of an administrator and print it, this once.",
        example: 'api-keys create Billing --organization "Oak Homes" --maker ann@example.com --permission property',
        call: `POST ${keys}`,
        args: [
          bodyField("<name>", "name", "for which program it is"),
          organization,
          several(
            bodyField("--permission <permission>", "permissions", "property or portfolio: what it reads", permissions),
          ),
          several(
            bodyField(
              "--property <name or id>",
              "property_ids",
              "a property that it reads; left out: all, those to come too",
              idOf("property"),
            ),
          ),
          bodyField("--expires-at <instant>", "expires_at", "when it ends, as 2027-01-01T00:00:00Z; left out: never"),
        ],
        as: {
          arg: {
            ...bodyField("--maker <user>", "", "the administrator as long as whose rights last it works"),
            isNeeded: true,
          },
          scope: makerScope,
        },
        columns,
        message: ({ key }) => `The key, shown this once: ${key}`,
      }),
    )
    .addCommand(
      callCommand({
        name: "revoke",
        description: "End a key: the next call with it is refused.",
        example: 'api-keys revoke Billing --organization "Oak Homes"',
        call: `DELETE ${keys}/{key_id}`,
        args: [about("<key>", "key_id", "its name, or id", idOf("API key")), organization],
        columns,
      }),
    );
}
