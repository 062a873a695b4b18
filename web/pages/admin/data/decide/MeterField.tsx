import { TextInput } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { OfferedMeter } from "./use-meters.ts";

interface Props {
  label: string;
  help: string;
  offered: readonly OfferedMeter[];
  /** Of the form's field. */
  input: { error?: ReactNode };
  /** The form begins here. */
  isFirst?: boolean;
}

/** A meter's serial number, offered while it is typed. */
export function MeterField({ label, help, offered, input, isFirst }: Props): ReactNode {
  const id = useId();
  return (
    <>
      <TextInput
        label={label}
        description={input.error ? undefined : help}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        spellCheck={false}
        list={id}
        data-autofocus={isFirst || undefined}
        {...input}
      />
      <datalist id={id}>
        {offered.map(({ serial_number, place }) => (
          <option key={serial_number} value={serial_number}>
            {place}
          </option>
        ))}
      </datalist>
    </>
  );
}
