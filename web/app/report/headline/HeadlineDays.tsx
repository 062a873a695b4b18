import type { ReactNode } from "react";
import { formatDateRange } from "../../../components/format.ts";
import type { ReportSearch } from "../search/report-search-fields.ts";
import type { Headline } from "../text.ts";
import { DefaultRate } from "./DefaultRate.tsx";

interface Props {
  overview: Pick<Headline, "start_date" | "end_date" | "units_without_price">;
  search: ReportSearch;
  /** The list of the report's leaks, where their dollars are shown, too. */
  leaks?: { outside_units_without_price: number } | undefined;
}

/** The days of a report's figures, and whether its dollars are at the default rate. */
export function HeadlineDays({ overview, search, leaks }: Props): ReactNode {
  return (
    <>
      {formatDateRange(overview.start_date, overview.end_date)}
      <DefaultRate
        units={overview.units_without_price}
        leaksOutsideUnits={leaks?.outside_units_without_price}
        search={search}
      />
    </>
  );
}
