import { Select } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import { type ReactNode, useEffect, useRef } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import classes from "./data.module.css";

interface Props {
  properties: CallAnswer<"GET /v1/reporting/my-properties/">;
  /** undefined: the address names one that is not there. */
  chosenId: number | undefined;
  onChange: (propertyId: number) => void;
}

/** The list of properties to choose from, open at first: it comes when somebody presses for it. */
export default function PropertySelect({ properties, chosenId, onChange }: Props): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  // It stands where the button was that was pressed.
  useEffect(() => input.current?.focus(), []);
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { id, name, organization_name } of properties) {
    const group = organization_name ?? "In no organization";
    groups.set(group, [...(groups.get(group) ?? []), { value: String(id), label: name }]);
  }
  return (
    <Select
      className={classes.property}
      classNames={{ option: classes.option }}
      aria-label="Property"
      placeholder="Choose a property"
      data={groups.size > 1 ? [...groups].map(([group, items]) => ({ group, items })) : [...groups.values()].flat()}
      value={chosenId === undefined ? null : String(chosenId)}
      onChange={(value) => value !== null && onChange(Number(value))}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No properties found"
      comboboxProps={{ returnFocus: false }}
      maxDropdownHeight={280}
      size="xs"
      ref={input}
      defaultDropdownOpened
    />
  );
}
