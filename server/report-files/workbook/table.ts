import { z } from "zod";
import type { Call } from "../../../contract/call/call.ts";
import { type CallName, calls } from "../../../contract/calls.ts";
import { type Money, measureSigns, moneyTitle } from "../../../contract/display/measures.ts";
import { rowOf } from "../../../contract/files/exports.ts";
import {
  type Cell,
  type Column,
  cellOf,
  columnsOf,
  numberFormat,
  shownIn,
  type Totals,
  totalCells,
  widthOf,
} from "../../../contract/files/file-columns.ts";
import { digitsOf, signOfMeasure } from "../../../contract/files/file-titles.ts";
import { formats, typed } from "../../exports/xlsx.ts";
import type { Reader } from "../../language/reader.ts";
import { dayText, localDayAt } from "../../time/local-day.ts";
import { type Block, bold, type Line } from "./line.ts";

/** How figures are written. */
export interface Display {
  reader: Reader;
  money: Money;
}

/** A field of a list's rows as a column. */
export interface Field {
  /** By the contract, with a dot in objects. */
  path: string;
  /** The list that declares it; left out: the table's own. */
  of?: CallName;
  /** In the reader's language, without the unit of measure. */
  title: string;
  /** What the values are called. */
  labels?: Readonly<Record<string, string>>;
  /** An instant as the local day of the row's time zone. */
  isLocalDay?: true;
}

type SheetColumn = Column & Pick<Field, "labels" | "isLocalDay">;

const placed = z.object({ time_zone: z.string() });

/**
 * A list as its call returns it: figures unrounded, in the reader's measure, formatted with the decimals of screens.
 * @param totals a line below the others
 */
export function tableBlock(
  title: string,
  list: CallName,
  fields: readonly Field[],
  rows: readonly object[],
  display: Display,
  totals: Totals | null = null,
): Block {
  const columns = sheetColumns(list, fields, display);
  const sums = totals && totalCells(columns, totals);
  const lines: Line[] = [
    [{ value: title, isBold: true }],
    columns.map(({ header }) => bold(header)),
    ...rows.map((row) => columns.map((column) => cell(row, column, display))),
  ];
  if (sums) lines.push(sums.map((sum, place) => ({ ...written(sum, columns[place]), isBold: true })));
  return { lines, widths: columns.map(widthOf), filterLine: 1, totalLines: sums ? 1 : 0 };
}

/** A figure with its title, such as "Water used (gal)". @param measure as the contract has it; null: a count */
export function figureCells(
  title: string,
  value: number | null,
  measure: "gallons" | "dollars" | "percent" | null,
  display: Display,
): Line {
  const bare: Column = { path: ["figure"], kind: "number", header: "", measure, factor: 1, digits: 0, translate: null };
  const [column = bare] = shownIn(
    [{ ...bare, digits: digitsOf("", [], measure) }],
    display.reader.measure,
    display.money,
  );
  const figure = cellOf({ figure: value }, { ...column, digits: null });
  return [{ value: withSign(title, measure, display) }, written(figure, column)];
}

function sheetColumns(list: CallName, fields: readonly Field[], display: Display): SheetColumn[] {
  return fields.flatMap(({ path, of = list, title, labels, isLocalDay }) => {
    const call: Call = calls[of];
    const row = rowOf(call);
    if (row === null) throw new Error(`${of} has no rows.`);
    const columns = shownIn(columnsOf(of, row, "screen", [path]), display.reader.measure, display.money);
    return columns.map((column) => {
      const kind = isLocalDay ? "day" : column.kind;
      const header = kind === "instant" ? `${title} (UTC)` : withSign(title, column.measure, display);
      return { ...column, kind, header, ...(labels && { labels }), ...(isLocalDay && { isLocalDay }) };
    });
  });
}

function withSign(title: string, measure: string | null, { reader, money }: Display): string {
  if (measure === null) return title;
  const sign =
    measure === "dollars" ? moneyTitle(money) : measure.startsWith("gallons") ? measureSigns[reader.measure] : null;
  return `${title} (${sign ?? signOfMeasure(measure)})`;
}

function cell(row: object, column: SheetColumn, { reader }: Display) {
  const value = cellOf(row, { ...column, digits: null, translate: null });
  if (column.isLocalDay && typeof value === "string") {
    const day = localDayAt(placed.parse(row).time_zone, Date.parse(value)).day;
    return written(dayText(day), column);
  }
  if (typeof value === "boolean") return { value: value ? reader.i18n._("Yes") : reader.i18n._("No") };
  return written(typeof value === "string" ? (column.labels?.[value] ?? value) : value, column);
}

function written(value: Cell, column: Column | undefined) {
  const kind = column?.kind ?? "text";
  const format = column && typeof value === "number" ? numberFormat(column) : formats[kind];
  return { value: typed(value, kind), format: value === null ? undefined : format };
}
