import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { UsersView } from "./use-users.ts";
import classes from "./users.module.css";

/** Finds users by part of a name or an e-mail, while it is typed. */
export function UserSearch({ view }: { view: UsersView }): ReactNode {
  const said = view.search.search ?? "";
  const [typed, setTyped] = useState(said);
  const [asked, setAsked] = useState(said);
  // The address changed by itself: Back, or a chip that was taken off.
  if (said !== asked) {
    setAsked(said);
    if (said !== typed.trim()) setTyped(said);
  }
  const find = useDebouncedCallback((text: string) => view.setFilters({ search: text.trim() || undefined }), 250);
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label="Search by name or e-mail"
      placeholder="Name or e-mail"
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        find(value);
      }}
    />
  );
}
