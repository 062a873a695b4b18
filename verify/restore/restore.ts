import { join } from "node:path";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { atLeast, type Check, caught, none } from "../run/check.ts";
import { debianPrograms } from "./debian-cluster.ts";
import { drill } from "./drill.ts";

export const restore: Check = {
  id: "I1",
  proves:
    "A dump that is restored into a new cluster as the manual says holds every row, both locks, and a server that goes on where the other ended, sessions included.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const programs = debianPrograms();
    if (programs === null) {
      say(
        "SKIPPED: there is no Postgres of the system's, which has pg_dump and pg_restore. On Debian: apt-get install postgresql",
      );
      return [];
    }
    return inScratchFolder(async (folder) => {
      const restored = await drill(programs, join(folder, "drill"));
      const lacking = await drill(programs, join(folder, "control"), ["--exclude-table-data=unit_days_*"]);
      say(`${restored.tables} tables; ${restored.seen.tables} that requests may ask`);
      for (const sentence of [...restored.otherRows, ...restored.otherAnswers]) say(sentence.slice(0, 300));
      return [
        atLeast("tables", restored.tables, 40),
        none("tables with other rows than before", restored.otherRows.length),
        none("differences of the schema, its rights and policies", restored.isSameSchema ? 0 : 1),
        none("rows that requests see without a scope", restored.seen.rows),
        none("answers that are not those from before, in the same session", restored.otherAnswers.length),
        caught("control, a dump without the days of units: tables that differ", lacking.otherRows.length),
      ];
    });
  },
};
