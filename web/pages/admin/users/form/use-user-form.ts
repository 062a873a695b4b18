import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useId, useState } from "react";
import { flushSync } from "react-dom";
import type { User } from "../../../../../contract/accounts/users.ts";
import type { CallAnswer } from "../../../../app/api.ts";
import { ApiError } from "../../../../app/api-error.ts";
import { focusFirstWrong } from "../../../../app/form/focus-first-wrong.ts";
import { isRecord, useKeepDraft, useKeptDraft } from "../../../../app/form/use-draft.ts";
import { propertiesOfQuery } from "../queries/users-queries.ts";
import type { Viewer } from "../queries/viewer.ts";
import { isUserForm } from "./is-user-form.ts";
import { type Filled, type Invited, membershipBody } from "./user-calls.ts";
import { type Access, accessParts, formOf, newUser, tickedProperties, type UserForm } from "./user-form.ts";
import { fieldErrors, wrongFields } from "./user-rules.ts";

export type Enums = CallAnswer<"GET /v1/admin/enums">["results"];

interface Options {
  viewer: Viewer;
  /** null: a new one. */
  user: User | null;
  enums: Enums;
  write: (filled: Filled) => Promise<Invited>;
  onDone: (answer: Invited) => void;
  onFailed: (error: Error) => void;
}

export type UserEntry = ReturnType<typeof useUserForm>;

/**
 * The state of a user form. Each field is validated on blur, the server's errors are shown under their fields, too, the
 * first invalid field gets the focus, and a double click submits once. Typed values survive failures and the end of a
 * session.
 */
export function useUserForm({ viewer, user, enums, write, onDone, onFailed }: Options) {
  const client = useQueryClient();
  const formId = useId();
  const own = viewer.isStaff ? undefined : viewer.organization.id;
  const name = `user ${user?.id ?? "new"}`;
  const kept = useKeptDraft(name, isDraft);
  const [blank] = useState(() =>
    newUser(
      enums.permissions.map((one) => one.name),
      own,
    ),
  );
  const [begun, setBegun] = useState(() => kept?.begun ?? (user === null ? blank : formOf(user, own)));
  const isStaff = (role: string | null) => enums.roles.some((one) => one.is_staff && String(one.id) === role);

  /** How many properties are ticked; undefined while it is not known which there are. */
  const ticked = (access: Access) => {
    const [organization] = access.assigned_organizations;
    if (organization === undefined) return;
    const offered = client.getQueryData(propertiesOfQuery(organization).queryKey)?.map(({ id }) => id);
    return offered && tickedProperties(access, offered).length;
  };

  const form = useForm<UserForm>({
    initialValues: kept?.typed ?? begun,
    validateInputOnBlur: true,
    validate: (values) => wrongFields(values, { isStaff, properties: ticked }),
  });

  /** The form as it is sent: of each organization its properties are known then. */
  const fill = async (values: UserForm): Promise<Filled> => {
    if (isStaff(values.role)) return { values, memberships: null };
    const bodies = accessParts(values).map(async ({ access }) => {
      const [organization = 0] = access.assigned_organizations;
      const offered = await client.fetchQuery(propertiesOfQuery(organization));
      return membershipBody(
        access,
        organization,
        offered.map(({ id }) => id),
      );
    });
    const [first, ...further] = await Promise.all(bodies);
    if (first === undefined) throw new Error("A form without an organization.");
    return { values, memberships: { first, further } };
  };

  useEffect(() => {
    if (kept !== undefined) form.setInitialValues(kept.begun);
  }, [kept, form.setInitialValues]);
  const keepDraft = useKeepDraft(name, {
    current: () => ({ begun, typed: form.getValues() }),
    isTyped: () => form.isDirty() && !save.isSuccess,
  });

  const mutationKey = ["save user", user?.id ?? "new"];
  const save = useMutation({
    mutationKey,
    mutationFn: async (values: UserForm) => write(await fill(values)),
    onSuccess: (answer) => {
      onDone(answer);
      void client.invalidateQueries();
    },
    onError: (error, values) => {
      keepDraft(error);
      if (error instanceof ApiError) flushSync(() => form.setErrors(fieldErrors(error.fields, values)));
      focusFirstWrong(formId);
      onFailed(error);
    },
  });

  /** Validates the form and shows errors under their fields. */
  const isRight = () => {
    let hasErrors = false;
    flushSync(() => {
      hasErrors = form.validate().hasErrors;
    });
    if (hasErrors) focusFirstWrong(formId);
    return !hasErrors;
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isRight()) return;
    const values = form.getValues();
    if (!isStaff(values.role) && accessParts(values).some(({ access }) => ticked(access) === undefined)) {
      // Whether a property is checked is known once they are loaded. A failure occurs again below and is shown there.
      await fill(values).catch(() => undefined);
      if (!isRight()) return;
    }
    // Not save.isPending: a second click may come before the first is drawn.
    if (client.isMutating({ mutationKey }) === 0) save.mutate(form.getValues());
  };

  /** Sets new values; errors of unchanged fields are kept. */
  const take = (next: UserForm) => {
    const { values, errors } = form;
    const same = Object.keys(errors).filter((path) => valueAt(next, path) === valueAt(values, path));
    form.setValues(next);
    form.setErrors(Object.fromEntries(same.map((path) => [path, errors[path]])));
  };

  /** Takes values over with an organization less: what was wrong with the others stands elsewhere and is checked again. */
  const takeFewer = (next: UserForm) => {
    const { email, business_title } = form.errors;
    form.setValues(next);
    form.setErrors({ email, business_title });
  };

  /** Takes another version of the user as the new beginning. */
  const beginFrom = (newer: UserForm) => {
    form.setInitialValues(newer);
    setBegun(newer);
  };

  return {
    formId,
    form,
    begun,
    beginFrom,
    fill,
    take,
    takeFewer,
    submit,
    save,
    blank,
    enums,
    isStaff,
    /** What is typed was brought back from before the session ended. */
    isBack: kept !== undefined,
  };
}

interface Draft {
  /** What the typing began with. */
  begun: UserForm;
  typed: UserForm;
}

function isDraft(kept: unknown): kept is Draft {
  return isRecord(kept) && isUserForm(kept.begun) && isUserForm(kept.typed);
}

/** A field of a form by its path, such as `further.0.role`. */
function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, step) => {
    return typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined;
  }, values);
}
