import { t } from "@lingui/core/macro";
import { numberError } from "../../../../app/form/rules.ts";

/** What a meter can send; "" stands for gallons by the hour. */
export const registerChoices = [
  { value: "", label: t`Gallons by the hour` },
  { value: "gallon", label: t`A register in gallons` },
  { value: "cubic foot", label: t`A register in cubic feet` },
  { value: "litre", label: t`A register in liters` },
  { value: "pulse", label: t`Pulses` },
] as const;
type RegisterUnit = Exclude<(typeof registerChoices)[number]["value"], "">;

/** What is typed of a meter's register. */
export interface RegisterFields {
  register_unit: string;
  gallons_per_pulse: string;
  register_count: string;
  register_width: string;
}

/** The unit that a choice stands for; null: gallons by the hour. */
export function registerUnitOf(typed: string): RegisterUnit | null {
  const found = registerChoices.find(({ value }) => value === typed)?.value;
  return found === undefined || found === "" ? null : found;
}

const isPulse = ({ register_unit }: RegisterFields) => register_unit === "pulse";
const hasRegister = ({ register_unit }: RegisterFields) => register_unit !== "";

/** The rules for what describes a register; what does not belong to the chosen unit is not looked at. */
export const registerRules = {
  gallons_per_pulse: (typed: string, fields: RegisterFields) =>
    isPulse(fields) ? numberError(typed, 0.0001, 100_000, false) : null,
  register_count: (typed: string, fields: RegisterFields) =>
    hasRegister(fields) ? numberError(typed, 0, 10_000, true) : null,
  register_width: (typed: string, fields: RegisterFields) =>
    hasRegister(fields) ? numberError(typed, 1, 1e12, true) : null,
};

const numberOf = (typed: string) => (typed.trim() === "" ? null : Number(typed));

/** What is typed of a register, as the call for a new meter takes it. */
export function registerBody(fields: RegisterFields) {
  return {
    register_unit: registerUnitOf(fields.register_unit),
    gallons_per_pulse: isPulse(fields) ? numberOf(fields.gallons_per_pulse) : null,
    register_count: hasRegister(fields) ? numberOf(fields.register_count) : null,
    register_width: hasRegister(fields) ? numberOf(fields.register_width) : null,
  };
}
