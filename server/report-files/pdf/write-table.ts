import { type Color, LINE, PAGE, type TaggedPdf, type TextStyle } from "./tagged-pdf.ts";

export interface TableColumn {
  name: string;
  /** Points. */
  width: number;
}

export interface Table {
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
  /** A last row; null: none. */
  total: readonly string[] | null;
}

const [TEXT, MUTED, BORDER]: [Color, Color, Color] = ["#18212c", "#4d5967", "#c9d0d8"];
const CELL: TextStyle = { size: 8.5, color: TEXT };
const TOTAL: TextStyle = { ...CELL, weight: "bold" };
const HEADER: TextStyle = { size: 7.5, weight: "bold", color: MUTED };
/** Space between columns, and above and below a row. */
const [GAP, PADDING] = [8, 3];

/** How high it is where it is on one page. */
export function heightOfTable(pdf: TaggedPdf, { columns, rows, total }: Table): number {
  const heightOf = rowHeights(pdf, columns);
  const headings = heightOf(headingsOf(columns), HEADER);
  return rows.reduce((sum, row) => sum + heightOf(row, CELL), headings + (total === null ? 0 : heightOf(total, TOTAL)));
}

/**
 * Writes a table with header cells of its columns and rows. Columns whose cells are figures, and their headings, are
 * aligned on the right. On a further page the headings are repeated.
 */
export function writeTable(pdf: TaggedPdf, { columns, rows, total }: Table): void {
  const isFigures = columns.map((_, index) => index > 0 && rows.every((row) => FIGURE.test(row[index] ?? "")));
  const heightOf = rowHeights(pdf, columns);
  const line = (cells: readonly string[], style: TextStyle, kind: "heading" | "row" | "repeated") => {
    const height = heightOf(cells, style);
    const top = pdf.y;
    let x: number = PAGE.left;
    for (const [index, lines] of wrapCells(pdf, columns, cells, style).entries()) {
      const { width } = columns[index] ?? { width: 0 };
      const box = { x, width: width - GAP };
      const write = () => {
        // Headings stand on the rule below them.
        pdf.y = top + (kind === "row" ? PADDING : height - PADDING - lines.length * style.size * LINE);
        pdf.lines(lines, box, { ...style, align: isFigures[index] ? "right" : "left" });
      };
      if (kind === "repeated") pdf.artifact(write, "Pagination");
      else if (kind === "heading") pdf.tag("TH", write, { scope: "Column" });
      else if (index === 0) pdf.tag("TH", write, { scope: "Row" });
      else pdf.tag("TD", write);
      x += width;
    }
    pdf.y = top + height;
  };
  const rule = (color: Color, thickness?: number) => {
    const width = columns.reduce((sum, column) => sum + column.width, 0) - GAP;
    pdf.artifact(() => pdf.rule(PAGE.left, pdf.y, width, color, thickness));
  };
  pdf.within("Table", () => {
    pdf.within("TR", () => line(headingsOf(columns), HEADER, "heading"));
    rule(TEXT, 0.8);
    for (const [index, row] of [...rows, ...(total === null ? [] : [total])].entries()) {
      const isTotal = index === rows.length;
      // A total is not alone on a page.
      const next = total !== null && index === rows.length - 1 ? heightOf(total, TOTAL) : 0;
      if (!pdf.makeRoom(heightOf(row, CELL) + next)) {
        line(headingsOf(columns), HEADER, "repeated");
        rule(TEXT, 0.8);
      } else if (index > 0) rule(isTotal ? TEXT : BORDER, isTotal ? 0.8 : 0.5);
      pdf.within("TR", () => line(row, isTotal ? TOTAL : CELL, "row"));
    }
  });
}

/** A figure with a short unit or none, such as "$1,597", "31 days". */
const FIGURE = /^[^\p{L}]*(\p{L}{1,5}|m³|ft³)?$/u;

const headingsOf = (columns: readonly TableColumn[]) => columns.map(({ name }) => name);

function wrapCells(pdf: TaggedPdf, columns: readonly TableColumn[], cells: readonly string[], style: TextStyle) {
  return cells.map((cell, index) => pdf.wrap(cell, (columns[index]?.width ?? 0) - GAP, style));
}

function rowHeights(pdf: TaggedPdf, columns: readonly TableColumn[]) {
  return (cells: readonly string[], style: TextStyle) => {
    const lines = Math.max(...wrapCells(pdf, columns, cells, style).map(({ length }) => length));
    return lines * style.size * LINE + 2 * PADDING;
  };
}
