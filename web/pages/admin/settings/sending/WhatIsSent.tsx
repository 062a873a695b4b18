import { t } from "@lingui/core/macro";
import { TextInput, type TextInputProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { money } from "../../../../components/format.ts";
import { KindBoxes } from "../../../notifications/KindBoxes.tsx";
import { RadioCards } from "../../../notifications/RadioCards.tsx";
import { idsIn, kindsIn, listed } from "../../../notifications/settings-form.ts";
import { CheckList } from "../../users/form/CheckList.tsx";
import settingsClasses from "../settings.module.css";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import classes from "./sending.module.css";
import { type SentField, type SentForm, sentNames } from "./what-is-sent.ts";

interface Props {
  view: SettingsView;
  values: SentForm;
  errors: Readonly<Record<string, ReactNode>>;
  set: (field: SentField, value: string) => void;
  /** Validates it. */
  onLeave: (field: SentField) => void;
  leastCost: TextInputProps;
}

/** What an organization sends: which kinds, of which properties, from which cost on. */
export function WhatIsSent({ view, values, errors, set, onLeave, leastCost }: Props): ReactNode {
  const properties = useQuery(settingsQueries(view.organization.id, view.search).properties);
  const ids = idsIn(values.property_ids);
  return (
    <>
      <section className={classes.part} aria-label={sentNames.kinds}>
        <h3>{sentNames.kinds}</h3>
        <KindBoxes
          isShort
          chosen={kindsIn(values.kinds)}
          onChange={(kinds) => set("kinds", listed(kinds))}
          error={errors.kinds}
        />
      </section>
      <section className={classes.part} aria-label={sentNames.which_properties}>
        <h3>{sentNames.which_properties}</h3>
        <RadioCards
          legend={sentNames.which_properties}
          options={[
            { value: "all", label: t`All, also those to come` },
            { value: "chosen", label: t`Only some` },
          ]}
          chosen={values.which_properties === "all" ? "all" : "chosen"}
          onChoose={(which) => set("which_properties", which)}
        />
        {values.which_properties === "chosen" && (
          <CheckList
            label={sentNames.property_ids}
            choices={(properties.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
            chosen={ids}
            onChange={(chosen) => set("property_ids", listed(chosen))}
            onLeave={() => onLeave("property_ids")}
            error={errors.property_ids ?? (properties.isError ? t`The properties could not be loaded.` : undefined)}
            isLoading={properties.isPending}
            emptyText={t`No properties found`}
          />
        )}
      </section>
      <TextInput
        label={t`Only leaks that cost at least, a day`}
        description={t`0: every leak`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span className={settingsClasses.unit}>{t`${money} a day`}</span>}
        rightSectionWidth={72}
        rightSectionPointerEvents="none"
        {...leastCost}
      />
    </>
  );
}
