import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import { FilterMenu } from "./FilterMenu.tsx";
import { type PopoverFilterProps, sameSelection } from "./filter-option.ts";
import classes from "./PopoverFilter.module.css";

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
          {/* A count, not a name, which would load late and shift the filters beside it. The chip shows the name. */}
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
