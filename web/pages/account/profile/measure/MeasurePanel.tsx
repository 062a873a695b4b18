import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Measure } from "../../../../../contract/display/measures.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import { savePreferences, usePreferences } from "../../../../app/preferences.ts";
import { meQuery } from "../../../../app/query.ts";
import { toast } from "../../../../app/toast.ts";
import { measureOptions } from "../../../../components/labels.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { showDisplay } from "../../../../language/measure.ts";
import { ChoiceList } from "../view/ChoiceList.tsx";

/** The measure in which volumes are shown to this user; the organization's until they choose one. */
export function MeasurePanel(): ReactNode {
  const client = useQueryClient();
  const preferences = usePreferences();
  const choose = async (choice: Measure | "organization") => {
    try {
      await savePreferences(client, { measure: choice === "organization" ? null : choice });
      showDisplay(await client.fetchQuery({ ...meQuery, staleTime: 0 }));
    } catch (error) {
      toast({ title: t`Error`, message: sentenceOf(error), destructive: true });
    }
  };
  return (
    <Panel title={t`Measure`} subtitle={t`Wherever you sign in`}>
      <ChoiceList
        legend={t`Water is shown in`}
        options={[{ value: "organization", label: t`As the organization` }, ...measureOptions]}
        chosen={preferences?.measure ?? "organization"}
        onChoose={(choice) => void choose(choice)}
        inline
      />
    </Panel>
  );
}
