import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { DraftNotice } from "../../../../app/form/DraftNotice.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { meQuery } from "../../../../app/query.ts";
import { toast } from "../../../../app/toast.ts";
import { useMe } from "../../../../app/use-me.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import classes from "../profile.module.css";
import { MOST_TITLE, personNameError, titleError } from "./details-rules.ts";

/** The own names and business title, which everybody may change; the e-mail address is somebody else's to change. */
export function DetailsPanel(): ReactNode {
  const me = useMe();
  const router = useRouter();
  const client = useQueryClient();
  const entry = useEntry({
    name: "profile",
    initial: { first_name: me.first_name, last_name: me.last_name, business_title: me.business_title },
    rules: { first_name: personNameError, last_name: personNameError, business_title: titleError },
    write: (body) => call("PATCH /v1/me", { body }),
    onDone: (answer) => {
      const { first_name, last_name, business_title } = answer;
      client.setQueryData(meQuery.queryKey, answer);
      entry.form.setValues({ first_name, last_name, business_title });
      toast({ title: t`Profile saved`, message: t`Your names and business title are kept.` });
      // The header's initials and name come with it.
      void router.invalidate();
    },
  });
  const { form } = entry;
  const length = form.values.business_title.trim().length;
  return (
    <Panel title={t`Your account`}>
      <form id={entry.formId} className={classes.form} onSubmit={entry.submit} noValidate aria-label={t`Your account`}>
        <DraftNotice isBack={entry.isBack} />
        <dl className={classes.facts}>
          <div>
            <dt>
              <Trans>Username and e-mail</Trans>
            </dt>
            <dd>{me.email}</dd>
          </div>
        </dl>
        <div className={entryClasses.pair}>
          <TextInput label={t`First name`} autoComplete="given-name" {...form.getInputProps("first_name")} />
          <TextInput label={t`Last name`} autoComplete="family-name" {...form.getInputProps("last_name")} />
        </div>
        <TextInput
          label={t`Business title`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          description={
            <span className={classes.under}>
              <span>
                <Trans>Optional. Your colleagues see it in User Management.</Trans>
              </span>
              <span className={length > MOST_TITLE ? classes.over : undefined}>{`${length}/${MOST_TITLE}`}</span>
            </span>
          }
          autoComplete="organization-title"
          {...form.getInputProps("business_title")}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={entry.isSaving}>
            <Trans>Save</Trans>
          </Button>
        </div>
        <p className={classes.error} role="alert">
          {entry.failure}
        </p>
      </form>
    </Panel>
  );
}
