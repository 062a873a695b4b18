import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import menu from "../../../../components/filters/PopoverFilter.module.css";
import { walkBoxes } from "../../../../components/filters/walk-boxes.ts";
import { formatNumber } from "../../../../components/format.ts";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import classes from "./form.module.css";

/** Lists longer than this have a search. */
const SEARCH_FROM = 8;
/** Lists longer than this are cut; the search finds the rest. */
const SHOWN_AT_MOST = 200;

export interface Choice<Value> {
  value: Value;
  label: string;
  /** Why it cannot be ticked. */
  barred?: string;
}

interface Props<Value> {
  label: string;
  choices: readonly Choice<Value>[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  /** Called when the focus goes elsewhere. */
  onLeave: () => void;
  error?: ReactNode;
  /** Explains the choice, below it. */
  hint?: string | undefined;
  isLoading?: boolean;
  emptyText: string;
}

/** A list of boxes in a form, with one for all of them. */
export function CheckList<Value extends string | number>(props: Props<Value>): ReactNode {
  const { label, choices, chosen, onChange, onLeave, error, hint, isLoading = false, emptyText } = props;
  const id = useId();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(wanted));
  const shown = found.slice(0, SHOWN_AT_MOST);
  const ticked = new Set(chosen);
  const open = choices.filter(({ barred }) => barred === undefined).map(({ value }) => value);
  const isAll = open.length > 0 && open.every((value) => ticked.has(value));
  const toggle = (value: Value) =>
    onChange(ticked.has(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  const isWrong = error !== undefined && error !== null && error !== false;
  return (
    <fieldset
      className={classes.checks}
      aria-describedby={isWrong ? `${id}-error` : hint ? `${id}-hint` : undefined}
      onKeyDown={walkBoxes}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      <legend className={classes.label}>
        {label}
        {choices.length > 1 && (
          <span className={classes.tally}>{t`${formatNumber(chosen.length)} of ${formatNumber(choices.length)}`}</span>
        )}
      </legend>
      <div className={classes.box} data-wrong={isWrong || undefined}>
        {choices.length >= SEARCH_FROM && (
          <TextInput
            aria-label={t`Search ${label}`}
            placeholder={t`Search`}
            leftSection={<IconSearch size={14} aria-hidden="true" />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            // It would send the form.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        )}
        {isLoading && <Skeleton height={190} />}
        {!isLoading && shown.length === 0 && <div className={menu.none}>{emptyText}</div>}
        {!isLoading && open.length > 2 && wanted === "" && (
          <label className={`${menu.option} ${classes.all}`}>
            <input
              type="checkbox"
              checked={isAll}
              aria-invalid={isWrong || undefined}
              ref={(box) => {
                if (box) box.indeterminate = !isAll && ticked.size > 0;
              }}
              onChange={() => onChange(isAll ? [] : [...new Set([...chosen, ...open])])}
            />
            <span className={menu.name}>{t`All ${label.toLowerCase()}`}</span>
          </label>
        )}
        <div className={menu.list}>
          {!isLoading &&
            shown.map(({ value, label: name, barred }) => (
              <label key={value} className={menu.option} data-barred={barred !== undefined || undefined}>
                <input
                  type="checkbox"
                  checked={ticked.has(value)}
                  disabled={barred !== undefined}
                  aria-invalid={(isWrong && barred === undefined) || undefined}
                  onChange={() => toggle(value)}
                />
                <span className={menu.name}>
                  {name}
                  {barred !== undefined && <span className={classes.barred}>{barred}</span>}
                </span>
              </label>
            ))}
          {found.length > shown.length && (
            <div className={menu.more}>
              <Trans>Search to see {plural(found.length - shown.length, { one: "# more", other: "# more" })}</Trans>
            </div>
          )}
        </div>
      </div>
      <p id={`${id}-error`} className={classes.error}>
        {error}
      </p>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
