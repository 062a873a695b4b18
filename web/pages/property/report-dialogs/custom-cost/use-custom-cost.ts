import { t } from "@lingui/core/macro";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useState } from "react";
import { call } from "../../../../app/api.ts";
import { ApiError } from "../../../../app/api-error.ts";
import type { ReportView } from "../../../../app/report/search/report-view.ts";
import { toast } from "../../../../app/toast.ts";
import { useMe } from "../../../../app/use-me.ts";
import { type CostForm, type CostRow, costEntries, costRules, fieldErrors, NO_DAY, newCostRow } from "./cost-rows.ts";
import { unitsOfQuery } from "./custom-cost-query.ts";
import { firstWrong, rowProblems, withoutGone } from "./row-problems.ts";
import { useUnitsOf } from "./use-units-of.ts";

export type CustomCostFormState = ReturnType<typeof useCustomCost>["form"];

const saving = ["save custom costs"];

/** The state of the form, and its way to the server. It outlives the dialog's window, and the end of a session. */
export function useCustomCost(view: ReportView, onSaved: () => void) {
  const client = useQueryClient();
  const { id: user } = useMe();
  const [draft] = useState(() => keptDraft(user));
  const [only, ...others] = view.search.property_id ?? [];
  const blank = (): CostForm => ({ costs: [newCostRow(others.length === 0 ? only : undefined)] });
  const form = useForm<CostForm>({
    initialValues: draft ? { costs: draft } : blank(),
    validateInputOnBlur: true,
    validate: costRules,
  });
  const units = useUnitsOf(form.values.costs);
  const problems = rowProblems(form.values.costs, units.unitsOf);

  // Once: a draft that is kept later is for the next time.
  useEffect(forgetDraft, []);
  useEffect(() => {
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (isSignedOut(event.action.error) && (draft !== undefined || form.isDirty()))
        keepDraft(user, form.getValues().costs);
    });
  }, [client, user, draft, form.isDirty, form.getValues]);

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
      form.clearErrors();
      onSaved();
      // Dollars stand on every screen.
      void client.invalidateQueries();
    },
    onError: (error, costs) => {
      toast({ title: t`Error`, message: t`Failed to save custom costs. Please try again.`, destructive: true });
      if (isSignedOut(error)) keepDraft(user, form.getValues().costs);
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

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
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

const key = "dripline.custom-cost.unsaved";

/** Keeps what somebody typed when their session ends, in this tab, until they are signed in again. */
function keepDraft(user: number, costs: readonly CostRow[]): void {
  sessionStorage.setItem(key, JSON.stringify({ user, costs }));
}

function forgetDraft(): void {
  sessionStorage.removeItem(key);
}

/** What the same person had typed when their session ended; undefined: nothing, or nothing that can be read. */
function keptDraft(user: number): CostRow[] | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (!isRecord(kept) || kept.user !== user || !Array.isArray(kept.costs)) return undefined;
    const rows: unknown[] = kept.costs;
    const costs = rows.filter(isRow).map((row) => ({ ...row, key: newCostRow().key }));
    return costs.length === 0 ? undefined : costs;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isRow(value: unknown): value is CostRow {
  if (!isRecord(value)) return false;
  const { property_id, unit_ids, cost, start_date, end_date } = value;
  const texts = [cost, start_date, end_date].every((text) => typeof text === "string");
  const units = unit_ids === null || (Array.isArray(unit_ids) && unit_ids.every((id) => typeof id === "number"));
  return texts && units && (property_id === null || typeof property_id === "string");
}
