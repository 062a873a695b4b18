import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RejectedReading } from "../../../../../contract/readings/repairs.ts";
import { dataQueries } from "../view/data-queries.ts";
import type { PropertyDataView } from "../view/use-data.ts";
import { type WhichRows, whichRows } from "./which-rows.ts";

/**
 * The rows of a dialog, as in the list behind it when it opened: they leave that list when they are resolved. `rows`
 * undefined: the list has not loaded yet; empty: it has none of them, or all of a kind are meant.
 */
export function useRows(
  view: PropertyDataView,
  of: string,
): { which: WhichRows; rows: readonly RejectedReading[] | undefined } {
  const which = whichRows(of);
  const list = useQuery(dataQueries(view.propertyId, view.search).rejected);
  const [held, setHeld] = useState<readonly RejectedReading[]>();
  const found =
    "code" in which ? [] : list.data?.results.filter(({ id, state }) => state === "open" && which.ids.includes(id));
  if (held === undefined && found !== undefined && found.length > 0) setHeld(found);
  return { which, rows: held ?? found };
}
