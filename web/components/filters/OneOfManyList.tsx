import { Select } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import { type FocusEventHandler, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import classes from "./OneOfMany.module.css";

export interface OneOfManyProps {
  /** Above the field. Without one it is named by `aria-label`. */
  label?: string;
  "aria-label"?: string;
  placeholder?: string;
  /** Options of the same group stand together under its name, where there are several groups. */
  options: readonly { value: string; label: string; group?: string }[];
  /** What is chosen; null: nothing that is offered. */
  value: string | null;
  onChange: (value: string) => void;
  /** Message if nothing matches the search text: "No properties found". */
  none: string;
  /** Finds what is typed elsewhere, where there may be more than is offered; without it the offered ones are searched. */
  onSearch?: (typed: string) => void;
  disabled?: boolean;
  className?: string;
  error?: ReactNode;
  onBlur?: FocusEventHandler<HTMLInputElement>;
}

/** What the field knows when its list takes its place. */
export interface TakenOver {
  /** undefined: nothing was typed yet. */
  typed: string | undefined;
  hasFocus: RefObject<boolean>;
}

interface Props extends OneOfManyProps {
  takenOver: TakenOver;
}

/** The field with its list; it goes on where the one was that it replaces. */
export default function OneOfManyList({ takenOver, options, none, onSearch, onChange, ...shared }: Props): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [start] = useState(takenOver);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    if (start.hasFocus.current) input.current?.focus();
    const { typed: before } = start;
    if (before === undefined) return;
    // Once the focus has opened the list: only what stands there can be taken with Enter.
    const soon = setTimeout(() => setTyped(before), 0);
    return () => clearTimeout(soon);
  }, [start]);
  return (
    <Select
      {...shared}
      ref={input}
      classNames={{ option: classes.option }}
      data={grouped(options)}
      onChange={(value) => value !== null && onChange(value)}
      searchable
      searchValue={typed}
      onSearchChange={(next) => {
        setTyped(next);
        onSearch?.(next);
      }}
      filter={onSearch && (({ options: found }) => found)}
      limit={100}
      allowDeselect={false}
      nothingFoundMessage={none}
      comboboxProps={{ returnFocus: false }}
      maxDropdownHeight={280}
      size="xs"
    />
  );
}

function grouped(options: OneOfManyProps["options"]) {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { value, label, group = "" } of options) {
    groups.set(group, [...(groups.get(group) ?? []), { value, label }]);
  }
  return groups.size > 1 ? [...groups].map(([group, items]) => ({ group, items })) : [...groups.values()].flat();
}
