import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RefusedReading } from "../../../../../contract/repairs.ts";
import { refusedQuery } from "../data-queries.ts";
import type { PropertyDataView } from "../use-data.ts";
import { type WhichRows, whichRows } from "./which-rows.ts";

/**
 * The rows that a dialog is about, as the list behind it had them when it opened: they leave that list when they are
 * settled. `rows` undefined: the list is not there yet; empty: it has none of them, or all of a kind are meant.
 */
export function useRows(
  view: PropertyDataView,
  of: string,
): { which: WhichRows; rows: readonly RefusedReading[] | undefined } {
  const which = whichRows(of);
  const list = useQuery(refusedQuery(view.propertyId, view.search));
  const [held, setHeld] = useState<readonly RefusedReading[]>();
  const found =
    "code" in which ? [] : list.data?.results.filter(({ id, state }) => state === "open" && which.ids.includes(id));
  if (held === undefined && found !== undefined && found.length > 0) setHeld(found);
  return { which, rows: held ?? found };
}
