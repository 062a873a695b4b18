import { useQuietSave } from "../../preferences.ts";
import type { ReportView } from "../search/report-view.ts";

/**
 * Turns the comparison with the previous period on or off. On the screens that compare by themselves the choice is kept with the
 * person, and holds for all of them.
 */
export function useCompare(view: ReportView): (wanted: "previous_period" | undefined) => void {
  const save = useQuietSave();
  return (wanted) => {
    const comparison = wanted ?? "none";
    view.setFilters({ comparison: view.comparesByDefault ? comparison : wanted });
    if (view.comparesByDefault) save({ comparison });
  };
}
