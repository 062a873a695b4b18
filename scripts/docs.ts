import { readFileSync, writeFileSync } from "node:fs";
import { settingsTable } from "../server/config.ts";
import { commandsPage } from "./commands-page.ts";
import { coverageTables } from "./coverage-rows.ts";
import { longTestsTable } from "./long-tests.ts";
import { messagesPage } from "./messages.ts";
import { permissionsTable } from "./tables/permissions-table.ts";
import { presetsTable } from "./tables/presets-table.ts";

interface Written {
  file: string;
  begin: string;
  end: string;
  text: string;
  /** Where it comes from. */
  source: string;
}

const COVERED = `<!-- tests: written by npm run docs from the tests' comments "Covers"; ids and sentences by hand -->`;
const COVERED_END = "<!-- /tests -->";

/** What the docs have from the sources; the rest of each file is written by hand. */
const parts: Written[] = [
  {
    file: "docs/operations.md",
    begin: "<!-- settings: written by npm run docs from server/config.ts -->",
    end: "<!-- /settings -->",
    text: settingsTable(),
    source: "server/config.ts",
  },
  {
    file: "docs/permissions.md",
    begin: "<!-- calls: written by npm run docs from contract/ and server/http/route/route.ts -->",
    end: "<!-- /calls -->",
    text: permissionsTable(),
    source: "contract/ and server/http/route/route.ts",
  },
  {
    file: "docs/command-line.md",
    begin: "<!-- commands: written by npm run docs from server/cli/program.ts -->",
    end: "<!-- /commands -->",
    text: commandsPage(),
    source: "the commands of server/cli",
  },
  {
    file: "docs/leak-settings.md",
    begin: "<!-- presets: written by npm run docs from server/leaks/settings/leak-presets.ts -->",
    end: "<!-- /presets -->",
    text: presetsTable(),
    source: "server/leaks/settings/leak-presets.ts",
  },
  {
    file: "docs/tests.md",
    begin: "<!-- long tests: written by npm run docs from scripts/long-tests.ts -->",
    end: "<!-- /long tests -->",
    text: longTestsTable(),
    source: "scripts/long-tests.ts",
  },
  {
    file: "docs/messages.md",
    begin: "<!-- messages: written by npm run docs from contract/ and server/ -->",
    end: "<!-- /messages -->",
    text: messagesPage(),
    source: "the messages in contract/ and server/",
  },
  {
    file: "docs/coverage.md",
    begin: COVERED,
    end: COVERED_END,
    text: coverageTables(COVERED, COVERED_END),
    source: "the comments of tests",
  },
];

// Writes them; with --check, fails where a file is behind.
for (const { file, begin, end, text, source } of parts) {
  const old = readFileSync(file, "utf8");
  if (!old.includes(begin) || !old.includes(end)) throw new Error(`${file} has lost its marks ${begin} and ${end}.`);
  const written = `${old.slice(0, old.indexOf(begin) + begin.length)}\n${text}\n${old.slice(old.indexOf(end))}`;
  if (written === old) continue;
  if (!process.argv.includes("--check")) writeFileSync(file, written);
  else {
    process.stderr.write(`${file} does not match ${source}: run npm run docs\n`);
    process.exitCode = 1;
  }
}
