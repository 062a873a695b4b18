import { Select } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import type { ReactNode } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import { FixedChoice } from "../../../components/filters/FixedChoice.tsx";
import classes from "./data.module.css";

type Properties = CallAnswer<"GET /v1/reporting/my-properties/">;

interface Props {
  /** All that the user may see; undefined: not there yet. */
  properties: Properties | undefined;
  /** undefined: not known, or the address names one that is not there. */
  chosen: Properties[number] | undefined;
  onChange: (propertyId: number) => void;
}

/** Which property it is about, told with its organization where there are several; one alone is said, not chosen. */
export function PropertyChoice({ properties = [], chosen, onChange }: Props): ReactNode {
  const [only] = properties;
  if (only !== undefined && properties.length === 1 && chosen !== undefined) {
    return <FixedChoice name="Property" value={only.name} />;
  }
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
      placeholder={properties.length === 0 ? "Property" : "Choose a property"}
      data={groups.size > 1 ? [...groups].map(([group, items]) => ({ group, items })) : [...groups.values()].flat()}
      disabled={properties.length === 0}
      value={chosen === undefined ? null : String(chosen.id)}
      onChange={(value) => value !== null && onChange(Number(value))}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No properties found"
      comboboxProps={{ returnFocus: false }}
      maxDropdownHeight={280}
      size="xs"
    />
  );
}
