import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import { DraftNotice } from "../../../../app/form/DraftNotice.tsx";
import type { Viewer } from "../queries/viewer.ts";
import classes from "./form.module.css";
import { type Organization, OrganizationParts } from "./OrganizationParts.tsx";
import type { UserEntry } from "./use-user-form.ts";
import { MOST_TITLE } from "./user-rules.ts";

interface Props {
  entry: UserEntry;
  viewer: Viewer;
  /** null: a new one. */
  user: User | null;
  /** Asks whether to take an organization from the user that they have. */
  onRemove?: (organization: Organization) => void;
  /** Shown above the fields. */
  notice?: ReactNode;
  /** Why nothing was saved, below the fields. */
  failure?: string | null;
}

/** Who somebody is, and what they may see. */
export function UserFields({ entry, viewer, user, onRemove, notice, failure }: Props): ReactNode {
  const id = useId();
  const { form } = entry;
  const title = form.values.business_title.trim().length;
  return (
    <form id={entry.formId} className={classes.form} onSubmit={entry.submit} noValidate>
      <DraftNotice isBack={entry.isBack} />
      {notice}
      <section className={classes.section} aria-labelledby={`${id}-who`}>
        <h3 id={`${id}-who`}>
          <Trans>User Information</Trans>
        </h3>
        <TextInput
          className={classes.wide}
          classNames={{ root: classes.roomy }}
          label={t`E-mail`}
          type="email"
          autoComplete="off"
          data-autofocus={user === null || undefined}
          {...form.getInputProps("email")}
        />
        <TextInput label={t`First name`} autoComplete="off" maxLength={100} {...form.getInputProps("first_name")} />
        <TextInput label={t`Last name`} autoComplete="off" maxLength={100} {...form.getInputProps("last_name")} />
        <TextInput
          className={classes.wide}
          classNames={{ root: classes.roomy, label: classes.title }}
          label={
            <Trans>
              Business title
              <span className={classes.counter} data-over={title > MOST_TITLE || undefined}>
                {`${title}/${MOST_TITLE}`}
              </span>
            </Trans>
          }
          aria-label={t`Business title`}
          autoComplete="off"
          {...form.getInputProps("business_title")}
        />
      </section>
      <section className={classes.section} aria-labelledby={`${id}-what`}>
        <h3 id={`${id}-what`}>
          <Trans>User Access</Trans>
        </h3>
        <OrganizationParts entry={entry} viewer={viewer} user={user} onRemove={onRemove} />
      </section>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </form>
  );
}
