import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import type { User } from "../../../../contract/users.ts";
import { permissionNames, roleNames } from "../../../app/role-names.ts";
import classes from "./form/form.module.css";
import type { Merged } from "./form/merge-newer.ts";
import type { UserField } from "./form/user-form.ts";
import { momentWords } from "./user-words.ts";
import { changesOfUsersQuery } from "./users-query.ts";

interface Props {
  newer: User;
  merged: Merged;
  onLoad: () => void;
}

const labels: Readonly<Record<UserField, string>> = {
  email: "E-mail",
  first_name: "First name",
  last_name: "Last name",
  business_title: "Business title",
  role: "Role",
  permissions: "Permissions",
  assigned_organizations: "Organizations",
  assigned_properties: "Properties",
};

/** Says that somebody else saved the same user meanwhile, what they changed, and offers to bring both together. */
export function NewerVersion({ newer, merged, onLoad }: Props): ReactNode {
  const changes = useQuery({ ...changesOfUsersQuery(), staleTime: 0 });
  const last = changes.data?.results.find(
    ({ object_id, action }) => object_id === String(newer.id) && action.startsWith("user."),
  );
  const load = useRef<HTMLButtonElement>(null);
  // Save was pressed far below it.
  useEffect(() => load.current?.focus(), []);
  const { theirs, kept } = merged;
  const taken = theirs.filter((field) => !kept.includes(field));
  return (
    <div className={classes.notice} role="alert">
      <p>
        <b>{`${last?.actor ?? "Somebody else"} changed this user meanwhile, at ${momentWords(newer.modified_at)}.`}</b>{" "}
        Nothing of yours is saved, and nothing of it is lost.
      </p>
      <ul>
        {taken.map((field) => (
          <li key={field}>{`${labels[field]} is now: ${wordsOf(newer, field)}`}</li>
        ))}
        {kept.map((field) => (
          <li key={field}>
            {`${labels[field]} is now: ${wordsOf(newer, field)}. You changed it too: yours stays in the form, and saving it replaces theirs.`}
          </li>
        ))}
      </ul>
      <Button ref={load} onClick={onLoad}>
        Load it, and keep what I typed
      </Button>
    </div>
  );
}

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(", ");

/** A field of a user as it reads. */
function wordsOf(user: User, field: UserField): string {
  const words = {
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    business_title: user.business_title,
    role: user.roles.map(({ name }) => roleNames[name]).join(", "),
    permissions: user.permissions.map(({ name }) => permissionNames[name]).join(", "),
    assigned_organizations: names(user.assigned_organizations),
    assigned_properties: names(user.assigned_properties),
  };
  return words[field] || "empty";
}
