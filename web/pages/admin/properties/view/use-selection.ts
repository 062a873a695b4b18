import { useState } from "react";
import type { PropertyRow } from "../../../../../contract/inventory/inventory.ts";

/** The properties that are ticked, those on other pages among them. */
export interface Selection {
  rows: readonly PropertyRow[];
  has(row: PropertyRow): boolean;
  toggle(row: PropertyRow): void;
  /** Ticks all of them, or takes them off where they are ticked already. */
  toggleAll(rows: readonly PropertyRow[]): void;
  clear(): void;
}

/** @param list what they are chosen from; another list begins with nothing ticked */
export function useSelection(list: string): Selection {
  const [chosen, setChosen] = useState<{ list: string; rows: ReadonlyMap<number, PropertyRow> }>({
    list,
    rows: new Map(),
  });
  const ticked = chosen.list === list ? chosen.rows : new Map<number, PropertyRow>();
  const set = (rows: ReadonlyMap<number, PropertyRow>) => setChosen({ list, rows });
  return {
    rows: [...ticked.values()],
    has: ({ id }) => ticked.has(id),
    toggle: (row) => {
      const next = new Map(ticked);
      if (!next.delete(row.id)) next.set(row.id, row);
      set(next);
    },
    toggleAll: (rows) => {
      const next = new Map(ticked);
      const areAll = rows.every(({ id }) => ticked.has(id));
      for (const row of rows) {
        if (areAll) next.delete(row.id);
        else next.set(row.id, row);
      }
      set(next);
    },
    clear: () => set(new Map()),
  };
}
