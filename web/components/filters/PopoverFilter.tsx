import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import { FilterMenu } from "./FilterMenu.tsx";
import classes from "./PopoverFilter.module.css";
import { sameSelection } from "./selection.ts";

export interface FilterOption {
  value: string;
  label: string;
  /** Rows that it would leave, beside the label. */
  count?: number;
  /** Options of the same group stand together under its name. */
  group?: string;
}

export interface PopoverFilterProps {
  /** On the button and above the list: "Building". */
  label: string;
  options: readonly FilterOption[];
  selected: readonly string[];
  /** Called with the whole new selection. */
  onChange: (selected: string[]) => void;
  /** "apply" (where not given): Apply and Reset buttons, leaving reverts. "close": taken when the menu closes. */
  applyOn?: "apply" | "close";
  /** An empty selection is not accepted (organizations, properties). */
  required?: boolean;
  /** Only one can be chosen. */
  single?: boolean;
  loading?: boolean;
  /** Said when no option is left: "No buildings found". Lists that have it can be searched, however short they are. */
  emptyText?: string;
  disabled?: boolean;
}

/** A filter of many choices behind a button, with search and counts. */
export function PopoverFilter(props: PopoverFilterProps): ReactNode {
  const { label, options, selected, onChange, applyOn = "apply", required, disabled } = props;
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState(selected);
  const accept = (selection: readonly string[]) => {
    if (!(required && selection.length === 0) && !sameSelection(selection, selected)) onChange([...selection]);
  };
  const show = (open: boolean) => {
    if (open) setChosen(selected);
    else if (applyOn === "close") accept(chosen);
    setOpened(open);
  };
  const all = selected.length > 0 && selected.length === options.length;
  return (
    <Dropdown
      opened={opened}
      onChange={show}
      position="bottom-start"
      label={label}
      target={(target) => (
        <button
          {...target}
          type="button"
          className={classes.target}
          data-on={(selected.length > 0 && !all) || undefined}
          disabled={disabled}
        >
          {label}
          {/* Not the name of one: it would come late and push the filters beside it. The chip says it. */}
          {selected.length > 0 && !all && <span className={classes.count}>{selected.length}</span>}
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      )}
    >
      <FilterMenu
        {...props}
        chosen={chosen}
        onChoose={setChosen}
        onApply={() => {
          accept(chosen);
          setOpened(false);
        }}
        onReset={() => {
          if (required) return setChosen(selected);
          accept([]);
          setOpened(false);
        }}
      />
    </Dropdown>
  );
}
