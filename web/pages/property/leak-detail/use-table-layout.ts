import { useState } from "react";
import { textOf } from "../../../app/search-text.ts";
import { useMe } from "../../../app/shell/use-me.ts";
import type { TableLayout } from "../../../components/table/column.ts";

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter((name) => name !== undefined) : [];
}

function stored(key: string): TableLayout {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    const { order, hidden }: { order?: unknown; hidden?: unknown } =
      typeof kept === "object" && kept !== null ? kept : {};
    return { order: names(order), hidden: names(hidden) };
  } catch {
    return { order: [], hidden: [] };
  }
}

/** Which columns of a table the user sees, and in which order; kept for this user in this browser. */
export function useTableLayout(table: string): [TableLayout, (layout: TableLayout) => void] {
  const key = `dripline.columns.${useMe().id}.${table}`;
  const [layout, setLayout] = useState(() => stored(key));
  return [
    layout,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next));
      setLayout(next);
    },
  ];
}
