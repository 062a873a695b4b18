import { t } from "@lingui/core/macro";
import type { MeterRow } from "../../../../../../contract/inventory/places.ts";
import { numberError, optionalSerialError, serialError } from "../../../../../app/form/rules.ts";
import { instantAtProperty } from "../../../../property/leak-detail/view/property-time.ts";
import { registerRules, registerUnitOf } from "../register-rules.ts";

/** What is typed of a swap. */
export type SwapFields = ReturnType<typeof newSwap>;

/** The new meter sends what the old one sent. */
export const AS_OLD = "as-old";

/** A swap to fill in. @param clock now on the property's clock, as a field for date and time has it */
export function newSwap(clock: string) {
  return {
    swapped_at: clock,
    closing_register: "",
    new_serial: "",
    new_gateway: "",
    new_register_unit: AS_OLD,
    gallons_per_pulse: "",
    register_count: "",
    register_width: "",
    opening_register: "",
    reason: "",
  };
}

/** The maximum register value, in the register's own unit; the server rejects more. */
const MOST_REGISTER = 1e12;
const MOST_REASON = 1000;

/** What the new meter sends: the choice, or what the old one sent. */
export function newUnit({ new_register_unit }: SwapFields, old: Pick<MeterRow, "register_unit">): string {
  return new_register_unit === AS_OLD ? (old.register_unit ?? "") : new_register_unit;
}

/** What is wrong with when a meter was swapped, on the property's clock; null: nothing. */
export function swappedAtError(typed: string, zone: string, now: number): string | null {
  if (typed === "") return t`Enter when it was swapped.`;
  const instant = instantAtProperty(typed, zone);
  if (instant === null) return t`There is no such time at the property: its clock goes forward then.`;
  return Date.parse(instant) > now ? t`This time is still to come.` : null;
}

/** The rules of the form. @param zone the property's */
export function swapRules(meter: Pick<MeterRow, "register_unit" | "serial_number">, zone: string) {
  const described = (fields: SwapFields) => ({ ...fields, register_unit: describedUnit(fields) });
  return {
    swapped_at: (typed: string) => swappedAtError(typed, zone, Date.now()),
    closing_register: (typed: string) =>
      meter.register_unit === null ? null : numberError(typed, 0, MOST_REGISTER, true),
    new_serial: (typed: string) =>
      typed.trim() === meter.serial_number ? t`This is the old meter's serial number.` : serialError(typed),
    new_gateway: optionalSerialError,
    gallons_per_pulse: (typed: string, fields: SwapFields) => registerRules.gallons_per_pulse(typed, described(fields)),
    register_count: (typed: string, fields: SwapFields) => registerRules.register_count(typed, described(fields)),
    register_width: (typed: string, fields: SwapFields) => registerRules.register_width(typed, described(fields)),
    opening_register: (typed: string, fields: SwapFields) =>
      newUnit(fields, meter) === "" ? null : numberError(typed, 0, MOST_REGISTER, true),
    reason: (typed: string) => {
      const text = typed.trim();
      if (text === "") return t`Give a reason: it stays on record.`;
      return text.length > MOST_REASON ? t`Write at most ${MOST_REASON} characters.` : null;
    },
  };
}

/** The register that the form describes; "": none, as with the old meter or gallons by the hour. */
function describedUnit({ new_register_unit }: SwapFields): string {
  return new_register_unit === AS_OLD ? "" : new_register_unit;
}

const numberOf = (typed: string) => (typed.trim() === "" ? undefined : Number(typed));

/** The swap as the call takes it; what does not belong to the chosen units is left out. */
export function swapBody(
  meter: Pick<MeterRow, "register_unit" | "serial_number">,
  typed: SwapFields,
  zone: string,
  preview: boolean,
) {
  const isDescribed = describedUnit(typed) !== "";
  return {
    kind: "swap" as const,
    reason: typed.reason.trim(),
    preview,
    meter_serial_number: meter.serial_number,
    swapped_at: instantAtProperty(typed.swapped_at, zone) ?? "",
    closing_register: meter.register_unit === null ? undefined : numberOf(typed.closing_register),
    new_meter: {
      serial_number: typed.new_serial.trim(),
      register_unit: typed.new_register_unit === AS_OLD ? undefined : registerUnitOf(typed.new_register_unit),
      gallons_per_pulse: typed.new_register_unit === "pulse" ? numberOf(typed.gallons_per_pulse) : undefined,
      register_count: isDescribed ? numberOf(typed.register_count) : undefined,
      register_width: isDescribed ? numberOf(typed.register_width) : undefined,
      gateway_serial_number: typed.new_gateway.trim() || undefined,
    },
    opening_register: newUnit(typed, meter) === "" ? undefined : numberOf(typed.opening_register),
  };
}
