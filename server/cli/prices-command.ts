import { Command } from "commander";
import type { OrganizationPrices } from "../../contract/gallon-prices.ts";
import { bodyField, idOf, number, only, several } from "./arguments.ts";
import { callCommand } from "./call-command.ts";
import type { Columns } from "./table.ts";

const prices = "/v1/reporting/portfolio-insights/finances/organization-gallon-price";

const columns: Columns<OrganizationPrices> = {
  id: (row) => row.organization_id,
  organization: (row) => row.organization_name,
  "dollars a gallon": (row) =>
    row.prices.map(
      ({ cost, start_date, end_date }) => `${cost} (${start_date ?? "since ever"} to ${end_date ?? "further notice"})`,
    ),
  "said so": (row) => row.history_count,
};

/** `dripline prices list | set`: what a gallon costs where a unit has no price of its own. */
export function pricesCommand(): Command {
  return new Command("prices")
    .description("What a gallon costs where a unit has no price of its own; without a word of it 0.015 dollars.")
    .addCommand(
      callCommand({
        name: "list",
        description: "The default prices by organization.",
        example: "prices list --json",
        call: `GET ${prices}`,
        args: [
          several(only("--organization <name or id>", "organization_id", "of this organization", idOf("organization"))),
        ],
        columns,
        none: "There are no organizations yet.",
      }),
    )
    .addCommand(
      callCommand({
        name: "set",
        description: "Set the default price of an organization; on its days it replaces earlier ones.",
        example: 'prices set 0.018 --organization "Oak Homes" --start-date 2026-06-01',
        call: `POST ${prices}`,
        args: [
          bodyField("<dollars>", "cost", "dollars for a gallon", number),
          bodyField("--organization <name or id>", "organization_id", "the organization", idOf("organization")),
          bodyField(
            "--start-date <day>",
            "start_date",
            "first day on which it holds, which may be past; left out: since ever",
          ),
          bodyField("--end-date <day>", "end_date", "last day; left out: until further notice"),
        ],
        columns,
      }),
    );
}
