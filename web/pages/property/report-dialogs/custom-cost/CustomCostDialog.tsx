import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useId, useRef } from "react";
import { flushSync } from "react-dom";
import type { NewCost } from "../../../../../contract/costs/cost-entry.ts";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import { DraftNotice } from "../../../../app/form/DraftNotice.tsx";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { propertiesQuery } from "../../../../app/report/report-queries.ts";
import { periodInSentence } from "../../../../app/report/search/period-search.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import type { Period } from "../../../../components/period/period.ts";
import { Gallon } from "../../../../language/measure.ts";
import { CostFields } from "./CostFields.tsx";
import { changeText } from "./change-text.ts";
import { type CostRow, costEntries, isComplete, newCostRow } from "./cost-rows.ts";
import classes from "./custom-cost.module.css";
import { effectQuery } from "./custom-cost-query.ts";
import { rowProblems } from "./row-problems.ts";
import { type CustomCostFormState, UnitsChanged, useCustomCost } from "./use-custom-cost.ts";
import type { useUnitsOf } from "./use-units-of.ts";

/** Sets what a gallon costs at the units of properties. What is typed stays when the dialog closes without saving. */
export default function CustomCostDialog({ view, opened, onClose }: ReportDialogProps): ReactNode {
  const formId = useId();
  const { save, submit, ...state } = useCustomCost(view, opened, onClose);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t`Set Custom Cost per ${Gallon}`}
      size="large"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} loading={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <CustomCostForm id={formId} {...state} period={view.period} onSubmit={submit} error={save.error} />
    </Dialog>
  );
}

interface Props {
  id: string;
  form: CustomCostFormState;
  /** The report's days, for which the effect is shown. */
  period: Period;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Why the last attempt failed. */
  error: Error | null;
  problems: Readonly<Record<string, string>>;
  units: ReturnType<typeof useUnitsOf>;
  /** What is typed was brought back from before the session ended. */
  isBack: boolean;
}

/** Prices of a gallon, a row for each property, and what they would change. */
function CustomCostForm({ id, form, period, onSubmit, error, problems, units, isBack }: Props): ReactNode {
  const properties = useQuery(propertiesQuery());
  const add = useRef<HTMLButtonElement>(null);
  const { costs } = form.values;
  const addRow = () => {
    flushSync(() => form.insertListItem("costs", newCostRow()));
    form.getInputNode(`costs.${costs.length}.property_id`)?.focus();
  };
  const removeRow = (index: number) => {
    form.removeListItem("costs", index);
    add.current?.focus();
  };
  return (
    <form id={id} className={classes.form} onSubmit={onSubmit} noValidate>
      <DraftNotice isBack={isBack} />
      <QueryFailure query={properties} what={t`The properties`} inline />
      {costs.map(({ key }, index) => (
        <CostFields
          key={key}
          form={form}
          index={index}
          properties={properties.data ?? []}
          problems={problems}
          period={period}
          onRemove={costs.length > 1 ? () => removeRow(index) : undefined}
        />
      ))}
      <div>
        <Button
          ref={add}
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={addRow}
        >
          <Trans>Add another property cost</Trans>
        </Button>
      </div>
      <CostEffect costs={costs} period={period} units={units} />
      <p className={classes.error} role="alert">
        {error !== null && failureMessage(error)}
      </p>
    </form>
  );
}

/** Why nothing was saved; what belongs to single fields stands under them, too. */
function failureMessage(error: Error): string {
  const gone = t`Some of these units are no longer there. Nothing was saved: check the choice and save again.`;
  if (error instanceof UnitsChanged) return gone;
  if (!(error instanceof ApiError)) return sentenceOf(error);
  if (error.status === 404 && "unit_ids" in error.fields) return gone;
  const fieldMessages = [...new Set(Object.values(error.fields))].join(" ");
  return fieldMessages === "" ? error.detail : fieldMessages;
}

interface CostEffectProps {
  costs: readonly CostRow[];
  period: Period;
  units: ReturnType<typeof useUnitsOf>;
}

/** What the prices would make of the report's days, before anything is saved. */
function CostEffect({ costs, period, units: { unitsOf, failed } }: CostEffectProps): ReactNode {
  const [typed] = useDebouncedValue(costs, 300);
  // Both what is entered now and what is shown, 300 ms behind it, must be valid.
  const isReady = [costs, typed].every(
    (rows) => rows.every(isComplete) && Object.keys(rowProblems(rows, unitsOf)).length === 0,
  );
  const entries = isReady ? costEntries(typed, unitsOf) : undefined;
  return (
    <section className={classes.effect} aria-label={t`What it changes`} aria-live="polite">
      {failed ? (
        <QueryFailure query={failed} what={t`The units`} inline />
      ) : entries === undefined ? (
        <p>
          <Trans>Once each property has its cost and its first day, this says what they change.</Trans>
        </p>
      ) : (
        <Effect entries={entries} period={period} />
      )}
    </section>
  );
}

function Effect({ entries, period }: { entries: readonly NewCost[]; period: Period }): ReactNode {
  const effect = useQuery(effectQuery(entries, period));
  if (effect.isError) return <QueryFailure query={effect} what={t`What it changes`} inline />;
  if (effect.data === undefined)
    return (
      <p>
        <Trans>Working out what it changes…</Trans>
      </p>
    );
  const { properties } = effect.data;
  const all = { property_id: 0, property_name: t`Together`, ...effect.data };
  return (
    <table className={classes.changes} data-refreshing={effect.isPlaceholderData || undefined}>
      <caption>
        <Trans>
          <b>{t`Costs of this period, ${periodInSentence(period)}.`}</b> Nothing is saved yet.
        </Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Property</Trans>
          </th>
          <th scope="col">
            <Trans>All water</Trans>
          </th>
          <th scope="col">
            <Trans>Leaks of it</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {[...properties, ...(properties.length > 1 ? [all] : [])].map((one) => (
          <tr key={one.property_id}>
            <th scope="row">{one.property_name}</th>
            <td>{changeText(one.total_cost_before, one.total_cost_after)}</td>
            <td>{changeText(one.leak_cost_before, one.leak_cost_after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
