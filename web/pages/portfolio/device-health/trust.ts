import { plural, t } from "@lingui/core/macro";
import type { DeviceHealthOverview, DeviceHealthProperty } from "../../../../contract/inventory/devices.ts";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { formatPercent } from "../../../components/format.ts";
import { isUntrusted } from "./trust-queries.ts";

type Row = Pick<DeviceHealthProperty, "health" | "total_devices" | "unknown_devices">;
type Days = Pick<Overview, "meter_days_read" | "meter_days_expected">;

function isJudged({ total_devices, unknown_devices }: Row): boolean {
  return total_devices + unknown_devices > 0;
}

export interface Trust<R> {
  /** Properties that cannot be trusted, and those that have devices at all. */
  untrusted: number;
  judged: number;
  /** The worst of them, worst first. */
  rows: R[];
}

/**
 * The properties with unreliable data. If the list does not contain all of them (worst first, those that never reported
 * last), the critical ones are counted from the overview.
 */
export function trustOf<R extends Row>(
  { properties, total_properties }: Pick<DeviceHealthOverview, "properties" | "total_properties">,
  list: { count: number; results: readonly R[] },
): Trust<R> {
  const rows = list.results.filter(isUntrusted);
  if (list.count > list.results.length) {
    const judged = total_properties - properties.no_data;
    return { untrusted: properties.critical, judged, rows };
  }
  return { untrusted: rows.length, judged: list.results.filter(isJudged).length, rows };
}

/** The headline of the screen: "3 of 15 properties cannot be trusted". */
export function trustHeadline({ untrusted, judged }: Pick<Trust<Row>, "untrusted" | "judged">): string {
  if (judged === 1) return untrusted === 0 ? t`This property can be trusted` : t`This property cannot be trusted`;
  if (untrusted === 0) return t`All ${plural(judged, { one: "# property", other: "# properties" })} can be trusted`;
  return t`${untrusted} of ${plural(judged, { one: "# property", other: "# properties" })} cannot be trusted`;
}

export interface Missing {
  /** Meter days: those there were, those read, those not read at properties that cannot be trusted and at others. */
  expected: number;
  read: number;
  /** null: not known apart from those elsewhere. */
  theirs: number | null;
  elsewhere: number;
}

/** What is not read, at the properties that cannot be trusted and elsewhere. @param theirs undefined: not known */
export function missingOf(all: Days, theirs: Days | undefined): Missing {
  const missing = all.meter_days_expected - all.meter_days_read;
  const at = theirs === undefined ? null : Math.min(missing, theirs.meter_days_expected - theirs.meter_days_read);
  return {
    expected: all.meter_days_expected,
    read: all.meter_days_read,
    theirs: at,
    elsewhere: missing - (at ?? 0),
  };
}

/** "4.8%"; a part that would round to nothing is "<0.1%", and what is not all is not "100.0%". */
export function shareText(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (100 * part) / whole;
  if (share > 0 && share < 0.05) return "<0.1%";
  if (share < 100 && share >= 99.95) return ">99.9%";
  return formatPercent(share);
}

/**
 * The formatted share of each part of the meter-days: rounded to tenths of a percent by the largest remainder method,
 * so that they add up to 100.
 */
export function sharesOf({ read, theirs, elsewhere, expected }: Missing): {
  read: string;
  theirs: string;
  elsewhere: string;
} {
  const parts = { read, theirs: theirs ?? 0, elsewhere };
  const exact = (part: number) => (expected === 0 ? 0 : (1000 * part) / expected);
  const names = ["read", "theirs", "elsewhere"] as const;
  const cut = (name: (typeof names)[number]) => exact(parts[name]) - Math.floor(exact(parts[name]));
  const left = Math.round(names.reduce((sum, name) => sum + cut(name), 0));
  const raised = names.toSorted((one, other) => cut(other) - cut(one)).slice(0, left);
  const text = (name: (typeof names)[number]) => {
    const tenths = Math.floor(exact(parts[name])) + (raised.includes(name) ? 1 : 0);
    // A share that would round to 0 or 100 is formatted by itself.
    const own = shareText(parts[name], expected);
    return /^[<>]/.test(own) ? own : formatPercent(tenths / 10);
  };
  return { read: text("read"), theirs: text("theirs"), elsewhere: text("elsewhere") };
}

/** What share of the figures is missing, and because of whom. @param when the days: "last 7 days" */
export function missingDataMessage(
  missing: Missing,
  { untrusted }: Pick<Trust<Row>, "untrusted">,
  when: string,
): string {
  const { expected, theirs, elsewhere } = missing;
  if (expected === 0) return t`No meter was in service (${when}).`;
  const of = t`of the meter days behind the portfolio's figures`;
  const too = untrusted === 0 ? "" : t`Too few of ${untrusted === 1 ? t`its` : t`their`} devices report. `;
  const them = untrusted === 1 ? t`it` : t`them`;
  const whole = (theirs ?? 0) + elsewhere;
  if (whole === 0) return t`${too}All ${of} were read (${when}).`;
  if (untrusted === 0 || theirs === null) {
    return t`${too}${sharesOf({ ...missing, theirs: 0, elsewhere: whole }).elsewhere} ${of} ${verb(whole)} missing (${when}).`;
  }
  const shares = sharesOf(missing);
  const rest = elsewhere === 0 ? t`none elsewhere` : t`${shares.elsewhere} elsewhere`;
  if (theirs === 0) return t`${too}None ${of} is missing because of ${them} yet, ${rest} (${when}).`;
  return t`${too}${shares.theirs} ${of} ${verb(theirs)} missing because of ${them}, ${rest} (${when}).`;
}

function verb(count: number): string {
  return count === 1 ? t`is` : t`are`;
}
