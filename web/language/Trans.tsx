import { Trans as LinguiTrans, type TransProps } from "@lingui/react";
import type { ReactNode } from "react";

/**
 * Lingui's, for which a name such as "<b>" in a sentence would be one of the sentence's own elements: it would be
 * missing on the screen. As an element of its own it is shown as it is.
 */
export function Trans({ values, ...props }: TransProps): ReactNode {
  const shown = Object.entries(values ?? {}).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" && value.includes("<") ? [value] : value,
  ]);
  return <LinguiTrans {...props} values={values && Object.fromEntries(shown)} />;
}
