import { exampleOf } from "../server/cli/command/example.ts";
import { type Leaf, leafCommands } from "../server/cli/leaf-commands.ts";
import { dripline } from "../server/cli/program.ts";

/** All commands, as the program itself declares them: under each head of help a table in Markdown. */
export function commandsPage(): string {
  const leaves = leafCommands(dripline());
  const heads = [...new Set(leaves.map(({ group }) => group))];
  return heads
    .map((head) => {
      const rows = leaves.filter(({ group }) => group === head).map(rowOf);
      return [`## ${head.replace(/:$/, "")}`, "", "| command | | example |", "|---|---|---|", ...rows].join("\n");
    })
    .join("\n\n");
}

function rowOf({ fullName: words, command }: Leaf): string {
  const cells = [`\`${words}\``, command.description(), `\`${exampleOf(command) ?? ""}\``];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
