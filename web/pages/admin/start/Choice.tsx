import { Select } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import type { ReactNode } from "react";
import entry from "../property/entry/entry.module.css";

interface Props {
  label: string;
  /** What is said where nothing matches what is typed. */
  none: string;
  options: readonly { id: number; name: string }[];
  /** What is chosen; null: nothing. */
  value: number | null;
  onChange: (id: number) => void;
  /** Asks for what is typed, where there may be more than is offered. */
  onSearch: (typed: string) => void;
}

/** One of many by name; the server finds what is typed. */
export function Choice({ label, none, options, value, onChange, onSearch }: Props): ReactNode {
  return (
    <Select
      classNames={{ option: entry.option }}
      label={label}
      placeholder="Choose one"
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
      allowDeselect={false}
      searchable
      filter={({ options: found }) => found}
      onSearchChange={onSearch}
      nothingFoundMessage={none}
      comboboxProps={{ returnFocus: false }}
      size="xs"
    />
  );
}
