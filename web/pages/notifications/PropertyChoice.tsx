import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Panel } from "../../components/panel/Panel.tsx";
import { CheckList } from "../admin/users/form/CheckList.tsx";
import type { FormPart } from "./form-part.ts";
import classes from "./notifications.module.css";
import { notificationsQueries } from "./notifications-queries.ts";
import { RadioCards } from "./RadioCards.tsx";
import { fieldNames, idsIn, listed } from "./settings-form.ts";

/** Of all properties or of some. Those of other organizations, chosen there, stay chosen. */
export function PropertyChoice({ form }: FormPart): ReactNode {
  const properties = useQuery(notificationsQueries().properties);
  const ids = idsIn(form.values.property_ids);
  const known = new Set(properties.data?.map(({ id }) => id));
  const elsewhere = properties.data === undefined ? [] : ids.filter((id) => !known.has(id));
  return (
    <Panel title={fieldNames.which_properties}>
      <RadioCards
        legend={fieldNames.which_properties}
        options={[
          { value: "all", label: t`All that I may see`, hint: t`Also those to come` },
          { value: "chosen", label: t`Only some` },
        ]}
        chosen={form.values.which_properties === "all" ? "all" : "chosen"}
        onChoose={(which) => {
          form.setFieldValue("which_properties", which);
          form.clearFieldError("property_ids");
        }}
      />
      {form.values.which_properties === "chosen" && (
        <div className={classes.properties}>
          <CheckList
            label={fieldNames.property_ids}
            choices={(properties.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            chosen={ids.filter((id) => known.has(id))}
            onChange={(chosen) => {
              form.setFieldValue("property_ids", listed([...elsewhere, ...chosen]));
              form.clearFieldError("property_ids");
            }}
            onLeave={() => form.validateField("property_ids")}
            error={
              form.errors.property_ids ?? (properties.isError ? t`The properties could not be loaded.` : undefined)
            }
            hint={
              elsewhere.length === 0
                ? undefined
                : t`And ${plural(elsewhere.length, { one: "# property", other: "# properties" })} that another organization has.`
            }
            isLoading={properties.isPending}
            emptyText={t`No properties found`}
          />
        </div>
      )}
    </Panel>
  );
}
