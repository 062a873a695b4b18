import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { gal } from "../../language/measure.ts";
import { LeakTypeBadge } from "../badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../badges/leak-type.ts";
import { CopyText } from "../CopyText.tsx";
import {
  type Decimals,
  formatDate,
  formatDollars,
  formatDuration,
  formatGallons,
  formatNumber,
  formatPercent,
  money,
  NOT_MEASURED,
  plain,
  plainGallons,
} from "../format.ts";
import { attachedToName } from "../labels.ts";
import type { TableColumn } from "./column.ts";

/** What a column may have beside its field and header. */
type Options = Partial<Omit<TableColumn<never>, "id" | "header" | "cell" | "text">>;
type ColumnOf<Field extends string, Value> = TableColumn<Record<Field, Value>>;

interface FigureOptions extends Options {
  /** In bold: the main figure of a row. */
  strong?: boolean;
}

interface Rounded extends FigureOptions {
  decimals?: Decimals;
}

function column<Field extends string, Value>(
  id: Field,
  header: string,
  options: Options,
  cell: (value: Value) => ReactNode,
  text: (value: Value) => string,
): ColumnOf<Field, Value> {
  return { id, header, cell: (row) => cell(row[id]), text: (row) => text(row[id]), ...options };
}

function figureColumn<Field extends string>(
  id: Field,
  header: string,
  { strong = false, ...options }: FigureOptions,
  format: (value: number | null) => string,
  text = plain,
): ColumnOf<Field, number | null> {
  const cell = strong ? (value: number | null) => <strong>{format(value)}</strong> : format;
  return column(id, header, { align: "right", ...options }, cell, text);
}

/** A text; a dash where there is none. */
export function textColumn<Field extends string>(id: Field, header: string, options: Options = {}) {
  return column<Field, string | null>(
    id,
    header,
    options,
    (value) => value ?? NOT_MEASURED,
    (value) => value ?? "",
  );
}

/** What a meter is attached to; a dash where that is not known. */
export function attachedToColumn(options: Options = {}) {
  const name = (value: string | null) => (value === null ? null : attachedToName(value));
  return column<"attached_to", string | null>(
    "attached_to",
    t`Attached To`,
    options,
    (value) => name(value) ?? NOT_MEASURED,
    (value) => name(value) ?? "",
  );
}

/** The name of a row, in bold. */
export function nameColumn<Field extends string>(id: Field, header: string, options: Options = {}) {
  return column<Field, string>(
    id,
    header,
    options,
    (value) => <strong>{value}</strong>,
    (value) => value,
  );
}

/** A serial number, with a button that copies it. */
export function copyColumn<Field extends string>(id: Field, header: string, options: Options = {}) {
  return column<Field, string>(
    id,
    header,
    options,
    (value) => <CopyText text={value} />,
    (value) => value,
  );
}

/** A local day. */
export function dateColumn<Field extends string>(id: Field, header: string, options: Options = {}) {
  return column<Field, string | null>(id, header, options, formatDate, (value) => value ?? "");
}

/** A figure without a unit of its own; null gives a dash, as in all columns of figures. */
export function numberColumn<Field extends string>(id: Field, header: string, { decimals, ...options }: Rounded = {}) {
  return figureColumn(id, header, options, (value) => formatNumber(value, decimals));
}

/** Volumes: gallons of the API in the measure of the page. */
export function gallonsColumn<Field extends string>(id: Field, header: string, { decimals, ...options }: Rounded = {}) {
  return figureColumn(id, header, { unit: gal, ...options }, (value) => formatGallons(value, decimals), plainGallons);
}

/** Dollars and cents. */
export function dollarsColumn<Field extends string>(id: Field, header: string, options: FigureOptions = {}) {
  return figureColumn(id, header, { textUnit: money, ...options }, (value) => formatDollars(value, 2));
}

/** Percent of 0 to 100. */
export function percentColumn<Field extends string>(id: Field, header: string, options: FigureOptions = {}) {
  return figureColumn(id, header, options, (value) => formatPercent(value));
}

/** Minutes, as hours and minutes. */
export function durationColumn<Field extends string>(id: Field, header: string, options: FigureOptions = {}) {
  return figureColumn(id, header, { textUnit: "min", ...options }, formatDuration);
}

/** The type of a leak, with its color. */
export function leakTypeColumn(options: Options = {}) {
  return column<"leak_type", string>(
    "leak_type",
    t`Leak Type`,
    options,
    (leakType) => <LeakTypeBadge leakType={leakType} />,
    (leakType) => leakTypeLook(leakType).name,
  );
}
