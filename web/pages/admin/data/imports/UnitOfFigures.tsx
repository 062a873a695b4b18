import { t } from "@lingui/core/macro";
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
      label={t`Unit of the figures`}
      value={unit}
      options={[
        ["", none],
        ["gallon", t`Gallons`],
        ["litre", t`Liters`],
        ["cubic foot", t`Cubic feet`],
        ["CCF", t`Hundred cubic feet (CCF)`],
        ["kgal", t`Thousand gallons (kgal)`],
        ["m3", t`Cubic meters`],
        ["pulse", t`Pulses`],
      ]}
      error={error}
      onChange={onChange}
    />
  );
}
