import { t } from "@lingui/core/macro";
import { serialError } from "../../../../app/form/rules.ts";
import { clockAtProperty, instantAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { reasonError } from "../decide/use-repair.ts";
import { firstChoices, optionsOf, type ReadingChoices, wrongChoices } from "../imports/reading-choices.ts";

/** What is typed of a range that is imported again: the range, its rows, and how these are to be read. */
export type RangeFields = Pick<ReadingChoices, keyof ReadingChoices> & {
  /** Serial numbers with commas between. */
  meters: string;
  /** On the property's clock; the end is not in the range. */
  from: string;
  until: string;
  rows: string;
  reason: string;
};

/** The call takes no more meters. */
const MOST_METERS = 200;
/** More than 10,000 rows, which a repair takes, ever need; and what a browser keeps when a session ends. */
export const MOST_LETTERS = 2_000_000;

/** A range to fill in. @param meter a serial number, or "" */
export function newRange(meter: string): RangeFields {
  return { meters: meter, from: "", until: "", rows: "", reason: "", ...firstChoices([]) };
}

/** The serial numbers of a list as typed, each once. */
export function serialsOf(typed: string): string[] {
  const serials = typed.split(/[,\n]/).map((serial) => serial.trim());
  return [...new Set(serials.filter((serial) => serial !== ""))];
}

/** What is wrong with a list of serial numbers; null: nothing. */
export function metersError(typed: string): string | null {
  const serials = serialsOf(typed);
  if (serials.length === 0) return serialError("");
  if (serials.length > MOST_METERS) return t`Name at most ${MOST_METERS} meters at once.`;
  return serials.map(serialError).find((wrong) => wrong !== null) ?? null;
}

/** What is wrong with a bound of the range; null: nothing. */
export function boundError(typed: string, zone: string): string | null {
  if (typed === "") return t`Say when.`;
  return instantAtProperty(typed, zone) === null
    ? t`There is no such time at the property: its clock goes forward then.`
    : null;
}

/** The rules of the form. @param zone the property's @param now milliseconds since the epoch */
export function rangeRules(zone: string, now: number) {
  const choice = (field: keyof ReadingChoices) => (_: unknown, values: RangeFields) =>
    wrongChoices(values)[field] ?? null;
  return {
    meters: metersError,
    from: (typed: string) => boundError(typed, zone),
    until: (typed: string, { from }: RangeFields) => {
      const wrong = boundError(typed, zone);
      if (wrong !== null || boundError(from, zone) !== null) return wrong;
      if (instant(typed, zone) <= instant(from, zone)) return t`It must be later than the beginning.`;
      return instant(typed, zone) > endOfHour(now, zone)
        ? t`It is still to come: take the end of the present hour at most.`
        : null;
    },
    rows: (typed: string) => {
      if (typed.trim() === "") return t`Paste the rows, or choose a file.`;
      return typed.length > MOST_LETTERS ? t`That is too much for one repair: split the range.` : null;
    },
    serial: choice("serial"),
    time: choice("time"),
    value: choice("value"),
    one_serial: choice("one_serial"),
    reason: reasonError,
  };
}

const instant = (clock: string, zone: string) => Date.parse(instantAtProperty(clock, zone) ?? "");

function endOfHour(at: number, zone: string): number {
  const minute = Number(clockAtProperty(at, zone).slice(-2));
  return (Math.floor(at / 60_000) - minute + 60) * 60_000;
}

/** The range as the call takes it. */
export function rangeBody(values: RangeFields, zone: string, preview: boolean) {
  // Units are made by imports only.
  const { create_units: _, ...options } = optionsOf(values);
  return {
    kind: "reimport" as const,
    reason: values.reason.trim(),
    preview,
    meter_serial_numbers: serialsOf(values.meters),
    from: instantAtProperty(values.from, zone) ?? "",
    until: instantAtProperty(values.until, zone) ?? "",
    csv: { text: values.rows, ...options },
  };
}
