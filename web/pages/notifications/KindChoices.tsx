import type { ReactNode } from "react";
import { Panel } from "../../components/panel/Panel.tsx";
import type { FormPart } from "./form-part.ts";
import { KindBoxes } from "./KindBoxes.tsx";
import { fieldNames, kindsIn, listed } from "./settings-form.ts";

/** What to be notified of, by what it is about. */
export function KindChoices({ form }: FormPart): ReactNode {
  return (
    <Panel title={fieldNames.kinds}>
      <KindBoxes
        chosen={kindsIn(form.values.kinds)}
        onChange={(kinds) => {
          form.setFieldValue("kinds", listed(kinds));
          form.clearFieldError("kinds");
        }}
        error={form.errors.kinds}
      />
    </Panel>
  );
}
