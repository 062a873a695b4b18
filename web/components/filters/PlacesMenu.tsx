import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { formatNumber } from "../format.ts";
import { Skeleton } from "../states/Skeleton.tsx";
import classes from "./PlacesMenu.module.css";
import menu from "./PopoverFilter.module.css";
import { foundGroups, type PlaceGroup, tickOf, toggleGroup } from "./places-selection.ts";
import { walkBoxes } from "./walk-boxes.ts";

interface Props {
  label: string;
  groups: readonly PlaceGroup[];
  /** What is ticked now and not yet taken. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
  loading?: boolean;
  applicable: boolean;
  onApply: () => void;
  onReset: () => void;
}

/** What the filter's button opens: search, organizations that unfold, Apply and Reset. */
export function PlacesMenu({
  label,
  groups,
  chosen,
  onChoose,
  loading,
  applicable,
  onApply,
  onReset,
}: Props): ReactNode {
  const [search, setSearch] = useState("");
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const found = foundGroups(groups, search);
  const toggle = (value: string) =>
    onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  const fold = (value: string) =>
    setUnfolded(unfolded.includes(value) ? unfolded.filter((other) => other !== value) : [...unfolded, value]);
  return (
    <fieldset className={menu.menu} aria-label={label} onKeyDown={walkBoxes}>
      <TextInput
        data-autofocus
        aria-label={t`Search organizations and properties`}
        placeholder={t`Search`}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={menu.list}>
        {loading && <Skeleton height={90} />}
        {!loading && found.length === 0 && (
          <div className={menu.none}>
            <Trans>No properties found</Trans>
          </div>
        )}
        {!loading &&
          found.map((group) => (
            <Group
              key={group.value}
              group={group}
              whole={groups.find(({ value }) => value === group.value) ?? group}
              chosen={chosen}
              unfolded={search.trim() !== "" || unfolded.includes(group.value)}
              onFold={() => fold(group.value)}
              onToggleAll={(whole) => onChoose(toggleGroup(whole, chosen))}
              onToggle={toggle}
            />
          ))}
      </div>
      <div className={menu.foot}>
        <Button variant="default" onClick={onReset}>
          <Trans>Reset</Trans>
        </Button>
        <Button disabled={!applicable} onClick={onApply}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </fieldset>
  );
}

interface GroupProps {
  /** With the properties that the search left. */
  group: PlaceGroup;
  /** With all of them. */
  whole: PlaceGroup;
  chosen: readonly string[];
  unfolded: boolean;
  onFold: () => void;
  onToggleAll: (whole: PlaceGroup) => void;
  onToggle: (property: string) => void;
}

function Group({ group, whole, chosen, unfolded, onFold, onToggleAll, onToggle }: GroupProps): ReactNode {
  const ticked = new Set(chosen);
  const tick = tickOf(whole, ticked);
  const Chevron = unfolded ? IconChevronDown : IconChevronRight;
  const count = whole.properties.filter(({ value }) => ticked.has(value)).length;
  return (
    <>
      <div className={classes.group}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={unfolded}
          aria-label={t`Properties of ${group.label}`}
          onClick={onFold}
        >
          <Chevron size={16} aria-hidden="true" />
        </button>
        <label className={menu.option}>
          <input
            type="checkbox"
            checked={tick === "all"}
            ref={(box) => {
              if (box) box.indeterminate = tick === "some";
            }}
            onChange={() => onToggleAll(whole)}
          />
          <span className={menu.name}>{group.label}</span>
          <span className={menu.tally}>{t`${formatNumber(count)} of ${formatNumber(whole.properties.length)}`}</span>
        </label>
      </div>
      {unfolded &&
        group.properties.map(({ value, label }) => (
          <label key={value} className={`${menu.option} ${classes.inner}`}>
            <input type="checkbox" checked={ticked.has(value)} onChange={() => onToggle(value)} />
            <span className={menu.name}>{label}</span>
          </label>
        ))}
    </>
  );
}
