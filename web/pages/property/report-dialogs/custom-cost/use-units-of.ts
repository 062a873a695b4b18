import { useQueries } from "@tanstack/react-query";
import type { CostRow } from "./cost-rows.ts";
import { unitsOfQuery } from "./custom-cost-query.ts";

/** The units of the rows' properties. */
export function useUnitsOf(costs: readonly CostRow[]) {
  const ids = [...new Set(costs.map(({ property_id }) => Number(property_id ?? 0)))].filter((id) => id > 0);
  const units = useQueries({ queries: ids.map(unitsOfQuery) });
  return {
    /** Ids of all units of a property; undefined: not known yet. */
    unitsOf: (property: number): readonly number[] | undefined =>
      units[ids.indexOf(property)]?.data?.[0]?.units.map(({ id }) => id),
    failed: units.find(({ isError }) => isError),
  };
}
