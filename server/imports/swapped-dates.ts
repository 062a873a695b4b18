import { slashedDay, swapped } from "./times.ts";

type SlashedFormat = "DD/MM/YYYY" | "MM/DD/YYYY";

/** Fewer odd rows than this are refused one by one. */
const FEW = 3;

/** How well the dates of a file fit one order of day and month. */
class Order {
  private readonly days = new Map<string, number>();
  private forward = 0;
  private backward = 0;
  private impossible = 0;

  see(serial: string, day: number | null): void {
    if (day === null) {
      this.impossible++;
      return;
    }
    const before = this.days.get(serial);
    if (before !== undefined && day > before) this.forward++;
    if (before !== undefined && day < before) this.backward++;
    this.days.set(serial, day);
  }

  /** Rows that do not fit. A file with the newest first runs backwards all the way, and that is in order too. */
  get misfits(): number {
    return this.impossible + Math.min(this.forward, this.backward);
  }
}

/** Looks over the dates of a file before anything is stored, to find out whether day and month are swapped in it. */
export class SwappedDates {
  private readonly format: SlashedFormat;
  private readonly asRead = new Order();
  private readonly otherWay = new Order();

  constructor(format: SlashedFormat) {
    this.format = format;
  }

  see(serial: string, time: string): void {
    const day = slashedDay(time, this.format);
    const other = slashedDay(time, swapped(this.format));
    // What is no date either way says nothing about the order.
    if (day === null && other === null) return;
    this.asRead.see(serial, day);
    this.otherWay.see(serial, other);
  }

  /**
   * How many rows run backwards or name a month that does not exist, when the file reads forwards with day and month
   * swapped; 0 when it is in order.
   */
  get misfits(): number {
    const { misfits } = this.asRead;
    return misfits >= FEW && this.otherWay.misfits * 10 <= misfits ? misfits : 0;
  }
}
