import { type Text, text } from "../../problem/text.ts";
import { option } from "../message.ts";
import { type DateFormat, dayOf, formatFor, isUnix, orderOf, serialIn } from "../times/times.ts";
import { type DateOrder, dayIn, type WrittenDate, writtenDate } from "../times/written-date.ts";
import { type Falls, falls, minutesIn, type SampledRegister } from "./register-falls.ts";

/** A way in which the dates of a file can be meant. `isMixed`: those that exist in one order only are read in that one. */
interface Way {
  order: DateOrder;
  isMixed: boolean;
}

const ways: readonly Way[] = [
  { order: "month first", isMixed: false },
  { order: "day first", isMixed: false },
  { order: "month first", isMixed: true },
  { order: "day first", isMixed: true },
];

/** Fewer odd rows than this are rejected one by one. */
const FEW = 3;
/** Steps of so many days at most are those of a file whose days follow one another. */
const NEAR_DAYS = 7;
/** Dates a day apart lie so many days apart when day and month are swapped. */
const isMonth = (days: number) => days >= 27 && days <= 32;
/** Fewer steps than this of a month each, in a file with one row a day, may be monthly readings. */
const MONTHLY_STEPS = 5;
/** Meters whose registers are looked at, and how many of each: more than eight months of hours. */
const SAMPLED_METERS = 25;
const SAMPLED_ROWS = 6000;

/** One row in so many at most lies below the highest before it in a file that is read rightly. */
const DIPS = 50;
const noFalls: Falls = { rows: 0, below: 0, isRejected: false };
const noDate: WrittenDate = { writing: "year first", year: 0, first: 0, second: 0, rest: "" };

/** How well the dates of a file fit one way of reading them. */
class Fit {
  /** Rows whose date does not exist. */
  impossible = 0;
  /** Steps of a meter from one day to another. */
  forward = 0;
  backward = 0;
  near = 0;
  months = 0;

  step(days: number): void {
    if (days > 0) this.forward++;
    else if (days < 0) this.backward++;
    const size = Math.abs(days);
    if (size <= NEAR_DAYS) this.near++;
    else if (isMonth(size)) this.months++;
  }

  get steps(): number {
    return this.forward + this.backward;
  }

  /** Rows that do not fit. A file with the newest first runs backwards all the way, and that is in order too. */
  get misfits(): number {
    return this.impossible + Math.min(this.forward, this.backward);
  }
}

/** Where a meter is in the file: its newest date as written, and the day that it is in each way. */
interface Track {
  written: number;
  days: (number | null)[];
  /** The ways in which its newest date does not exist. */
  impossible: number[];
  steps: number;
}

function otherOrder(order: DateOrder): DateOrder {
  return order === "day first" ? "month first" : "day first";
}

/** The orders to try in place of the stated one, the likeliest first. */
function otherWays(statedOrder: DateOrder): Way[] {
  const other = otherOrder(statedOrder);
  return [
    { order: other, isMixed: false },
    { order: other, isMixed: true },
    { order: statedOrder, isMixed: true },
  ];
}

function placeOf({ order, isMixed }: Way): number {
  return ways.findIndex((way) => way.order === order && way.isMixed === isMixed);
}

const count = (number: number) => number.toLocaleString("en-US");

/** How to read the dates of a file, where it differs from the stated order. */
export type DateVerdict =
  | { kind: "as said" }
  /** In the stated order; dates that exist only in the other order, in that one. */
  | { kind: "mixed" }
  /** The times are a spreadsheet's numbers of days, which nothing else can be. */
  | { kind: "excel" }
  | { kind: "other"; sentence: Text };

/**
 * Checks the dates of a file before anything is stored: do they have the stated order, or are day and month swapped in
 * all of them or in those that exist both ways? Whatever it advises was tried on the file.
 */
export class DateOrders {
  private readonly statedFormat: DateFormat;
  private readonly fits = ways.map(() => new Fit());
  private readonly tracks = new Map<string, Track>();
  private readonly samples = new Map<string, SampledRegister[]>();
  private readonly isRegister: boolean;
  private rows = 0;
  /** Rows by how their times are written. */
  private readonly writings = { "year first": 0, slashed: 0, named: 0, serial: 0, unix: 0, none: 0 };
  /** Of the dates that exist both ways. */
  private readonly open = { "year first": 0, slashed: 0 };
  private hasPartOfDay = false;
  private sameDay = 0;
  private newest: { begin: string; date: WrittenDate } = { begin: "", date: noDate };
  /** Calculated once for each way. */
  private readonly found: Falls[] = [];
  private example: WrittenDate | null = null;

  constructor(statedFormat: DateFormat, isRegister: boolean) {
    this.statedFormat = statedFormat;
    this.isRegister = isRegister;
  }

  /** @param register what the row's register shows; null: it cannot be read */
  see(serial: string, time: string, register: number | null): void {
    const written = time.trim();
    if (written === "") return;
    this.rows++;
    const date = this.dateIn(written);
    if (this.isRegister && register !== null) this.sample(serial, written, date, register);
    if (date === null) {
      const number = serialIn(written);
      this.hasPartOfDay ||= number?.hasClock === true;
      this.writings[number !== null ? "serial" : isUnix(written) ? "unix" : "none"]++;
      return;
    }
    this.writings[date.writing]++;
    if (date.writing === "named") return;
    this.example ??= date;
    if (date.first <= 12 && date.second <= 12) this.open[date.writing]++;
    this.follow(serial, date);
  }

  /** The date of a row, which most often is that of the row before. */
  private dateIn(time: string): WrittenDate | null {
    if (isUnix(time)) return null;
    const { begin, date } = this.newest;
    if (begin !== "" && time.startsWith(begin)) return { ...date, rest: time.slice(begin.length - 1) };
    const found = writtenDate(time);
    // With the sign behind it, so that 1/1/2026 is not the begin of another year.
    const length = time.length - (found?.rest.length ?? 0) + 1;
    if (found !== null) this.newest = { begin: found.rest === "" ? "" : time.slice(0, length), date: found };
    return found;
  }

  private follow(serial: string, date: WrittenDate): void {
    const written = (date.year * 100 + date.first) * 100 + date.second;
    const track = this.tracks.get(serial);
    if (track?.written === written) {
      this.sameDay++;
      for (const place of track.impossible) this.fitAt(place).impossible++;
      return;
    }
    const days = ways.map(({ order, isMixed }) => dayIn(order, date, isMixed));
    // A text that is a date in neither order is no evidence of one.
    if (days.every((day) => day === null)) return;
    for (const [i, day] of days.entries()) {
      const before = track?.days[i];
      if (day === null) this.fitAt(i).impossible++;
      else if (before !== undefined && before !== null) this.fitAt(i).step(day - before);
    }
    const impossible = [...days.keys()].filter((place) => days[place] === null);
    if (track === undefined) this.tracks.set(serial, { written, days, impossible, steps: 0 });
    else {
      track.written = written;
      track.impossible = impossible;
      // An impossible date leaves the meter where it was.
      track.days = days.map((day, i) => day ?? track.days[i] ?? null);
      track.steps++;
    }
  }

  private sample(serial: string, time: string, date: WrittenDate | null, register: number): void {
    let sampled = this.samples.get(serial);
    if (sampled === undefined) {
      if (this.samples.size >= SAMPLED_METERS) return;
      sampled = [];
      this.samples.set(serial, sampled);
    }
    if (sampled.length >= SAMPLED_ROWS) return;
    const minutes = date === null ? Number(time.replace(",", ".")) : minutesIn(date.rest);
    // The rest of a date would keep the whole line in memory.
    if (!Number.isNaN(minutes)) sampled.push({ date: date && { ...date, rest: "" }, minutes, register });
  }

  private fitOf(way: Way): Fit {
    return this.fitAt(placeOf(way));
  }

  private fitAt(place: number): Fit {
    const fit = this.fits[place];
    if (fit === undefined) throw new Error("There is a fit for each way.");
    return fit;
  }

  /** @param isStated whether a person stated how the dates are written; otherwise a format did */
  verdict(isStated: boolean): DateVerdict {
    const foreign = this.foreignWriting(isStated);
    if (foreign !== null) return foreign;
    const { open } = this;
    // A file of days after the 12th has no date that exists both ways.
    const counts = open.slashed + open["year first"] > 0 ? open : this.writings;
    const writing = counts.slashed > counts["year first"] ? "slashed" : "year first";
    const statedOrder = orderOf(this.statedFormat, { writing }) ?? "month first";
    const statedWay: Way = { order: statedOrder, isMixed: false };
    const isFixed = this.statedFormat === "unix" || this.statedFormat === "excel";
    const oddity = (way: Way) => this.fitOf(way).misfits + this.fitOf(way).months;
    for (const way of isFixed ? [] : otherWays(statedOrder).sort((a, b) => oddity(a) - oddity(b))) {
      const reason = this.whyBetter(statedWay, way, formatFor(writing, way.order));
      if (reason === null) continue;
      if (way.order === statedOrder) return { kind: "mixed" };
      return { kind: "other", sentence: this.advice(way, formatFor(writing, way.order), reason) };
    }
    const found = this.isRegister ? this.fallsIn(statedWay) : null;
    if (found?.isRejected !== true) return { kind: "as said" };
    const sentence = text`${count(found.below)} of ${count(found.rows)} registers are below the highest before them. If the column holds the volume of each hour, name it as gallons=COLUMN in ${option("map")}; if the rows are of several meters, name the column of their serial numbers; else correct or remove the readings that are too high. Then import it again.`;
    return { kind: "other", sentence };
  }

  /** Why another way of reading the dates, by this name, fits the file much better; null: it does not. */
  private whyBetter(statedWay: Way, way: Way, name: DateFormat): Text | null {
    // Fewer than one row in five are mistakes of their own.
    const strict = this.fitOf({ ...way, isMixed: false });
    if (way.isMixed && strict.impossible * 5 < this.dated) return null;
    const [fit, other] = [this.fitOf(statedWay), this.fitOf(way)];
    const isBackward = fit.misfits >= FEW && other.misfits * 10 <= fit.misfits;
    const isDense = this.sameDay >= fit.steps;
    const isSlow = !isDense && this.statedFormat !== "ISO" && this.longestTrack >= MONTHLY_STEPS;
    const isMonthApart =
      (isDense || isSlow) &&
      fit.months >= FEW &&
      fit.months * 4 >= fit.steps &&
      other.months * 10 <= fit.months &&
      other.near * 10 >= other.steps * 8 &&
      other.misfits <= fit.misfits;
    const found = this.isRegister ? this.fallsIn(statedWay) : null;
    if (!isBackward && !isMonthApart && found?.isRejected !== true) return null;
    const { below, rows } = found === null ? noFalls : this.fallsIn(way);
    // Whatever its days look like: registers that fall more often are not read as they were written. Single dips are real.
    if (found !== null && below > found.below && below * DIPS > rows) return null;
    if (isBackward)
      return text`${count(fit.misfits)} of its dates run backwards or do not exist; read as ${name} they run forwards.`;
    if (isMonthApart) {
      return isSlow
        ? text`its days lie a month apart; read as ${name} they follow one another. If they are monthly readings, write their dates as 2026-01-31.`
        : text`its days lie a month apart; read as ${name} they follow one another.`;
    }
    if (found?.isRejected !== true || below * 10 > found.below) return null;
    return text`${count(found.below)} of ${count(found.rows)} registers are below the highest before them; read as ${name} they rise.`;
  }

  private fallsIn(way: Way): Falls {
    const place = placeOf(way);
    const found = this.found[place] ?? falls(this.samples, way);
    this.found[place] = found;
    return found;
  }

  private get dated(): number {
    return this.writings["year first"] + this.writings.slashed;
  }

  private get longestTrack(): number {
    let longest = 0;
    for (const { steps } of this.tracks.values()) longest = Math.max(longest, steps);
    return longest;
  }

  private advice(way: Way, format: DateFormat, reason: Text): Text {
    const advice = text`read as ${this.statedFormat}, ${reason} Import it again with ${option("date_format")} ${format}.`;
    return way.isMixed
      ? text`${advice} Some program mistook the date order and swapped day and month where both are 12 or less; this format reads the other dates too.`
      : advice;
  }

  /** The message where nearly no time has the stated format, and nearly all have another. */
  private foreignWriting(isStated: boolean): DateVerdict | null {
    const { slashed, serial, unix } = this.writings;
    const isMost = (count: number) => count > 0 && count * 10 >= this.rows * 9;
    if (this.statedFormat !== "excel" && isMost(serial)) {
      if (!isStated && this.statedFormat === "ISO" && this.hasPartOfDay) return { kind: "excel" };
      return this.hasPartOfDay
        ? {
            kind: "other",
            sentence: text`its times are numbers of days, as spreadsheets count them. Import it again with ${option("date_format")} excel.`,
          }
        : null;
    }
    if (this.statedFormat !== "unix" && isMost(unix)) {
      return {
        kind: "other",
        sentence: text`its times are seconds since 1970. Import it again with ${option("date_format")} unix.`,
      };
    }
    if (this.statedFormat === "DD/MM/YYYY" || this.statedFormat === "MM/DD/YYYY" || !isMost(slashed)) return null;
    return { kind: "other", sentence: this.slashedAdvice() };
  }

  /** Which order of slashed dates to advise, where none was stated. */
  private slashedAdvice(): Text {
    const found = (["month first", "day first"] as const).find((order) => {
      const against: Way = { order: otherOrder(order), isMixed: false };
      const fit = this.fitOf({ order, isMixed: false });
      if (fit.impossible * 10 < this.fitOf(against).impossible) return true;
      return [false, true].some((isMixed) => this.whyBetter(against, { order, isMixed }, this.statedFormat) !== null);
    });
    if (found !== undefined) {
      const format = formatFor("slashed", found);
      return found === "day first"
        ? text`its dates have the year at the end, and run forwards with the day first. Import it again with ${option("date_format")} ${format}.`
        : text`its dates have the year at the end, and run forwards with the month first. Import it again with ${option("date_format")} ${format}.`;
    }
    const { first = 1, second = 2, year = 2026 } = this.example ?? {};
    return text`its dates have the year at the end, and nothing in the file says whether the month or the day is first. Import it again with ${option("date_format")} MM/DD/YYYY if its first date is ${dayOf(year, first, second)}, with ${option("date_format")} DD/MM/YYYY if it is ${dayOf(year, second, first)}.`;
  }
}
