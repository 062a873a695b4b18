import { t } from "@lingui/core/macro";
import { isValidElement, type ReactNode } from "react";
import { currencySign } from "../format.ts";
import type { RowsAtHand } from "../pager/pages.ts";
import { isPressed, type TableColumn } from "./column.ts";

/** The text of a cell that is a string, or a string in plain elements; null where a component renders it. */
function shownText(node: ReactNode): string | null {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (!isValidElement<{ children?: ReactNode }>(node) || typeof node.type !== "string") return null;
  return shownText(node.props.children);
}

/** A cell for a file: figures rounded as the screen shows them, without separators or unit; other cells as their text. */
export function fileCell<Row>(column: TableColumn<Row>, row: Row): string {
  const text = column.text(row);
  if (column.align !== "right" || !/^-?\d+(\.\d+)?(e-?\d+)?$/.test(text)) return text;
  const shown = shownText(column.cell(row));
  // "<1" is some water: a rounded zero would mean none.
  if (shown === null || shown.startsWith("<")) return String(Math.round(Number(text) * 1000) / 1000 || Number(text));
  const decimals = /\.(\d+)/.exec(shown)?.[1]?.length ?? 0;
  return Number(text).toFixed(decimals);
}

/** The totals below a table as a row of a file; null where it has none. Figures lose separators and unit, as in other cells. */
export function fileTotals<Row>(columns: readonly TableColumn<Row>[]): string[] | null {
  if (columns.every(({ total }) => total === undefined)) return null;
  return columns.map(({ total }, place) => {
    const shown = shownText(total) ?? (place === 0 ? t`Total` : "");
    const figure = shown.replace(currencySign, "");
    return /^-?[\d,]+(\.\d+)?%?$/.test(figure) ? figure.replaceAll(/[,%]/g, "") : shown;
  });
}

/** The columns of a file: all but those that only hold what is pressed. */
export function fileColumns<Row>(columns: readonly TableColumn<Row>[]): TableColumn<Row>[] {
  return columns.filter((column) => !isPressed(column));
}

/** A column's name in a file with the unit of its figures: "Average Flow Time (min)". */
export function fileHeader<Row>({ header, unit, textUnit = unit }: TableColumn<Row>): string {
  return textUnit === undefined ? header : `${header} (${textUnit})`;
}

/** A file's name, saying which rows it holds where it does not hold all: "leaks rows 11-20 of 85". */
export function fileNameOfRows(name: string, rows: number, paging: RowsAtHand | undefined): string {
  if (paging === undefined || rows >= paging.count) return name;
  const first = paging.page * paging.pageSize + 1;
  return t`${name} rows ${first}-${first + rows - 1} of ${paging.count}`;
}
