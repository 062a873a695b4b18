import { Command } from "commander";
import { sql } from "kysely";
import { printJson } from "./print-json.ts";
import { withDatabase } from "./with-database.ts";

interface ListedProperty {
  id: number;
  name: string;
  /** null: of no organization. */
  organization: string | null;
  time_zone: string;
  meters: number;
}

/** `dripline properties`: the properties with their ids, which topics and addresses of calls hold. */
export function propertiesCommand(): Command {
  return new Command("properties")
    .description("List the properties with their ids, as topics and calls name them.")
    .option("--json", "print the list as JSON")
    .action(async (options: { json?: true }) => {
      const { rows } = await withDatabase(({ worker }) =>
        sql<ListedProperty>`
          select p.id, p.name, o.name as organization, p.time_zone,
            (select count(*)::int from meters m where m.property_id = p.id) as meters
          from properties p left join organizations o on o.id = p.organization_id
          where p.archived_at is null
          order by p.id`.execute(worker),
      );
      if (options.json === true) return printJson(rows);
      for (const { id, name, organization, time_zone, meters } of rows) {
        const size = `${meters.toLocaleString("en-US")} ${meters === 1 ? "meter" : "meters"}`;
        process.stdout.write(`${id}  ${name}  (${organization ?? "no organization"}, ${time_zone}, ${size})\n`);
      }
      if (rows.length === 0) process.stdout.write("There are no properties yet. Import an inventory.\n");
    });
}
