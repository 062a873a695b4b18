import { read, utils } from "@e965/xlsx";
import { z } from "zod";

/** A cell as another reader than the writer's own finds it. */
export interface ReadCell {
  value: string | number | boolean | Date | null;
  /** Format of its number. */
  format: string;
}

export interface ReadSheet {
  lines: ReadCell[][];
  /** In characters. */
  widths: number[];
  /** Range of its filter; undefined: it has none. */
  filter: string | undefined;
}

const cell = z.object({
  v: z.union([z.string(), z.number(), z.boolean(), z.date()]).optional(),
  z: z.union([z.string(), z.number()]).optional(),
});

/** The sheets of a workbook by name, in their order. */
export function readWorkbook(bytes: Uint8Array): Map<string, ReadSheet> {
  const book = read(bytes, { cellDates: true, cellNF: true, cellStyles: true, UTC: true });
  return new Map(
    book.SheetNames.map((name) => {
      const sheet = book.Sheets[name];
      if (sheet === undefined) throw new Error(`There is no sheet ${name}.`);
      const range = utils.decode_range(sheet["!ref"] ?? "A1");
      const lines = Array.from({ length: range.e.r + 1 }, (_, r) =>
        Array.from({ length: range.e.c + 1 }, (_, c): ReadCell => {
          const { v = null, z = "" } = cell.parse(sheet[utils.encode_cell({ r, c })] ?? {});
          // Days are counted in fractions, which are no whole milliseconds.
          const value = v instanceof Date ? new Date(Math.round(v.getTime() / 1000) * 1000) : v;
          return { value, format: String(z) };
        }),
      );
      const widths = (sheet["!cols"] ?? []).map(({ width }) => width ?? 0);
      return [name, { lines, widths, filter: sheet["!autofilter"]?.ref }];
    }),
  );
}

/** The lines of a list below its title, as objects by its headings; without its totals. */
export function listIn(sheet: ReadSheet, title: string): { rows: Record<string, ReadCell>[]; headings: string[] } {
  const at = sheet.lines.findIndex(([first, second]) => first?.value === title && second?.value === null) + 1;
  if (at === 0) throw new Error(`There is no ${title}.`);
  const headings = (sheet.lines[at] ?? []).map(({ value }) => String(value ?? "")).filter((text) => text !== "");
  const rest = sheet.lines.slice(at + 1);
  const end = rest.findIndex((line) => line.every(({ value }) => value === null));
  const lines = end === -1 ? rest : rest.slice(0, end);
  const rows = lines.map((line) =>
    Object.fromEntries(headings.map((heading, place) => [heading, line[place] ?? { value: null, format: "" }])),
  );
  return { rows, headings };
}

/** Cells that stand right of a label: the first of them. */
export function figuresIn(sheet: ReadSheet): Map<string, ReadCell> {
  return new Map(
    sheet.lines.flatMap(([label, cell]) =>
      typeof label?.value === "string" && cell !== undefined ? [[label.value, cell] as const] : [],
    ),
  );
}
