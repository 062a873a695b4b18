import type { Spelling } from "../message.ts";
import type { RejectedRow } from "../rejections.ts";

/** Why rows were rejected: how many for the most frequent cause, and the first of these. */
export class Causes {
  private readonly byCode = new Map<string, { rows: number; first: RejectedRow; serial: string | null }>();

  /** @param serial the meter that the row names; null: it cannot be read */
  see(row: RejectedRow, serial: string | null): void {
    const known = this.byCode.get(row.code);
    if (known === undefined) this.byCode.set(row.code, { rows: 1, first: row, serial });
    else known.rows++;
  }

  /**
   * What is wrong with a file of which no row was stored, and what to do.
   * @param rows how many it has
   * @param known serial numbers of the property's meters
   */
  sentence(rows: number, known: Iterable<string>, spell: Spelling): string | null {
    const [most] = [...this.byCode.values()].sort((a, b) => b.rows - a.rows);
    if (most === undefined) return null;
    const { first, serial } = most;
    const all = rows === 1 ? "The only row was rejected" : `All ${count(rows)} rows were rejected`;
    if (first.code === "unknown_serial" && serial !== null) {
      const rest = most.rows === rows ? "their meters are" : `the meters of ${count(most.rows)} are`;
      return `${all}: ${rest} not at this property, such as "${serial}" in row ${first.row}. ${adviceFor(serial, known, spell)}`;
    }
    const of =
      rows === 1
        ? ""
        : most.rows === rows
          ? ", all for the same cause as"
          : `, ${count(most.rows)} of them for the cause of`;
    const where = rows === 1 ? "" : ` row ${first.row}`;
    return `${all}${of}${where}: ${first.reason.replace(/^Row \d+: /, "")}`;
  }
}

function adviceFor(serial: string, known: Iterable<string>, spell: Spelling): string {
  const like = plain(serial);
  for (const one of known) {
    if (plain(one) === like) {
      return `The inventory has "${one}": spreadsheets drop leading zeros, programs change capitals and signs. Correct the serial numbers in the file.`;
    }
  }
  return `Choose another property or another column for the serial number, add the meters to the inventory, or create units for them with ${spell("create_units")}.`;
}

/** "00-ab 12" as "ab12". */
function plain(serial: string): string {
  return serial
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .replace(/^0+/, "");
}

const count = (number: number) => number.toLocaleString("en-US");
