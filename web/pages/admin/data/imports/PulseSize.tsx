import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReadingChoices } from "./reading-choices.ts";

interface Props {
  choices: ReadingChoices;
  wrong: Readonly<Record<string, string>>;
  onChange: (changed: Partial<ReadingChoices>) => void;
}

/** How much one pulse is, where figures are in pulses. */
export function PulseSize({ choices, wrong, onChange }: Props): ReactNode {
  if (choices.unit !== "pulse") return null;
  const isRegister = choices.holds === "register";
  return (
    <TextInput
      label={t`Gallons per pulse`}
      description={
        wrong.gallons_per_pulse || !isRegister ? undefined : t`Empty: as the inventory has it for each meter`
      }
      inputWrapperOrder={["label", "input", "description", "error"]}
      inputMode="decimal"
      autoComplete="off"
      value={choices.gallons_per_pulse}
      error={wrong.gallons_per_pulse}
      onChange={(event) => onChange({ gallons_per_pulse: event.currentTarget.value })}
    />
  );
}
