import { t } from "@lingui/core/macro";
import type { Preferences } from "../../../../../contract/accounts/preferences.ts";

export type Thresholds = Preferences["device_health_thresholds"];

/** The bounds of the classes, as the form names them. */
export const thresholdFields = [
  "healthy_min",
  "healthy_max",
  "warning_min",
  "warning_max",
  "critical_min",
  "critical_max",
] as const;
export type ThresholdField = (typeof thresholdFields)[number];

/** What stands in the fields. */
export type ThresholdTexts = Record<ThresholdField, string>;

export const defaultThresholds: Thresholds = { healthy: [95, 100], warning: [85, 94], critical: [0, 84] };

const [LEAST, MOST] = [0, 100];

/** The rules of one field; the first violated one is shown. */
const single: readonly { holds: (text: string) => boolean; message: (field: ThresholdField) => string }[] = [
  {
    holds: (text) => text !== "",
    message: (field) => (field.endsWith("_min") ? t`Minimum value is required` : t`Maximum value is required`),
  },
  { holds: (text) => /^[+-]?\d{1,15}$/.test(text), message: () => t`Please enter a valid number` },
  { holds: (text) => Number(text) >= LEAST, message: () => t`Value must be at least ${LEAST}` },
  { holds: (text) => Number(text) <= MOST, message: () => t`Value must be at most ${MOST}` },
];

/** The rules between two fields; errors are shown at the first of them. */
const orders: readonly [ThresholdField, "less" | "greater", ThresholdField][] = [
  ["healthy_min", "less", "healthy_max"],
  ["healthy_min", "greater", "warning_max"],
  ["warning_min", "less", "warning_max"],
  ["warning_min", "greater", "critical_max"],
  ["warning_max", "less", "healthy_min"],
  ["critical_max", "greater", "critical_min"],
  ["critical_max", "less", "warning_min"],
];

/** Within a sentence. */
const fieldNames: Readonly<Record<ThresholdField, string>> = {
  healthy_min: t`healthy min`,
  healthy_max: t`healthy max`,
  warning_min: t`warning min`,
  warning_max: t`warning max`,
  critical_min: t`critical min`,
  critical_max: t`critical max`,
};

/** "Healthy min must be less than healthy max" */
function orderMessage([one, than, other]: (typeof orders)[number]): string {
  const name = fieldNames[one].charAt(0).toUpperCase() + fieldNames[one].slice(1);
  const otherName = fieldNames[other];
  return than === "less" ? t`${name} must be less than ${otherName}` : t`${name} must be greater than ${otherName}`;
}

/** What is wrong with each field by itself; fields that are fine are left out. */
export function fieldErrors(texts: ThresholdTexts): Partial<Record<ThresholdField, string>> {
  return Object.fromEntries(
    thresholdFields.flatMap((field) => {
      const broken = single.find(({ holds }) => !holds(texts[field].trim()));
      return broken ? [[field, broken.message(field)]] : [];
    }),
  );
}

/** What is wrong between fields that are fine by themselves, in the order of the rules. */
export function orderErrors(texts: ThresholdTexts): { field: ThresholdField; message: string }[] {
  const wrong = fieldErrors(texts);
  return orders
    .filter(([one, , other]) => wrong[one] === undefined && wrong[other] === undefined)
    .filter(([one, than, other]) => {
      const difference = Number(texts[other]) - Number(texts[one]);
      return than === "less" ? difference <= 0 : difference >= 0;
    })
    .map((order) => ({ field: order[0], message: orderMessage(order) }));
}

/** The thresholds as fields have them. */
export function textsOf({ healthy, warning, critical }: Thresholds): ThresholdTexts {
  return {
    healthy_min: String(healthy[0]),
    healthy_max: String(healthy[1]),
    warning_min: String(warning[0]),
    warning_max: String(warning[1]),
    critical_min: String(critical[0]),
    critical_max: String(critical[1]),
  };
}

/** The thresholds in the fields; null while they are invalid. */
export function thresholdsOf(texts: ThresholdTexts): Thresholds | null {
  if (Object.keys(fieldErrors(texts)).length > 0 || orderErrors(texts).length > 0) return null;
  const value = (field: ThresholdField) => Number(texts[field]);
  return {
    healthy: [value("healthy_min"), value("healthy_max")],
    warning: [value("warning_min"), value("warning_max")],
    critical: [value("critical_min"), value("critical_max")],
  };
}
