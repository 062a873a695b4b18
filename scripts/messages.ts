import { messagesIn } from "./messages/found.ts";
import type { Message } from "./messages/message.ts";
import { lostPlaces } from "./messages/places.ts";
import { readSources } from "./messages/sources.ts";
import { problemTitles } from "./messages/titles.ts";
import { lostErrors } from "./messages/uses.ts";

const FILES = /^server\/(imports|uploads|ingest|repairs|occupancy|uplinks|mqtt|devices)\//;
const TERMINAL = /^(exit \d|stdout|stderr)$/;

/** The heads of the page, each with which messages stand under it: the first that holds. */
const sections: { head: string; holds: (message: Message, problems: ReadonlySet<string>) => boolean }[] = [
  { head: "Errors of the API", holds: ({ code }, problems) => code !== null && problems.has(code) },
  { head: "Fields and parameters that break their schema", holds: ({ code }) => code === "validation" },
  {
    head: "Command line, and start of the server",
    holds: ({ code, file }) => (code === null ? file.startsWith("server/cli/") : TERMINAL.test(code)),
  },
  {
    head: "Rejected rows and files",
    holds: ({ code, file }) => code !== null || FILES.test(file),
  },
  { head: "Parts of messages", holds: () => true },
];

/** Every message that the API and the command line can give, as the sources have them: tables in Markdown. */
export function messagesPage(): string {
  const sources = readSources(["contract", "server"]);
  const lost = [...lostPlaces(sources), ...lostErrors(sources)];
  if (lost.length > 0) {
    throw new Error(
      `Not found any more: ${lost.join(", ")}. Write in scripts/messages/places.ts or uses.ts what it is now.`,
    );
  }
  const titles = problemTitles(sources);
  const problems = new Set(titles.map(({ code }) => code));
  const all = messagesIn(sources);
  const headOf = (message: Message) => sections.find(({ holds }) => holds(message, problems))?.head;
  const parts = sections.map(({ head }) => {
    const rows = all.filter((message) => headOf(message) === head).map(rowOf);
    return [`## ${head}`, "", "| code | field | text | file |", "|---|---|---|---|", ...new Set(rows.sort())].join(
      "\n",
    );
  });
  const titleRows = titles.map(({ code, status, title }) => `| \`${code}\` | ${status} | ${title} |`);
  return [
    ["## Titles of problems", "", "| code | status | title |", "|---|---|---|", ...titleRows].join("\n"),
    ...parts,
  ].join("\n\n");
}

function rowOf({ code, field, text, file }: Message): string {
  const cells = [code ?? "", field ?? "", text.trim().replaceAll(/\s+/g, " "), file];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("<", "&lt;")).join(" | ")} |`;
}
