import { pluralOf, registerUnitOf } from "../../imports/cells/register-units.ts";
import { intervalsText } from "../../imports/layout/file-interval.ts";
import type { Layout } from "../../imports/layout/layout.ts";
import { withFlags } from "../../imports/message.ts";
import type { MeterVolume } from "../../imports/readings/conservation.ts";
import type { ImportReport } from "../../imports/readings/import-readings.ts";
import type { OddRow, RegisterTrack } from "../../imports/readings/register-track.ts";
import type { Rejection } from "../../ingest/reading.ts";
import { plainText } from "../output/plain-text.ts";
import type { ImportProperty } from "./import-property.ts";

/** The summary at the end of an import. */
export interface ImportResult {
  report: ImportReport;
  layout: Layout;
  timeZone: string;
  property: ImportProperty;
  dryRun: boolean;
  /** All rows were read, but leaks and totals were not brought up to date: it was interrupted. */
  isBehind: boolean;
  /** The first rejected rows. */
  rejected: Rejection[];
  odd: OddRow[];
  oddCounts: Record<OddRow["kind"], number>;
  /** Empty for hourly gallons and in a dry run. */
  volumes: MeterVolume[];
  /** What registers rose by, of meters of which some are in quarantine; in thousandths of the unit. */
  rises: ReadonlyMap<string, number>;
  /** How many readings of the property are in quarantine afterwards, from any source. */
  waiting: number;
}

/** Up to so many meters are listed one by one unless all are requested. */
const FEW_METERS = 40;

/** The result for people. */
export function importAsText(result: ImportResult, verbose: boolean): string {
  const { report, layout, property, dryRun } = result;
  const lines = [
    `${property.name}: ${number(report.rows)} rows read as ${layout.format.name} (${whatRowsHold(layout)}), local times in ${result.timeZone}`,
    `  ${dryRun ? "could be stored" : "stored"} ${number(report.stored)}, duplicate ${dryRun ? "unknown" : number(report.duplicate)}, rejected ${number(report.rejected)}`,
  ];
  const { intervals } = layout.format;
  if (intervals !== undefined) lines.push(`  Interval: ${plainText(withFlags(intervalsText(intervals)))}`);
  if (report.allRejected !== null) lines.push(`  ${plainText(withFlags(report.allRejected))}`);
  if (report.unitsMade > 0)
    lines.push(
      `  ${dryRun ? "would make" : "made"} ${number(report.unitsMade)} ${report.unitsMade === 1 ? "unit" : "units"} in the building Main`,
    );
  if (result.timeZone !== property.timeZone) lines.push(`  the property's own days are those of ${property.timeZone}`);
  for (const { reason } of result.rejected) lines.push(`  ${plainText(withFlags(reason))}`);
  if (report.rejected > result.rejected.length) {
    lines.push(`  and ${number(report.rejected - result.rejected.length)} more; --rejected FILE writes all of them.`);
  }
  if (report.registers.size > 0) lines.push(...registerLines(result, verbose));
  lines.push(...oddLines(result, verbose));
  for (const { row, serial, sentence } of result.odd)
    lines.push(`  odd: row ${row}, ${plainText(serial)}: ${plainText(withFlags(sentence))}`);
  if (report.broken !== null) lines.push(withFlags(report.broken));
  if (report.interrupted) {
    lines.push(
      `Stopped. The ${number(report.stored)} readings above are stored; import the file again to go on, or run refresh to bring leaks and totals up to date with them.`,
    );
  } else if (result.isBehind) {
    lines.push(
      "Stopped. All rows above are stored; run refresh to bring leaks and totals up to date with them, or leave it to a running server.",
    );
  } else if (!dryRun && report.stored === 0 && report.rejected === 0 && report.broken === null) {
    lines.push("Nothing changed: everything was already stored.");
  }
  if (dryRun) lines.push("Dry run: nothing was changed.");
  return `${lines.join("\n")}\n`;
}

/** What a row is taken to be, so that a file whose columns only have the names of another's is noticed. */
function whatRowsHold({ format: { kind, unit, inOwnUnit } }: Layout): string {
  if (kind === "hourly") return String(pluralOf(unit));
  return `registers in ${inOwnUnit === true ? "each meter's own unit" : pluralOf(unit)}`;
}

function registerLines(result: ImportResult, verbose: boolean): string[] {
  const { report, layout, volumes } = result;
  const { inOwnUnit } = layout.format;
  const { unit, factor } = inOwnUnit === true ? registerUnitOf({ unit: "gallon" }) : registerUnitOf(layout.format);
  const tracks = [...report.registers.values()];
  const lines = [`  registers, last less first, in ${inOwnUnit === true ? "each meter's own unit" : pluralOf(unit)}:`];
  if (verbose || tracks.length <= FEW_METERS) {
    for (const track of tracks) {
      const isHeld = result.rises.has(track.serial) ? " (without those in quarantine)" : "";
      lines.push(`    ${plainText(track.serial)}  ${number(riseOf(result, track) / 1000)}${isHeld}`);
    }
  }
  if (inOwnUnit !== true)
    lines.push(
      `    in sum of ${number(tracks.length)} ${tracks.length === 1 ? "meter" : "meters"}  ${number(netSum(result))}`,
    );
  if (volumes.length > 0) {
    const sum = sums(volumes);
    // Hours are whole thousandths of a gallon: finer than the register's own step is rounding, not water.
    const digits = layout.format.count >= 1 ? 0 : 3;
    const inUnit = (gallons: number) => number(gallons / factor, digits);
    lines.push(
      `  hours of these meters, all that is stored: ${inUnit(sum.gallons)} ${pluralOf(unit)}${unit === "gallon" ? "" : ` (${number(sum.gallons / 1000)} gallons)`}, of it caught up ${inUnit(sum.estimated)}`,
    );
    const off = volumes.filter((volume) => volume.difference !== 0);
    lines.push(
      off.length === 0
        ? "  hours and catch-up add up exactly to how far the registers rose"
        : "  hours and catch-up differ from the registers at:",
    );
    for (const { serial, difference } of off) {
      lines.push(
        `    ${plainText(serial)}  by ${number(difference / factor)}: its register was reset, swapped or is quarantined`,
      );
    }
  }
  return lines;
}

function oddLines({ report, oddCounts, waiting, property }: ImportResult, verbose: boolean): string[] {
  const lines: string[] = [];
  if (report.registers.size > 0 || oddCounts.quarantined > 0) {
    lines.push(
      `  odd rows: ${number(oddCounts.dip)} below the highest register, ${number(oddCounts.gap)} after a gap of over 90 minutes, ${number(oddCounts.quarantined)} in quarantine for being more than the meter can pass${verbose ? "" : " (--verbose lists them)"}`,
    );
  }
  if (waiting > 0) {
    lines.push(
      `  ${number(waiting)} in quarantine at ${property.name}, not counted until a person decides: npm run dripline -- call GET /v1/properties/${property.id}/quarantine`,
    );
  }
  return lines;
}

/** The result for programs. */
export function importAsJson(result: ImportResult): string {
  const { report, layout, property, dryRun, volumes } = result;
  return `${JSON.stringify({
    property: { id: property.id, name: property.name, time_zone: property.timeZone },
    format: layout.format.name,
    time_zone: result.timeZone,
    interval: layout.format.intervals === undefined ? null : withFlags(intervalsText(layout.format.intervals)),
    dry_run: dryRun,
    interrupted: report.interrupted || result.isBehind,
    broken: report.broken && withFlags(report.broken),
    all_rejected: report.allRejected && withFlags(report.allRejected),
    rows: report.rows,
    stored: report.stored,
    duplicate: dryRun ? null : report.duplicate,
    rejected: report.rejected,
    rejected_rows: result.rejected.map((row) => ({ ...row, reason: withFlags(row.reason) })),
    quarantine: dryRun || report.interrupted || result.isBehind ? null : result.waiting,
    units_made: report.unitsMade,
    unit: layout.format.inOwnUnit === true ? null : registerUnitOf(layout.format).unit,
    registers: [...report.registers.values()].map((track) => ({
      serial: track.serial,
      net: track.net === null ? null : riseOf(result, track) / 1000,
    })),
    register_sum: layout.format.inOwnUnit === true ? null : netSum(result),
    hours:
      volumes.length === 0
        ? null
        : { gallons: sums(volumes).gallons / 1000, estimated: sums(volumes).estimated / 1000 },
    differences: volumes
      .filter(({ difference }) => difference !== 0)
      .map(({ serial, difference }) => ({ serial, gallons: difference / 1000 })),
    odd: result.oddCounts,
    odd_rows: result.odd,
  })}\n`;
}

function netSum(result: ImportResult): number {
  let sum = 0;
  for (const track of result.report.registers.values()) sum += riseOf(result, track);
  return sum / 1000;
}

/** By how much the register rose: what is in quarantine may be another meter's. */
function riseOf({ rises }: ImportResult, { serial, net }: RegisterTrack): number {
  return rises.get(serial) ?? net ?? 0;
}

function sums(volumes: MeterVolume[]): { gallons: number; estimated: number } {
  return {
    gallons: volumes.reduce((sum, volume) => sum + volume.gallons, 0),
    estimated: volumes.reduce((sum, volume) => sum + volume.estimated, 0),
  };
}

function number(value: number, digits = 3): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}
