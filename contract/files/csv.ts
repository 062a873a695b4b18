/** What a cell of a CSV file is written from; null: an empty cell. */
export type CsvCell = string | number | boolean | null;

/**
 * A CSV file that people open, as far as its header: UTF-8 after a byte order mark, by which spreadsheets detect it. Files
 * for programs begin with a `csvRow`.
 */
export function csvHeader(names: readonly string[]): string {
  return `\uFEFF${csvRow(names)}`;
}

/** A row of a CSV file (RFC 4180): a formula gets an apostrophe before it, so that no spreadsheet runs it. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => (cell === null ? "" : quoted(harmless(String(cell))))).join(",")}\r\n`;
}

/** A whole file for people. */
export function csvFile(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return csvHeader(header) + rows.map(csvRow).join("");
}

/** A field with quotation marks where a reader needs them: where commas are decimal signs, semicolons separate columns. */
export function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A number, written out for programs or people: "-3", "-1e-7", "-1,204.5", "+12.3%". A spreadsheet runs nothing in it. */
const NUMBER = /^ *[+-]?\d[\d,]*(\.\d+)?(e[+-]?\d+)?%?$/;

/**
 * What a spreadsheet may take for a formula: after blanks, it begins with = + - @ or |, be they full-width; or it begins
 * with a tab. One after apostrophes gets one more, so that whoever takes one away has the text that was written.
 */
const FORMULA = /^'*(\t|\s*[=+\-@|＝＋－＠｜])/;

/**
 * A text of which nothing is run. Where semicolons separate columns, quotation marks after the first comma are part of a
 * field, so that a semicolon or a line break within a text begins a field of its own.
 */
function harmless(text: string): string {
  return text
    .split(/([;\r\n])/)
    .map((part) => (FORMULA.test(part) && !NUMBER.test(part) ? `'${part}` : part))
    .join("");
}

/** The fields of a line, without the quotation marks around them; those of a line cut anywhere, too. */
export function csvFields(line: string, delimiter: string): string[] {
  const fields: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let place = 0; place < line.length; place++) {
    const letter = line.charAt(place);
    if (isQuoted && letter === '"' && line.charAt(place + 1) === '"') {
      field += '"';
      place++;
    } else if (letter === '"' && (isQuoted || field.trim() === "")) {
      isQuoted = !isQuoted;
    } else if (letter === delimiter && !isQuoted) {
      fields.push(field);
      field = "";
    } else {
      field += letter;
    }
  }
  return [...fields, field];
}
