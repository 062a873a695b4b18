import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Language } from "../../../../../contract/display/languages.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import { savePreferences, usePreferences } from "../../../../app/preferences.ts";
import { toast } from "../../../../app/toast.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { showLanguage } from "../../../../language/language.ts";
import { ChoiceList } from "../view/ChoiceList.tsx";

/** Each named in itself: whoever cannot read the page finds their own. */
const choices: readonly { value: Language | "browser"; label: string }[] = [
  { value: "browser", label: t`As the browser` },
  { value: "en", label: "English" },
  { value: "es", label: "Español" },
];

/** The language of the screens, wherever this user signs in; the browser's until one is chosen here. */
export function LanguagePanel(): ReactNode {
  const client = useQueryClient();
  const preferences = usePreferences();
  const choose = async (choice: Language | "browser") => {
    const language = choice === "browser" ? null : choice;
    try {
      await savePreferences(client, { language });
      showLanguage(language);
    } catch (error) {
      toast({ title: t`Error`, message: sentenceOf(error), destructive: true });
    }
  };
  return (
    <Panel title={t`Language`} subtitle={t`Wherever you sign in`}>
      <ChoiceList
        legend={t`Language`}
        options={choices}
        chosen={preferences?.language ?? "browser"}
        onChoose={(choice) => void choose(choice)}
        inline
      />
    </Panel>
  );
}
