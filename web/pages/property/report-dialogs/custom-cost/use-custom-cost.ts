import { t } from "@lingui/core/macro";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useEffectEvent, useState } from "react";
import type { Measure } from "../../../../../contract/display/measures.ts";
import { call } from "../../../../app/api.ts";
import { ApiError } from "../../../../app/api-error.ts";
import { isRecord, useKeepDraft, useKeptDraft } from "../../../../app/form/use-draft.ts";
import type { ReportView } from "../../../../app/report/search/report-view.ts";
import { toast } from "../../../../app/toast.ts";
import { measure } from "../../../../language/measure.ts";
import {
  type CostForm,
  type CostRow,
  costEntries,
  costRules,
  fieldErrors,
  NO_DAY,
  newCostRow,
  rowsToOpen,
} from "./cost-rows.ts";
import { unitsOfQuery } from "./custom-cost-query.ts";
import { firstWrong, rowProblems, withoutGone } from "./row-problems.ts";
import { useUnitsOf } from "./use-units-of.ts";

export type CustomCostFormState = ReturnType<typeof useCustomCost>["form"];

const saving = ["save custom costs"];

/** The state of the form, and its way to the server. It outlives the dialog's window, and the end of a session. */
export function useCustomCost(view: ReportView, opened: boolean, onSaved: () => void) {
  const client = useQueryClient();
  const draft = useKeptDraft("custom costs", isDraft);
  const [only, ...others] = view.search.property_id ?? [];
  const property = others.length === 0 ? only : undefined;
  const [preselected, setPreselected] = useState(property);
  const blank = (): CostForm => ({ costs: [newCostRow(property)] });
  const form = useForm<CostForm>({
    initialValues: draft ? { costs: rowsOf(draft) } : blank(),
    validateInputOnBlur: true,
    validate: costRules,
  });
  // The form stays while the dialog is closed, and the report may be about another property by the time it opens.
  const open = useEffectEvent(() => {
    const { costs } = form.getValues();
    const rows = rowsToOpen(costs, preselected, property);
    if (rows === costs) return;
    form.setInitialValues({ costs: rows });
    form.setValues({ costs: rows });
    form.clearErrors();
    setPreselected(property);
  });
  useEffect(() => {
    if (opened) open();
  }, [opened]);
  const units = useUnitsOf(form.values.costs);
  const problems = rowProblems(form.values.costs, units.unitsOf);

  const keepDraft = useKeepDraft("custom costs", {
    current: (): Draft => ({ measure, costs: form.getValues().costs }),
    isTyped: () => draft !== undefined || form.isDirty(),
  });

  /** The units as they are now: "all units" means those, and chosen ones may have gone. */
  const unitsNow = async (costs: readonly CostRow[]) => {
    const found = new Map<number, number[]>();
    for (const id of new Set(costs.map(({ property_id }) => Number(property_id)))) {
      const [property] = await client.fetchQuery({ ...unitsOfQuery(id), staleTime: 0 });
      found.set(id, property?.units.map((unit) => unit.id) ?? []);
    }
    return found;
  };

  const save = useMutation({
    mutationKey: saving,
    mutationFn: async (costs: readonly CostRow[]) => {
      const there = await unitsNow(costs);
      const thereFor = ({ property_id }: CostRow) => there.get(Number(property_id)) ?? [];
      if (costs.some((row) => thereFor(row).length === 0 || withoutGone(row, thereFor(row))))
        throw new UnitsChanged(there);
      const entries = costEntries(costs, (id) => there.get(id)) ?? [];
      return call("POST /v1/reporting/portfolio-insights/finances/unit-gallon-price", { body: { costs: entries } });
    },
    onSuccess: () => {
      toast({ title: t`Success`, message: t`Custom costs have been saved successfully.` });
      form.setValues(blank());
      setPreselected(property);
      form.clearErrors();
      onSaved();
      // Dollars stand on every screen.
      void client.invalidateQueries();
    },
    onError: (error, costs) => {
      toast({ title: t`Error`, message: t`Failed to save custom costs. Please try again.`, destructive: true });
      keepDraft(error);
      if (error instanceof UnitsChanged) takeOut(error.there);
      if (error instanceof ApiError) form.setErrors(fieldErrors(error.fields, costs.length));
    },
  });

  function takeOut(there: ReadonlyMap<number, readonly number[]>) {
    for (const [index, row] of form.getValues().costs.entries()) {
      const gone = withoutGone(row, there.get(Number(row.property_id)) ?? []);
      if (gone === undefined) continue;
      form.setFieldValue(`costs.${index}.unit_ids`, gone.left);
      form.setFieldError(`costs.${index}.unit_ids`, missingUnitsMessage(gone));
    }
  }

  const focus = (path: string) => {
    const node = form.getInputNode(path);
    (node instanceof HTMLDivElement ? node.querySelector("button") : node)?.focus();
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { costs } = form.getValues();
    const errors: Record<string, unknown> = { ...problems, ...form.validate().errors };
    for (const index of costs.keys()) {
      for (const field of ["start_date", "end_date"]) {
        // A day that is typed in part reads as none: an end like that must not be taken for an open one.
        const path = `costs.${index}.${field}`;
        const node = form.getInputNode(path);
        if (!(node instanceof HTMLInputElement) || !node.validity.badInput) continue;
        errors[path] = NO_DAY;
        form.setFieldError(path, NO_DAY);
      }
    }
    const wrong = firstWrong(errors, costs.length);
    if (wrong !== undefined) return focus(wrong);
    // Not save.isPending: a second click may come before the first is drawn.
    if (client.isMutating({ mutationKey: saving }) === 0) save.mutate(costs);
  };
  return { form, save, submit, problems, units, isBack: draft !== undefined };
}

function missingUnitsMessage({ left, gone }: { left: readonly number[]; gone: number }): string {
  const are =
    gone === 1 ? t`1 chosen unit is no longer there and is` : t`${gone} chosen units are no longer there and are`;
  return t`${are} taken out. ${left.length === 0 ? t`Choose others.` : t`Check the rest and save again.`}`;
}

/** Units of a row went away since they were chosen: nothing was sent. */
export class UnitsChanged extends Error {
  /** The units that there are now, by property. */
  readonly there: ReadonlyMap<number, readonly number[]>;

  constructor(there: ReadonlyMap<number, readonly number[]>) {
    super(t`Units of these properties are no longer there.`);
    this.name = "UnitsChanged";
    this.there = there;
  }
}

/** What is kept of the form. */
interface Draft {
  /** What the costs are for: in another one they are other prices. */
  measure: Measure;
  costs: CostRow[];
}

function isDraft(kept: unknown): kept is Draft {
  return isRecord(kept) && kept.measure === measure && Array.isArray(kept.costs) && kept.costs.every(isRow);
}

/** Rows of a draft, with keys of their own. */
function rowsOf({ costs }: Draft): CostRow[] {
  return costs.map((row) => ({ ...row, key: newCostRow().key }));
}

function isRow(value: unknown): value is CostRow {
  if (!isRecord(value)) return false;
  const { property_id, unit_ids, cost, start_date, end_date } = value;
  const texts = [cost, start_date, end_date].every((text) => typeof text === "string");
  const units = unit_ids === null || (Array.isArray(unit_ids) && unit_ids.every((id) => typeof id === "number"));
  return texts && units && (property_id === null || typeof property_id === "string");
}
