import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { User } from "../../../../contract/users.ts";
import { notLoaded, sentenceOf } from "../../../app/api-error.ts";
import { roleNames } from "../../../app/role-names.ts";
import { toast } from "../../../app/toast.ts";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import type { UserEntry } from "./form/use-user-form.ts";
import { membershipIn } from "./form/user-form.ts";
import type { UsersView } from "./use-users.ts";
import { addMembership, type Invited } from "./user-calls.ts";
import { roleWords, userName } from "./user-words.ts";
import classes from "./users.module.css";
import { accountQuery, organizationsQuery } from "./users-query.ts";

interface Props {
  entry: UserEntry;
  view: UsersView;
  /** They are in the organization now. */
  onLetIn: (answer: Invited) => void;
}

/** Whose the e-mail is, and a way to let them into the organization of the form. */
export function ExistingAccount({ entry, view, onLetIn }: Props): ReactNode {
  const { values } = entry.form;
  const account = useQuery(accountQuery(values.email.trim().toLowerCase()));
  const organizations = useQuery(organizationsQuery());
  const organization = organizations.data?.find(({ id }) => id === values.assigned_organizations[0]);
  if (account.isError) {
    return (
      <ErrorState inline message={notLoaded("This account", account.error)} onRetry={() => void account.refetch()} />
    );
  }
  if (!account.data) return null;
  const user = account.data;
  const edit = (
    <Button variant="default" onClick={() => view.open("edit", user.id)}>
      {`Open ${userName(user)}`}
    </Button>
  );
  const isLetIn = entry.isStaff(values.role) || user.is_staff || organization === undefined;
  if (isLetIn) {
    return (
      <div className={classes.existing}>
        <p>{`It is ${userName(user)}, ${roleWords(user)}.`}</p>
        {edit}
      </div>
    );
  }
  if (membershipIn(user, organization.id) !== undefined) {
    return (
      <div className={classes.existing}>
        <p>{`It is ${userName(user)}, who is in ${organization.name} already.`}</p>
        {edit}
      </div>
    );
  }
  return <LetIn user={user} organization={organization} entry={entry} onLetIn={onLetIn} />;
}

interface LetInProps {
  user: User;
  organization: { id: number; name: string };
  entry: UserEntry;
  onLetIn: (answer: Invited) => void;
}

function LetIn({ user, organization, entry, onLetIn }: LetInProps): ReactNode {
  const client = useQueryClient();
  const { form, enums, properties } = entry;
  const role = enums.roles.find(({ id }) => String(id) === form.values.role);
  const mutationKey = ["let in", user.id];
  const letIn = useMutation({
    mutationKey,
    mutationFn: () => {
      const offered = (properties.data ?? []).map(({ id }) => id);
      return addMembership(user.id, { values: form.getValues(), isStaff: false, offered });
    },
    onSuccess: (answer) => {
      toast({ title: "Access Given", message: `${userName(user)} is in ${organization.name} now.` });
      onLetIn(answer);
      void client.invalidateQueries();
    },
  });
  const isOtherRole = user.roles.length > 0 && user.roles.some(({ id }) => id !== role?.id);
  return (
    <div className={classes.existing}>
      <p>
        {`It is ${userName(user)}. They can be let into ${organization.name} as ${role ? roleNames[role.name] : ""}, with the permissions and properties chosen here. Their name, e-mail and other organizations stay as they are.`}
        {isOtherRole && " With a second role they can no longer be edited here."}
      </p>
      <Button loading={letIn.isPending} onClick={() => client.isMutating({ mutationKey }) === 0 && letIn.mutate()}>
        Let them into this organization
      </Button>
      <p className={classes.failure} role="alert">
        {letIn.error !== null && sentenceOf(letIn.error)}
      </p>
    </div>
  );
}
