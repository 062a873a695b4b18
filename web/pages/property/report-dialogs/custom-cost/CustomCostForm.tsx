import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { ApiError, notLoaded, sentenceOf } from "../../../../app/api-error.ts";
import { propertiesQuery } from "../../../../app/report/report-queries.ts";
import type { Period } from "../../../../components/period/period.ts";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import { CostEffect } from "./CostEffect.tsx";
import { CostFields } from "./CostFields.tsx";
import { newCostRow } from "./cost-rows.ts";
import classes from "./custom-cost.module.css";
import { type CustomCostFormState, UnitsChanged } from "./use-custom-cost.ts";
import type { useUnitsOf } from "./use-units-of.ts";

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
export function CustomCostForm({ id, form, period, onSubmit, error, problems, units, isBack }: Props): ReactNode {
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
      {isBack && (
        <p className={classes.back} role="status">
          Your session ended before this was saved. What you typed is back, and nothing of it is saved yet.
        </p>
      )}
      {properties.isError && (
        <ErrorState
          inline
          message={notLoaded("The properties", properties.error)}
          onRetry={() => void properties.refetch()}
        />
      )}
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
          Add another property cost
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
  const gone = "Some of these units are no longer there. Nothing was saved: check the choice and save again.";
  if (error instanceof UnitsChanged) return gone;
  if (!(error instanceof ApiError)) return sentenceOf(error);
  if (error.status === 404 && "unit_ids" in error.fields) return gone;
  const fieldMessages = [...new Set(Object.values(error.fields))].join(" ");
  return fieldMessages === "" ? error.detail : fieldMessages;
}
