import { useState } from "react";
import type { TableLayout } from "../../../components/column-picker/layout.ts";
import { usePreferences, useQuietSave } from "../../preferences.ts";

const allOfThem: TableLayout = { order: [], hidden: [] };

/**
 * Which columns of a table the user sees, and in which order; saved for this user on the server.
 * @param table its name there, in snake_case
 * @param atFirst what a new user sees, and who resets the columns; where it hides some, with all columns in its order
 */
export function useTableLayout(
  table: string,
  atFirst: TableLayout = allOfThem,
): [TableLayout, (layout: TableLayout) => void] {
  const kept = usePreferences()?.columns[table] ?? atFirst;
  const save = useQuietSave();
  // What is kept comes back a moment later: a second key pressed by then would move a column from its old place.
  const [chosen, setChosen] = useState<TableLayout>();
  const choose = (changed: TableLayout) => {
    const isReset = changed.order.length === 0 && changed.hidden.length === 0;
    const { order, hidden } = isReset ? atFirst : changed;
    setChosen({ order, hidden });
    // An order that nobody changed is not kept, so that new columns take their place in it.
    const isOwn = order.join() !== atFirst.order.join();
    save({ columns: { [table]: { order: isOwn ? [...order] : [], hidden: [...hidden] } } });
  };
  const layout = chosen ?? kept;
  // With its order named, a layout in which every column was ticked differs from one that was reset.
  return [layout.order.length === 0 ? { ...layout, order: atFirst.order } : layout, choose];
}
