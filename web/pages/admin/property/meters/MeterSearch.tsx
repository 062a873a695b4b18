import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "../property.module.css";
import type { InventoryView } from "../use-inventory.ts";

/** Finds meters by part of their serial number, while it is typed. */
export function MeterSearch({ view }: { view: InventoryView }): ReactNode {
  const [typed, setTyped] = useState(view.search.search ?? "");
  const find = useDebouncedCallback((text: string) => view.setFilters({ search: text.trim() || undefined }), 250);
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label="Search by serial number"
      placeholder="Serial number"
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
