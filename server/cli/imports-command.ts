import { Command } from "commander";
import type { ImportRow } from "../../contract/imports.ts";
import { about, number, only } from "./arguments.ts";
import { callCommand } from "./call-command.ts";
import { atProperty } from "./place-commands.ts";
import { plainText } from "./plain-text.ts";
import { type Columns, minute } from "./table.ts";

const imports = "/v1/properties/{property_id}/imports";

const columns: Columns<ImportRow> = {
  id: (row) => row.id,
  name: (row) => row.name,
  state: (row) => row.state,
  rows: (row) => row.rows,
  stored: (row) => row.stored,
  duplicate: (row) => row.duplicate,
  refused: (row) => row.refused,
  "made by": (row) => row.made_by,
  made: (row) => minute(row.made_at),
};

/** `dripline imports list | show | stop`: files that were uploaded or found in a watched folder. */
export function importsCommand(): Command {
  const one = about("<id>", "import_id", "its number, as imports list shows it", number);
  return new Command("imports")
    .description(
      "Files that were uploaded for a property or found in its watched folder; import FILE reads one itself.",
    )
    .addCommand(
      callCommand({
        name: "list",
        description: "The files of a property, newest first.",
        example: 'imports list --property "Elm Street"',
        call: `GET ${imports}`,
        args: [
          atProperty,
          only("--ordering <field>", "ordering", "made_at, name or state; with - in front descending"),
        ],
        columns,
        none: "No file came in.",
      }),
    )
    .addCommand(
      callCommand({
        name: "show",
        description: "How far one import is, and the first rows that it refused.",
        example: 'imports show 3 --property "Elm Street"',
        call: `GET ${imports}/{import_id}`,
        args: [one, atProperty],
        columns,
        message: ({ error, refused_rows: refused, odd_rows: odd }) =>
          [
            error ?? "",
            ...refused.map(({ reason }) => reason),
            ...odd.map(({ row, sentence }) => `Row ${row}: ${sentence}`),
          ]
            .filter((line) => line !== "")
            .map(plainText)
            .join("\n"),
      }),
    )
    .addCommand(
      callCommand({
        name: "stop",
        description: "Interrupt an import that waits or is at work; what is stored stays.",
        example: 'imports stop 3 --property "Elm Street"',
        call: `DELETE ${imports}/{import_id}`,
        args: [one, atProperty],
        columns,
      }),
    );
}
