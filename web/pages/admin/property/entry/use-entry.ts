import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FocusEvent, type SubmitEvent, useEffect, useId, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import { useMe } from "../../../../app/use-me.ts";
import { focusFirstWrong } from "./focus-first-wrong.ts";
import { forgetEntry, keepEntry, keptEntry, type Typed } from "./kept-entry.ts";

/** What is wrong with each field as typed; null: nothing. */
export type Rules<Values extends Typed> = {
  [Field in keyof Values]?: (typed: Values[Field], values: Values) => string | null;
};

export interface EntryOptions<Values extends Typed, Answer> {
  /** Identifies the form, also among those of several rows: "unit 12". */
  name: string;
  initial: Values;
  rules: Rules<Values>;
  write: (values: Values) => Promise<Answer>;
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
  const { id: user } = useMe();
  const formId = useId();
  const [kept] = useState(() => keptEntry(user, name, initial));
  const fields = useForm<Values>({
    initialValues: kept ?? initial,
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

  useEffect(() => {
    if (kept !== undefined) forgetEntry();
  }, [kept]);

  const save = useMutation({
    mutationKey,
    mutationFn: write,
    onSuccess: (answer, values) => {
      onDone(answer, values);
      // Names and numbers of places stand on every screen.
      void client.invalidateQueries();
    },
    onError: (error, values) => {
      if (!(error instanceof ApiError)) return;
      if (error.status === 401) keepEntry(user, name, values);
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
  return {
    formId,
    form,
    submit,
    isSaving: save.isPending,
    /** Why the last attempt failed, if no field shows it; null: it did not. */
    failure: save.error === null || isUnderFields ? null : sentenceOf(save.error),
    /** What is typed was brought back from before the session ended. */
    isBack: kept !== undefined,
  };
}

function wrongFields<Values extends Typed>(rules: Rules<Values>, values: Values): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const field in rules) {
    const ruleError = rules[field]?.(values[field], values);
    if (ruleError) wrong[field] = ruleError;
  }
  return wrong;
}
