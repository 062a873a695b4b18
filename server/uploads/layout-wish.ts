import type { ImportOptions } from "../../contract/imports.ts";
import type { LayoutWish } from "../imports/layout.ts";
import { layoutWishOf } from "../imports/layout-options.ts";

/** How a file is to be read, from the fields of a call. @throws WrongUse with what to say instead, in the command's words */
export function layoutWishFor(options: ImportOptions): LayoutWish {
  const { format, map, kind, unit, count, serial, delimiter, time_zone: timeZone, date_format: dateFormat } = options;
  const { decimal_comma: decimalComma, interval } = options;
  const step = count === undefined ? undefined : String(count);
  return layoutWishOf({
    format,
    map,
    kind,
    unit,
    count: step,
    serial,
    delimiter,
    timeZone,
    dateFormat,
    decimalComma,
    interval,
  });
}

/** A sentence of the import command with the names that its options have in a call: `--date-format` is `date_format`. */
export function inCallWords(sentence: string): string {
  return sentence.replaceAll(/--([a-z]+(?:-[a-z]+)*)/g, (_, words: string) => words.replaceAll("-", "_"));
}
