import { t } from "@lingui/core/macro";
import { Select, type SelectProps } from "@mantine/core";
import { failureOf } from "../../../../app/query-state.ts";
import "@mantine/core/styles/Combobox.layer.css";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { currencies } from "../../../../../contract/display/measures.ts";
import { type CallInput, call } from "../../../../app/api.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import classes from "../../../../app/form/entry.module.css";
import { meQuery } from "../../../../app/query.ts";
import { toast } from "../../../../app/toast.ts";
import { measureOptions } from "../../../../components/labels.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { locale } from "../../../../language/language.ts";
import { showDisplay } from "../../../../language/measure.ts";
import { displayQuery } from "../view/settings-queries.ts";

const inputWrapperOrder: SelectProps["inputWrapperOrder"] = ["label", "input", "description", "error"];
const path = "/v1/organizations/{id}/display-settings" as const;
const names = new Intl.DisplayNames(locale, { type: "currency" });
const currencyOptions = currencies.map((value) => ({ value, label: `${value} ${names.of(value)}` }));

/** The measure and the currency that an organization's screens and files show. */
export function DisplayPanel({ organization }: { organization: number }): ReactNode {
  const client = useQueryClient();
  const { data, ...display } = useQuery(displayQuery(organization));
  const failure = failureOf(display, t`The measure`);
  const change = useMutation({
    mutationFn: (body: CallInput<`PUT ${typeof path}`>["body"]) =>
      call(`PUT ${path}`, { params: { id: organization }, body }),
    onSuccess: async (saved) => {
      client.setQueryData(displayQuery(organization).queryKey, saved);
      toast({ title: t`Saved`, message: t`Everyone in the organization sees it on the next page they open.` });
      showDisplay(await client.fetchQuery({ ...meQuery, staleTime: 0 }));
    },
    onError: (error) => toast({ title: t`Error`, message: sentenceOf(error), destructive: true }),
  });
  const shared = { allowDeselect: false, disabled: data === undefined || change.isPending, inputWrapperOrder };
  return (
    <Panel
      title={t`Measure and currency`}
      subtitle={t`Changes what is shown; readings stay stored in gallons and prices per gallon`}
      state={failure ? { kind: "error", ...failure } : { kind: "ready" }}
    >
      <div className={classes.pair}>
        <Select
          {...shared}
          label={t`Water is shown in`}
          description={t`Everyone can choose another measure in their profile`}
          data={measureOptions}
          value={data?.measure ?? null}
          onChange={(measure) => measure && change.mutate({ measure })}
        />
        <Select
          {...shared}
          searchable
          label={t`Currency`}
          description={t`Amounts are not converted: set prices in this currency`}
          data={currencyOptions}
          value={data?.currency ?? null}
          onChange={(currency) => currency && change.mutate({ currency })}
        />
      </div>
    </Panel>
  );
}
