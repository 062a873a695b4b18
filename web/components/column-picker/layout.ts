/** What a person made of a table's columns. Columns that are in neither list stand at the end, visible. */
export interface TableLayout {
  /** Column ids, left to right. */
  order: readonly string[];
  hidden: readonly string[];
}

interface Named {
  id: string;
  pinned?: boolean;
}

/** All columns as a person ordered them; columns that the order does not name keep their place at the end. */
export function orderedColumns<Column extends Named>(columns: readonly Column[], layout?: TableLayout): Column[] {
  const order = layout?.order ?? [];
  const place = (column: Column) => {
    const index = order.indexOf(column.id);
    return index < 0 ? order.length : index;
  };
  return columns.toSorted((one, other) => place(one) - place(other));
}

/** The columns to show, left to right. Pinned ones are always shown. */
export function visibleColumns<Column extends Named>(columns: readonly Column[], layout?: TableLayout): Column[] {
  const hidden = new Set(layout?.hidden);
  return orderedColumns(columns, layout).filter((column) => column.pinned || !hidden.has(column.id));
}

/** The layout with the column at one place moved to another (both counted from 0; outside places change nothing). */
export function moveColumn(columns: readonly Named[], layout: TableLayout, from: number, to: number): TableLayout {
  const order = orderedColumns(columns, layout).map((column) => column.id);
  const [moved] = order.slice(from, from + 1);
  if (moved === undefined || to < 0 || to >= order.length) return layout;
  return { ...layout, order: order.toSpliced(from, 1).toSpliced(to, 0, moved) };
}
