import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./data.module.css";
import type { PropertyDataView } from "./use-data.ts";

/** Finds rows of a list while it is typed. */
export function ListSearch({
  view,
  label,
  placeholder,
}: {
  view: PropertyDataView;
  label: string;
  placeholder: string;
}): ReactNode {
  const [typed, setTyped] = useState(view.search.search ?? "");
  const find = useDebouncedCallback((text: string) => view.setFilters({ search: text.trim() || undefined }), 250);
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={100}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        find(value);
      }}
    />
  );
}
