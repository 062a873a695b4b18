import { t } from "@lingui/core/macro";
import type { NewCost } from "../../../../../contract/costs/cost-entry.ts";
import { gallonsIn, priceDecimals, priceIn } from "../../../../../contract/display/measures.ts";
import { DEFAULT_RATE } from "../../../../app/report/headline/default-rate.ts";
import { Gallon, gallon, measure } from "../../../../language/measure.ts";

/** Maximum price in dollars per gallon; one above it is a typing error, which the server rejects, too. */
const MOST_DOLLARS = 100;

/** A row of the form: what is typed into it. */
export interface CostRow {
  /** Stays with the row while others come and go. */
  key: string;
  /** As the select has it; null: none yet. */
  property_id: string | null;
  /** null: all of the property. */
  unit_ids: number[] | null;
  cost: string;
  start_date: string;
  end_date: string;
}

export interface CostForm {
  costs: CostRow[];
}

let rows = 0;

/** A row to fill in. @param property the property's id where the report is about one */
export function newCostRow(property?: number): CostRow {
  rows += 1;
  const property_id = property === undefined ? null : String(property);
  return {
    key: `cost-${rows}`,
    property_id,
    unit_ids: null,
    cost: String(priceIn(measure, DEFAULT_RATE)),
    start_date: "",
    end_date: "",
  };
}

/**
 * The rows with which the form opens again: those in which something was filled in, else one for the property that the
 * report is about by now.
 * @param preselected the property that they began with @param property that of the report; undefined: of several
 */
export function rowsToOpen(costs: CostRow[], preselected: number | undefined, property: number | undefined): CostRow[] {
  const { key: _, ...begun } = newCostRow(preselected);
  const [only, ...others] = costs.map(({ key: _key, ...typed }) => JSON.stringify(typed));
  const isUntouched = others.length === 0 && only === JSON.stringify(begun);
  return isUntouched && preselected !== property ? [newCostRow(property)] : costs;
}

/** What is wrong with a cost as typed; null: nothing. */
export function costError(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return t`Average Cost per ${Gallon} is required`;
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(text)) return t`Please enter a valid number`;
  const decimals = priceDecimals[measure];
  if (Number(Number(text).toFixed(decimals)) !== Number(text)) return t`Maximum ${decimals} decimal places allowed`;
  if (Number(text) <= 0) return t`Cost must be greater than 0`;
  const most = Math.floor(MOST_DOLLARS * gallonsIn(measure));
  return Number(text) > most ? t`Cost must be at most ${most} per ${gallon}` : null;
}

export const NO_DAY = t`Please enter a valid date`;

/** Whether a day can be meant: years out of these are half typed. */
function isDay(date: string): boolean {
  return date >= "1900-01-01" && date <= "2199-12-31";
}

/** What is wrong with the first day (yyyy-MM-dd, empty: none), beside the last one; null: nothing. */
export function startError(start: string, end: string): string | null {
  if (start === "") return t`Start Date for Cost is required`;
  if (!isDay(start)) return NO_DAY;
  return end !== "" && start > end ? t`Start date cannot be later than end date` : null;
}

/** What is wrong with the last day (empty: until further notice), beside the first one; null: nothing. */
export function endError(end: string, start: string): string | null {
  if (end === "") return null;
  if (!isDay(end)) return NO_DAY;
  return start !== "" && end < start ? t`End date cannot be earlier than start date` : null;
}

/** The form's checks, by field; see `useForm`. */
export const costRules = {
  costs: {
    property_id: (property: string | null) => (property === null ? t`Property is required` : null),
    unit_ids: (units: readonly number[] | null) => (units?.length === 0 ? t`Choose at least one unit` : null),
    cost: costError,
    start_date: (start: string, { costs }: CostForm, path: string) => startError(start, rowAt(costs, path).end_date),
    end_date: (end: string, { costs }: CostForm, path: string) => endError(end, rowAt(costs, path).start_date),
  },
};

/** The row that a path such as "costs.1.cost" is in. */
function rowAt(costs: readonly CostRow[], path: string): { start_date: string; end_date: string } {
  return costs[Number(path.split(".")[1])] ?? { start_date: "", end_date: "" };
}

/** Whether a row is complete enough for a preview. */
export function isComplete({ property_id, unit_ids, cost, start_date, end_date }: CostRow): boolean {
  const wrong = costError(cost) ?? startError(start_date, end_date) ?? endError(end_date, start_date);
  return property_id !== null && unit_ids?.length !== 0 && wrong === null;
}

/**
 * The rows as the calls take them.
 * @param unitsOf ids of all units of a property; undefined: not known yet
 * @returns undefined while the units of a row are not known
 */
export function costEntries(
  costs: readonly CostRow[],
  unitsOf: (property: number) => readonly number[] | undefined,
): NewCost[] | undefined {
  const entries: NewCost[] = [];
  for (const { property_id, unit_ids, cost, start_date, end_date } of costs) {
    const units = unit_ids ?? unitsOf(Number(property_id));
    if (units === undefined) return undefined;
    entries.push({
      unit_ids: [...units],
      cost: Number(cost),
      measure,
      start_date,
      end_date: end_date === "" ? null : end_date,
    });
  }
  return entries;
}

/**
 * The server's field errors, by the fields of the form. They do not identify the row: with several rows none is
 * marked.
 */
export function fieldErrors(fields: Readonly<Record<string, string>>, rowsCount: number): Record<string, string> {
  if (rowsCount !== 1) return {};
  const own: Readonly<Record<string, string>> = {
    "costs.unit_ids": "costs.0.property_id",
    "costs.cost": "costs.0.cost",
    "costs.start_date": "costs.0.start_date",
    "costs.end_date": "costs.0.end_date",
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) => {
      const path = own[name];
      return path === undefined ? [] : [[path, message]];
    }),
  );
}
