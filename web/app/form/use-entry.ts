import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FocusEvent, type SubmitEvent, useEffect, useId, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, sentenceOf } from "../api-error.ts";
import { focusFirstWrong } from "./focus-first-wrong.ts";
import { isRecord, useKeepDraft, useKeptDraft } from "./use-draft.ts";

/** What is typed into a form: texts and ticks by field. */
export type Typed = Record<string, string | boolean>;

/** What is wrong with each field as typed; null: nothing. */
export type Rules<Values extends Typed> = {
  [Field in keyof Values]?: (typed: Values[Field], values: Values) => string | null;
};

export interface EntryOptions<Values extends Typed, Answer> {
  /** Identifies the form, also among those of several rows: "unit 12". */
  name: string;
  initial: Values;
  rules: Rules<Values>;
  /** @param begun the values when typing began; the server rejects the change if they are no longer there */
  write: (values: Values, begun: Values) => Promise<Answer>;
  /** Called once it is done; the dialog closes there. */
  onDone: (answer: Answer, values: Values) => void;
  /** Fields that the call names otherwise than the form. */
  fieldOf?: Readonly<Record<string, keyof Values & string>>;
}

export type Entry<Values extends Typed> = ReturnType<typeof useEntry<Values, unknown>>;

/**
 * The state of a form: each field is validated on blur, the server's errors are shown under their fields, too, the
 * first invalid field gets the focus, and a double click submits once. Typed values survive failures and the end of a
 * session.
 */
export function useEntry<Values extends Typed, Answer>(options: EntryOptions<Values, Answer>) {
  const { name, initial, rules, write, onDone, fieldOf = {} } = options;
  const client = useQueryClient();
  const formId = useId();
  const kept = useKeptDraft(name, isDraftOf(initial));
  const [begun, setBegun] = useState(kept?.begun ?? initial);
  const fields = useForm<Values>({
    initialValues: kept?.typed ?? initial,
    validate: (values) => wrongFields(rules, values),
  });
  /** Validates a field on blur. On the way to a button the layout must not shift: the click would miss it. */
  const getInputProps: typeof fields.getInputProps = (path, inputOptions) => ({
    ...fields.getInputProps(path, inputOptions),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof HTMLButtonElement)) fields.validateField(path);
    },
  });
  const form = { ...fields, getInputProps };
  const mutationKey = ["entry", name];

  const keepDraft = useKeepDraft(name, {
    current: () => ({ begun, typed: fields.getValues() }),
    isTyped: fields.isDirty,
  });
  useEffect(() => {
    if (kept !== undefined) fields.setInitialValues(kept.begun);
  }, [kept, fields.setInitialValues]);

  const save = useMutation({
    mutationKey,
    mutationFn: (values: Values) => write(values, begun),
    onSuccess: (answer, values) => {
      // Saved values are no longer unsaved input.
      fields.setInitialValues(values);
      fields.resetDirty(values);
      setBegun(values);
      onDone(answer, values);
      // Names and numbers of places stand on every screen.
      void client.invalidateQueries();
    },
    onError: (error, values) => {
      keepDraft(error);
      if (!(error instanceof ApiError)) return;
      const errors: Record<string, string> = {};
      for (const [field, message] of Object.entries(error.fields)) {
        const own = fieldOf[field] ?? field;
        if (own in values) errors[own] = message;
      }
      flushSync(() => form.setErrors(errors));
      focusFirstWrong(formId);
    },
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    let hasErrors = false;
    flushSync(() => {
      hasErrors = form.validate().hasErrors;
    });
    if (hasErrors) return focusFirstWrong(formId);
    // Not save.isPending: a second click may come before the first is drawn.
    if (client.isMutating({ mutationKey }) === 0) save.mutate(form.getValues());
  };

  const isUnderFields =
    save.error instanceof ApiError &&
    Object.keys(save.error.fields).some((field) => (fieldOf[field] ?? field) in form.values);
  /** Takes what somebody else saved as the new beginning. @param values what is typed, merged with it */
  const rebase = (newer: Values, values: Values) => {
    form.setInitialValues(newer);
    form.setValues(values);
    setBegun(newer);
  };

  return {
    formId,
    form,
    begun,
    rebase,
    submit,
    isSaving: save.isPending,
    /** Why the last attempt failed, if no field shows it; null: it did not. */
    failure: save.error === null || isUnderFields ? null : sentenceOf(save.error),
    /** What is typed was brought back from before the session ended. */
    isBack: kept !== undefined,
  };
}

/** What is kept of a form: what typing began with, and what was typed. */
function isDraftOf<Values extends Typed>(initial: Values) {
  const isLike = (values: unknown) =>
    isRecord(values) && Object.keys(initial).every((field) => typeof values[field] === typeof initial[field]);
  return (kept: unknown): kept is { begun: Values; typed: Values } =>
    isRecord(kept) && isLike(kept.begun) && isLike(kept.typed);
}

function wrongFields<Values extends Typed>(rules: Rules<Values>, values: Values): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const field in rules) {
    const ruleError = rules[field]?.(values[field], values);
    if (ruleError) wrong[field] = ruleError;
  }
  return wrong;
}
