import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { priceIn } from "../../../../../contract/display/measures.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { DEFAULT_RATE } from "../../../../app/report/headline/default-rate.ts";
import { toast } from "../../../../app/toast.ts";
import { money } from "../../../../components/format.ts";
import { Gallon, gallon, measure } from "../../../../language/measure.ts";
import { costError, endError, startError } from "../../../property/report-dialogs/custom-cost/cost-rows.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";

interface Typed extends Record<string, string> {
  cost: string;
  start_date: string;
  end_date: string;
}

/** Sets what a gallon costs where a unit has no price of its own. */
export default function SetPrice({ view, opened, onClose, onDone }: SettingsDialogProps): ReactNode {
  const { id, name } = view.organization;
  const entry = useEntry<Typed, unknown>({
    name: `default price per ${measure} of ${id}`,
    initial: { cost: String(priceIn(measure, DEFAULT_RATE)), start_date: "", end_date: "" },
    rules: {
      cost: costError,
      start_date: (start, { end_date }) => (start === "" ? null : startError(start, end_date)),
      end_date: (end, { start_date }) => endError(end, start_date),
    },
    write: ({ cost, start_date, end_date }) =>
      call("POST /v1/reporting/portfolio-insights/finances/organization-gallon-price", {
        body: {
          organization_id: id,
          cost: Number(cost),
          measure,
          start_date: start_date === "" ? null : start_date,
          end_date: end_date === "" ? null : end_date,
        },
      }),
    onDone: (_, { cost }) => {
      onDone();
      toast({
        title: t`Default price saved`,
        message: t`${money}${Number(cost)} per ${gallon} at ${name}. Reports follow.`,
      });
    },
  });
  const { form } = entry;
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Set the default price`}
      size="small"
      entry={entry}
      save={t`Save the price`}
    >
      <p className={entryClasses.soft}>
        <Trans>
          For units of {name} that have no price of their own. On the days that it covers it replaces earlier defaults,
          on past days too: dollars in reports of these days change. Earlier prices stay in the history.
        </Trans>
      </p>
      <TextInput
        data-autofocus
        label={t`Average Cost per ${Gallon}`}
        leftSection={money}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps("cost")}
      />
      <div className={entryClasses.pair}>
        <TextInput
          label={t`First day`}
          description={t`Optional; without one it applies from the beginning`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          type="date"
          {...form.getInputProps("start_date")}
        />
        <TextInput
          label={t`Last day`}
          description={t`Optional; without one until further notice`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          type="date"
          {...form.getInputProps("end_date")}
        />
      </div>
    </EntryDialog>
  );
}
