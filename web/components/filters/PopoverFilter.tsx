import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { IconChevronDown, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import { formatNumber } from "../format.ts";
import { Skeleton } from "../states/Skeleton.tsx";
import { type FilterOption, type PopoverFilterProps, sameSelection } from "./filter-option.ts";
import { groupedOptions } from "./grouped-options.ts";
import classes from "./PopoverFilter.module.css";
import { walkBoxes } from "./walk-boxes.ts";

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

/** Lists longer than this are cut; the search finds the rest. */
const SHOWN_AT_MOST = 200;
/** Choices that are always the same have a search from so many on; those of places always have one. */
const SEARCH_FROM = 8;

interface FilterMenuProps extends PopoverFilterProps {
  /** What is ticked now and not yet taken. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
  onApply: () => void;
  onReset: () => void;
}

/** What the filter's button opens: search, boxes, Apply and Reset. */
function FilterMenu(props: FilterMenuProps): ReactNode {
  const { label, options, selected, chosen, onChoose, single, required, loading, applyOn = "apply" } = props;
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = groupedOptions(options).filter((option) => option.label.toLowerCase().includes(wanted));
  const shown = found.slice(0, SHOWN_AT_MOST);
  const change = (value: string) => {
    if (single) return onChoose([value]);
    onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  };
  return (
    <fieldset className={classes.menu} aria-label={label} onKeyDown={walkBoxes}>
      {(props.emptyText !== undefined || options.length >= SEARCH_FROM) && (
        <TextInput
          data-autofocus
          aria-label={t`Search ${label}`}
          placeholder={t`Search`}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes.list}>
        {loading && <Skeleton height={90} />}
        {!loading && shown.length === 0 && <div className={classes.none}>{props.emptyText ?? t`Nothing found`}</div>}
        {!loading &&
          shown.map((option, index) => (
            <Option
              key={option.value}
              option={option}
              single={single}
              heading={option.group !== shown[index - 1]?.group ? option.group : undefined}
              checked={chosen.includes(option.value)}
              onChange={() => change(option.value)}
            />
          ))}
        {found.length > shown.length && (
          <div className={classes.more}>
            <Trans>Search to see {plural(found.length - shown.length, { one: "# more", other: "# more" })}</Trans>
          </div>
        )}
      </div>
      <div className={classes.foot}>
        {applyOn === "apply" ? (
          <>
            <Button variant="default" onClick={props.onReset}>
              <Trans>Reset</Trans>
            </Button>
            <Button
              disabled={sameSelection(chosen, selected) || (required && chosen.length === 0)}
              onClick={props.onApply}
            >
              <Trans>Apply</Trans>
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={() => onChoose(single ? [] : options.map((option) => option.value))}>
              {single ? t`Clear` : t`Select all`}
            </Button>
            {!single && (
              <Button variant="default" onClick={() => onChoose([])}>
                <Trans>Clear</Trans>
              </Button>
            )}
          </>
        )}
      </div>
    </fieldset>
  );
}

interface OptionProps {
  option: FilterOption;
  heading?: string;
  single?: boolean;
  checked: boolean;
  onChange: () => void;
}

function Option({ option, heading, single, checked, onChange }: OptionProps): ReactNode {
  return (
    <>
      {heading !== undefined && <div className={classes.group}>{heading}</div>}
      <label className={classes.option}>
        <input type={single ? "radio" : "checkbox"} checked={checked} onChange={onChange} />
        <span className={classes.name}>{option.label}</span>
        {option.count !== undefined && <span className={classes.tally}>{formatNumber(option.count)}</span>}
      </label>
    </>
  );
}
