import { type Text, text } from "../../problem/text.ts";
import { numberOrNull, quoted } from "../cells/numbers.ts";
import { thousandthsPer, type VolumeUnit, volumeUnitOf } from "../cells/register-units.ts";
import { RowRejected } from "../rejections.ts";

/** The cells of a row about a meter's register. null: not in the file; the stored value stays. */
export interface RegisterCells {
  /** The unit of a cumulative register; a new meter without one reports hours in gallons. */
  registerUnit: VolumeUnit | "pulse" | null;
  /** Thousandths of a gallon in one of that unit. */
  registerFactor: number | null;
  /** The smallest step of the register, in thousandths of a gallon. */
  registerCount: number | null;
  /** Where the register starts again at zero, in its own unit. */
  registerWidth: number | null;
}

/** Thousandths of a gallon: the largest step that can be kept, two million gallons. No register is coarser. */
const MOST_COUNT = 2_000_000_000;

type RegisterColumn = "register_unit" | "gallons_per_pulse" | "register_count" | "register_width";

/** Parses the cells of a row about its meter's register. @throws RowRejected with a message that states what to do. */
export function readRegisterCells(cell: (column: RegisterColumn) => string): RegisterCells {
  const registerUnit = unitOf(cell("register_unit").trim());
  const perPulse = within("gallons_per_pulse", 0.0001, 100_000);
  if (registerUnit === "pulse" && perPulse === null) {
    throw new RowRejected(
      "gallons_per_pulse",
      text`gallons_per_pulse is empty. Write how many gallons one pulse is, as 10.`,
      "gallons_per_pulse",
    );
  }
  if (registerUnit !== "pulse" && perPulse !== null) {
    throw new RowRejected(
      "gallons_per_pulse",
      text`gallons_per_pulse belongs to register_unit pulse. Write that, or leave it empty.`,
      "gallons_per_pulse",
    );
  }
  const count = within("register_count", 0, 10_000);
  const width = within("register_width", 1, 1e12);
  const factor =
    registerUnit === null ? null : registerUnit === "pulse" ? (perPulse ?? 0) * 1000 : thousandthsPer(registerUnit);
  // Pulses are counted one by one.
  const steps = registerUnit === "pulse" ? (count ?? 1) : count;
  const registerCount = steps === null || factor === null ? null : Math.round(steps * factor);
  if (registerCount !== null && registerCount > MOST_COUNT) {
    throw new RowRejected(
      "register_count",
      text`register_count is ${steps}, which would be ${registerCount / 1000} gallons a step; ${adviceFor("register_count")}.`,
      "register_count",
    );
  }
  return {
    registerUnit,
    registerFactor: factor,
    registerCount,
    registerWidth: width,
  };

  function within(column: RegisterColumn, least: number, most: number): number | null {
    const value = numberOrNull(cell(column), column);
    if (value === null || (value >= least && value <= most)) return value;
    throw new RowRejected(column, text`${column} is ${value}; ${adviceFor(column)}, or leave it empty.`, column);
  }
}

function adviceFor(column: RegisterColumn): Text {
  if (column === "register_count") return text`write the smallest step of the register, as 0.1`;
  if (column === "register_width") return text`write where the register starts again at zero, as 1000000`;
  return text`write how many gallons one pulse is, as 10`;
}

function unitOf(cell: string): RegisterCells["registerUnit"] {
  if (cell === "") return null;
  if (/^pulses?$/i.test(cell)) return "pulse";
  const unit = volumeUnitOf(cell);
  if (unit !== null) return unit;
  throw new RowRejected(
    "register_unit",
    text`register_unit is ${quoted(cell)}. Write gallon, litre, cubic foot or pulse, or leave it empty for a meter that reports hours.`,
    "register_unit",
  );
}
