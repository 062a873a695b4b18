import { PAGE, type TaggedPdf, type TextStyle } from "../pdf/tagged-pdf.ts";
import { inks } from "./inks.ts";
import type { Trend } from "./owner-contents.ts";

const [LEFT, HEIGHT] = [78, 78];
const MUTED: TextStyle = { size: 7.5, color: inks["text-muted"] };
const rowInks = [inks["series-toilet-leak"], inks["series-other-leak"], null] as const;

/** Bars of what leaks cost by month, and below each its figures as a table. */
export function writeTrend(pdf: TaggedPdf, trend: Trend): void {
  const { title, text, months, rows, alternative } = trend;
  pdf.paragraph(
    title,
    { x: PAGE.left, width: PAGE.right - PAGE.left },
    { size: 11, weight: "bold", color: inks.text },
    "H2",
  );
  pdf.y += 6;
  const top = pdf.y;
  const bottom = top + HEIGHT;
  const slot = (PAGE.right - PAGE.left - LEFT) / Math.max(1, months.length);
  const start = (index: number) => PAGE.left + LEFT + slot * index;
  const most = Math.max(1e-9, ...months.map(({ toilet, other }) => (toilet ?? 0) + (other ?? 0)));
  const draw = () => {
    pdf.rule(PAGE.left + LEFT, bottom, PAGE.right - PAGE.left - LEFT, inks.border);
    for (const [index, { toilet, other }] of months.entries()) {
      const [x, width] = [start(index) + slot * 0.22, slot * 0.62];
      const [low, high] = [(HEIGHT * (toilet ?? 0)) / most, (HEIGHT * (other ?? 0)) / most];
      if (low > 0) pdf.rect(x, bottom - low, width, low, inks["series-toilet-leak"]);
      if (high > 0) {
        pdf.rect(x, bottom - low - high, width, high, inks["series-other-leak"]);
        // Stripes, so that the two are distinguishable without color.
        for (let y = bottom - low - 3; y > bottom - low - high; y -= 4) pdf.rule(x, y, width, inks.surface, 0.7);
      }
    }
  };
  pdf.tag("Figure", draw, { alt: alternative, bbox: [PAGE.left, top, PAGE.right, bottom] });
  pdf.y = bottom;
  const cell = (value: string, index: number, style: TextStyle) => {
    const width = pdf.widthOf(value, style);
    const size = Math.min(style.size, (style.size * (slot - 4)) / width);
    pdf.write(value, start(index) + slot * 0.84, pdf.y + 9, { ...style, size, align: "right" });
  };
  pdf.within("Table", () => {
    pdf.within("TR", () => {
      pdf.tag("TD", () => undefined);
      for (const [index, { name, year }] of months.entries()) {
        const isNewYear = index === 0 || months[index - 1]?.year !== year;
        pdf.tag(
          "TH",
          () => {
            cell(isNewYear ? `${name} ` : name, index, { ...MUTED, weight: "bold" });
            if (isNewYear) pdf.write(year, start(index) + slot * 0.84, pdf.y + 18, { ...MUTED, align: "right" });
          },
          { scope: "Column" },
        );
      }
    });
    pdf.y += 22;
    for (const [row, name] of rows.entries()) {
      const isAll = row === rows.length - 1;
      const style: TextStyle = isAll ? { ...MUTED, weight: "bold", color: inks.text } : MUTED;
      const ink = rowInks[row];
      pdf.artifact(() => {
        pdf.rule(PAGE.left, pdf.y, PAGE.right - PAGE.left, inks.border, 0.5);
        if (ink) pdf.rect(PAGE.left, pdf.y + 3, 7, 7, ink);
        if (row === 1) for (const y of [5, 8]) pdf.rule(PAGE.left, pdf.y + y, 7, inks.surface, 0.7);
      });
      pdf.within("TR", () => {
        pdf.tag("TH", () => pdf.write(name, PAGE.left + (isAll ? 0 : 11), pdf.y + 9, style), { scope: "Row" });
        for (const [index, { cells }] of months.entries()) pdf.tag("TD", () => cell(cells[row] ?? "", index, style));
      });
      pdf.y += 13;
    }
  });
  pdf.y += 3;
  pdf.paragraph(text, { x: PAGE.left, width: PAGE.right - PAGE.left }, { ...MUTED });
}
