import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useRef } from "react";
import { flushSync } from "react-dom";
import type { User } from "../../../../../contract/accounts/users.ts";
import { organizationsQuery } from "../queries/users-queries.ts";
import type { Viewer } from "../queries/viewer.ts";
import { AccessFields } from "./AccessFields.tsx";
import classes from "./form.module.css";
import { organizationFieldId } from "./OrganizationFields.tsx";
import type { UserEntry } from "./use-user-form.ts";
import { type AccessPart, accessParts, membershipIn, withFurther, withoutAccess } from "./user-form.ts";

export type Organization = User["memberships"][number]["organization"];

interface Props {
  entry: UserEntry;
  viewer: Viewer;
  /** null: a new one. */
  user: User | null;
  /** Asks whether to take an organization from the user that they have. */
  onRemove?: ((organization: Organization) => void) | undefined;
}

/** What a user may in each of their organizations; one alone has no heading. */
export function OrganizationParts({ entry, viewer, user, onRemove }: Props): ReactNode {
  const { form, formId, isStaff, blank } = entry;
  const { values } = form;
  const add = useRef<HTMLButtonElement>(null);
  const parts = accessParts(values);
  const known = useQuery({ ...organizationsQuery(), enabled: viewer.isStaff });
  const [first] = parts;
  const isOfSeveral = viewer.isStaff && values.role !== null && !isStaff(values.role);
  const areLeft = (known.data ?? []).length > parts.length;
  const hasOtherRoles = parts.some(({ access }) => access.role !== null && access.role !== values.role);
  if (first === undefined) return null;
  const addOne = () => {
    flushSync(() => entry.take(withFurther(values, blank.permissions)));
    document.getElementById(organizationFieldId(formId, values.further.length))?.focus();
  };
  const drop = (index: number | null) => {
    flushSync(() => entry.takeFewer(withoutAccess(values, index)));
    add.current?.focus();
  };
  return (
    <>
      {parts.length === 1 ? (
        <AccessFields entry={entry} viewer={viewer} user={user} part={first} />
      ) : (
        parts.map((part) => (
          <OrganizationPart
            key={part.prefix}
            entry={entry}
            viewer={viewer}
            user={user}
            part={part}
            name={known.data?.find(({ id }) => id === part.access.assigned_organizations[0])?.name}
            onDrop={() => drop(part.index)}
            onRemove={onRemove}
          />
        ))
      )}
      {hasOtherRoles && (
        <p className={`${classes.wide} ${classes.hint}`}>
          <Trans>
            Users with more than one role cannot be edited: with these roles an organization can only be taken away
            again.
          </Trans>
        </p>
      )}
      {isOfSeveral && areLeft && (
        <div className={classes.wide}>
          <Button ref={add} variant="default" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={addOne}>
            <Trans>Add organization</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

interface PartProps extends Props {
  part: AccessPart;
  /** The organization's; undefined: none is chosen yet. */
  name: string | undefined;
  onDrop: () => void;
}

function OrganizationPart({ entry, viewer, user, part, name, onDrop, onRemove }: PartProps): ReactNode {
  const id = useId();
  const saved = user ? membershipIn(user, part.access.assigned_organizations[0])?.organization : undefined;
  const heading = saved?.name ?? name ?? t`New organization`;
  const isOnly = user?.memberships.length === 1;
  return (
    <fieldset className={classes.part} aria-labelledby={id}>
      <div className={classes.partHead}>
        <h4 id={id}>{heading}</h4>
        {saved === undefined && (
          <Button variant="default" aria-label={t`Remove ${heading}`} onClick={onDrop}>
            <Trans>Remove</Trans>
          </Button>
        )}
        {saved !== undefined && !isOnly && onRemove && (
          <Button variant="default" aria-describedby={id} onClick={() => onRemove(saved)}>
            <Trans>Remove from this organization</Trans>
          </Button>
        )}
      </div>
      <AccessFields entry={entry} viewer={viewer} user={user} part={part} />
    </fieldset>
  );
}
