import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";

/** The value of the field in a request. */
export const sinceBody = (typed: string) => (typed === "" ? "always" : typed);

/** The first day of a meter at its place. @param input of the form's field: a day, or "" for all along */
export function SinceField({ input }: { input: ComponentProps<typeof TextInput> }): ReactNode {
  return (
    <TextInput
      type="date"
      label={t`In service since`}
      description={
        input.error
          ? undefined
          : t`Its first day here; earlier days count without it. Empty: it has been there all along`
      }
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...input}
    />
  );
}
