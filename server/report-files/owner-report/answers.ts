import type { FinanceCosts } from "../../../contract/costs/finances.ts";
import type { DeviceHealthProperty } from "../../../contract/inventory/devices.ts";
import type { LeakCase } from "../../../contract/leaks/cases.ts";
import type { SavedCase, Savings } from "../../../contract/portfolio/portfolio-savings.ts";
import type { LeakStatus } from "../../../contract/portfolio/portfolio-status.ts";
import type { PropertyRow } from "../../../contract/reporting/reporting.ts";
import type { LeakUnitRow } from "../../../contract/reporting/top-leaks.ts";

/** As many things to do as a person remembers. */
export const MOST_THINGS = 3;

/** The answers of the calls that the report is made of; all but the trend are for the same days. */
export interface OwnerAnswers {
  costs: FinanceCosts;
  /** Costs by month of the year up to the last day. */
  trend: FinanceCosts;
  classes: LeakStatus;
  properties: readonly (PropertyRow & { leak_cost: number | null })[];
  /** Those to deal with that cost most a day, in that order. */
  leaks: readonly LeakUnitRow[];
  /** The property with most meters without data; null: there is no property. */
  silentMost: DeviceHealthProperty | null;
  savings: Savings;
  /** Cases in units whose verified fix saved water, the most dollars first. */
  saved: readonly SavedCase[];
  cases: readonly LeakCase[];
}
