import type { Sentence } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";

/** Something in a file that is no error and yet worth a look. */
export interface OddRow {
  row: number;
  serial: string;
  kind: "dip" | "gap" | "quarantined";
  sentence: Sentence;
}

/** Longer intervals between two registers are gaps, whose volume is caught up. */
const GAP_MS = 90 * 60_000;

/** The registers of one meter in a file, in thousandths of its unit. */
export class RegisterTrack {
  readonly serial: string;
  private first: { at: number; register: number } | null = null;
  private last: { at: number; register: number } | null = null;
  private highest = 0;

  constructor(serial: string) {
    this.serial = serial;
  }

  /** Last register less first one, by the time at which they were read; null without registers. */
  get net(): number | null {
    return this.first === null || this.last === null ? null : this.last.register - this.first.register;
  }

  /** The instants of the first and the last register; null without registers. */
  get span(): { from: number; until: number } | null {
    return this.first === null || this.last === null ? null : { from: this.first.at, until: this.last.at };
  }

  /** Takes the next register in file order; returns what is odd about it. */
  see(row: number, at: number, register: number): OddRow[] {
    const odd: OddRow[] = [];
    const { serial } = this;
    if (this.last !== null && at - this.last.at > GAP_MS) {
      const hours = ((at - this.last.at) / 3_600_000).toFixed(1);
      odd.push({
        row,
        serial,
        kind: "gap",
        sentence: text`${hours} h since the register before; the volume in between is spread over them.`,
      });
    }
    if (this.last !== null && at >= this.last.at && register < this.highest) {
      const below = ((this.highest - register) / 1000).toLocaleString("en-US");
      odd.push({
        row,
        serial,
        kind: "dip",
        sentence: text`the register is ${below} below its highest; no volume counts until it is reached again.`,
      });
    }
    if (this.first === null || at < this.first.at) this.first = { at, register };
    if (this.last === null || at >= this.last.at) this.last = { at, register };
    this.highest = Math.max(this.highest, register);
    return odd;
  }
}
