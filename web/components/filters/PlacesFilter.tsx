import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import { sameSelection } from "./filter-option.ts";
import { PlacesMenu } from "./PlacesMenu.tsx";
import classes from "./PopoverFilter.module.css";
import type { PlaceGroup } from "./places-selection.ts";

export interface PlacesFilterProps {
  groups: readonly PlaceGroup[];
  /** The chosen properties; all of them leave nothing out. */
  selected: readonly string[];
  /** Called with the whole new selection, never an empty one. */
  onChange: (selected: string[]) => void;
  loading?: boolean;
}

const label = t`Organizations | Properties`;

/** Organizations, each with a list of its properties that unfolds; taken with Apply, leaving reverts. */
export function PlacesFilter({ groups, selected, onChange, loading }: PlacesFilterProps): ReactNode {
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState(selected);
  const all = groups.flatMap(({ properties }) => properties.map(({ value }) => value));
  const filtered = selected.length < all.length;
  const show = (open: boolean) => {
    if (open) setChosen(selected);
    setOpened(open);
  };
  const take = (selection: readonly string[]) => {
    if (selection.length > 0 && !sameSelection(selection, selected)) onChange([...selection]);
    setOpened(false);
  };
  return (
    <Dropdown
      opened={opened}
      onChange={show}
      position="bottom-start"
      label={label}
      target={(target) => (
        <button {...target} type="button" className={classes.target} data-on={filtered || undefined}>
          {label}
          {filtered && <span className={classes.count}>{selected.length}</span>}
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      )}
    >
      <PlacesMenu
        label={label}
        groups={groups}
        chosen={chosen}
        onChoose={setChosen}
        loading={loading}
        applicable={chosen.length > 0 && !sameSelection(chosen, selected)}
        onApply={() => take(chosen)}
        onReset={() => take(all)}
      />
    </Dropdown>
  );
}
