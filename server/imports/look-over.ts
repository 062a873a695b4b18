import { withIntervals } from "./detect-interval.ts";
import { fieldsOf } from "./fields.ts";
import { decimalSignOf, type Layout, type LayoutWish, layOut } from "./layout.ts";
import { type Line, linesOf } from "./lines.ts";
import { MixedDecimals } from "./mixed-decimals.ts";
import { FileRefused, RowRefused } from "./refusals.ts";
import { openSourceFile, type SourceFile } from "./source-file.ts";
import { SwappedDates } from "./swapped-dates.ts";
import { swapped } from "./times.ts";

/**
 * Looks a file of readings over before anything of it is stored: is it text, has it the columns, where day and month
 * could be swapped, which way do its dates run, and over which time do its volumes run.
 * @param name what the file is called in sentences; default: the name that it has
 * @throws FileRefused with what to do.
 */
export async function lookOver(path: string, wish: LayoutWish, name?: string): Promise<Layout> {
  const file = await openSourceFile(path, name);
  const { layout, hasRows } = await lookOverText(file, wish);
  if (hasRows) return withIntervals(await openSourceFile(path, name), layout);
  throw new FileRefused("empty_file", `${file.name} has a header and no rows. Export it again and check its size.`);
}

/**
 * The same for a text that may be a header alone.
 * @param file is read by this: open it again to take its rows
 * @throws FileRefused with what to do.
 */
export async function lookOverText(file: SourceFile, wish: LayoutWish): Promise<{ layout: Layout; hasRows: boolean }> {
  let layout: Layout | null = null;
  let dates: SwappedDates | null = null;
  let decimals: MixedDecimals | null = null;
  let rows = 0;
  for await (const lines of linesOf(file.text)) {
    for (const line of lines) {
      if (layout === null) {
        layout = headerOf(line.text, wish);
        const { dateFormat } = layout.format;
        if (dateFormat === "DD/MM/YYYY" || dateFormat === "MM/DD/YYYY") dates = new SwappedDates(dateFormat);
        if (decimalSignOf(layout) === "unmistakable") decimals = new MixedDecimals();
        continue;
      }
      rows++;
      see(line, layout, dates, decimals);
    }
    if (rows > 0 && dates === null && decimals === null) break;
  }
  if (layout === null) {
    throw new FileRefused("empty_file", `${file.name} is empty. Export it again and check its size.`);
  }
  const { dateFormat } = layout.format;
  if (dates !== null && dates.misfits > 0 && (dateFormat === "DD/MM/YYYY" || dateFormat === "MM/DD/YYYY")) {
    const other = swapped(dateFormat);
    throw new FileRefused(
      "swapped_dates",
      `Nothing of ${file.name} was stored: read as ${dateFormat}, ${dates.misfits.toLocaleString("en-US")} of its dates run backwards or do not exist; read as ${other} they run forwards. Import it again with --date-format ${other}.`,
    );
  }
  if (decimals?.inDoubt) {
    const { line, text } = decimals.inDoubt;
    throw new FileRefused(
      "mixed_decimals",
      `Nothing of ${file.name} was stored: it writes decimals with a comma, and line ${line} has ${text}, which is one number or a thousand times that. Say --decimal-comma where points are group signs, or export it without them.`,
    );
  }
  return { layout, hasRows: rows > 0 };
}

function headerOf(text: string, wish: LayoutWish): Layout {
  try {
    return layOut(text, wish);
  } catch (error) {
    if (error instanceof RowRefused) throw new FileRefused(error.code, `Row 1, the header: ${error.message}`);
    throw error;
  }
}

function see(
  line: Line,
  { delimiter, index, format }: Layout,
  dates: SwappedDates | null,
  decimals: MixedDecimals | null,
): void {
  if (dates === null && decimals === null) return;
  try {
    const fields = fieldsOf(line.text, delimiter);
    for (const place of [index.value, index.flow_time]) {
      if (place !== null) decimals?.see(line.number, fields[place] ?? "");
    }
    const serial = index.serial === null ? (format.serial ?? "") : (fields[index.serial] ?? "");
    dates?.see(serial, fields[index.time ?? 0] ?? "");
  } catch (error) {
    // Rows that cannot be read are refused one by one when the file is imported.
    if (!(error instanceof RowRefused)) throw error;
  }
}
