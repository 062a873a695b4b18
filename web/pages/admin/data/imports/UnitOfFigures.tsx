import type { ReactNode } from "react";
import { FieldSelect } from "./FieldSelect.tsx";
import type { ReadingChoices } from "./reading-choices.ts";

interface Props {
  unit: ReadingChoices["unit"];
  /** What it means to choose none. */
  none: string;
  error: string | undefined;
  onChange: (unit: ReadingChoices["unit"]) => void;
}

/** In which unit a file's volumes or registers are. */
export function UnitOfFigures({ unit, none, error, onChange }: Props): ReactNode {
  return (
    <FieldSelect
      label="Unit of the figures"
      value={unit}
      options={[
        ["", none],
        ["gallon", "Gallons"],
        ["litre", "Liters"],
        ["cubic foot", "Cubic feet"],
        ["CCF", "Hundred cubic feet (CCF)"],
        ["kgal", "Thousand gallons (kgal)"],
        ["m3", "Cubic meters"],
        ["pulse", "Pulses"],
      ]}
      error={error}
      onChange={onChange}
    />
  );
}
