import { type Rejection, withoutRow } from "../../ingest/reading.ts";
import { type Text, text } from "../../problem/text.ts";
import { option } from "../message.ts";

/** Why rows were rejected: how many for the most frequent cause, and the first of these. */
export class Causes {
  private readonly byCode = new Map<string, { rows: number; first: Rejection; serial: string | null }>();

  /** @param serial the meter that the row names; null: it cannot be read */
  see(row: Rejection, serial: string | null): void {
    const known = this.byCode.get(row.code);
    if (known === undefined) this.byCode.set(row.code, { rows: 1, first: row, serial });
    else known.rows++;
  }

  /**
   * What is wrong with a file of which no row was stored, and what to do.
   * @param rows how many it has
   * @param known serial numbers of the property's meters
   */
  sentence(rows: number, known: Iterable<string>): Text | null {
    const [most] = [...this.byCode.values()].sort((a, b) => b.rows - a.rows);
    if (most === undefined) return null;
    const { first, serial } = most;
    if (first.code === "unknown_serial" && serial !== null) {
      const advice = adviceFor(serial, known);
      if (rows === 1)
        return text`The only row was rejected: its meter, "${serial}", is not at this property. ${advice}`;
      return most.rows === rows
        ? text`All ${count(rows)} rows were rejected: their meters are not at this property, such as "${serial}" in row ${first.row}. ${advice}`
        : text`All ${count(rows)} rows were rejected: the meters of ${count(most.rows)} are not at this property, such as "${serial}" in row ${first.row}. ${advice}`;
    }
    const what = withoutRow(first.reason);
    if (rows === 1) return text`The only row was rejected: ${what}`;
    return most.rows === rows
      ? text`All ${count(rows)} rows were rejected, all for the same cause as row ${first.row}: ${what}`
      : text`All ${count(rows)} rows were rejected, ${count(most.rows)} of them for the cause of row ${first.row}: ${what}`;
  }
}

function adviceFor(serial: string, known: Iterable<string>): Text {
  const like = plain(serial);
  for (const one of known) {
    if (plain(one) === like) {
      return text`The inventory has "${one}": spreadsheets drop leading zeros, programs change capitals and signs. Correct the serial numbers in the file.`;
    }
  }
  return text`Choose another property or another column for the serial number, add the meters to the inventory, or create units for them with ${option("create_units")}.`;
}

/** "00-ab 12" as "ab12". */
function plain(serial: string): string {
  return serial
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .replace(/^0+/, "");
}

const count = (number: number) => number.toLocaleString("en-US");
