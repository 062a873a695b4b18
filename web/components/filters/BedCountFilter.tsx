import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import { anyBedCount, type BedCount, bedCountError, isBedCountOn } from "./bed-count.ts";
import classes from "./PopoverFilter.module.css";

const fromChoices = [0, 1, 2, 3, 4, 5, 6];
const toChoices = [...fromChoices, 7];

/** Units by their number of bedrooms, from and to; taken with Apply. */
export function BedCountFilter({
  value,
  onChange,
}: {
  value: BedCount;
  onChange: (value: BedCount) => void;
}): ReactNode {
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState(value);
  const errorId = useId();
  const error = bedCountError(chosen);
  const take = (next: BedCount) => {
    setOpened(false);
    if (next.from !== value.from || next.to !== value.to) onChange(next);
  };
  const show = (open: boolean) => {
    if (open) setChosen(value);
    setOpened(open);
  };
  return (
    <Dropdown
      opened={opened}
      onChange={show}
      position="bottom-start"
      label={t`Bed Count`}
      target={(target) => (
        <button {...target} type="button" className={classes.target} data-on={isBedCountOn(value) || undefined}>
          <Trans>
            Bed Count
            <IconChevronDown size={14} aria-hidden="true" />
          </Trans>
        </button>
      )}
    >
      <fieldset className={classes.menu} aria-label={t`Bed Count`}>
        <div className={classes.range}>
          <Bound
            name={t`From`}
            choices={fromChoices}
            value={chosen.from}
            onChange={(from) => setChosen({ ...chosen, from })}
          />
          <Bound
            name={t`To`}
            choices={toChoices}
            value={chosen.to}
            onChange={(to) => setChosen({ ...chosen, to })}
            describedBy={error && errorId}
          />
        </div>
        {error && (
          <p id={errorId} className={classes.error} role="alert">
            {error}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={() => take(anyBedCount)}>
            <Trans>Reset</Trans>
          </Button>
          <Button disabled={error !== undefined} onClick={() => take(chosen)}>
            <Trans>Apply</Trans>
          </Button>
        </div>
      </fieldset>
    </Dropdown>
  );
}

interface BoundProps {
  name: string;
  choices: readonly number[];
  value: number;
  onChange: (value: number) => void;
  describedBy?: string;
}

function Bound({ name, choices, value, onChange, describedBy }: BoundProps): ReactNode {
  return (
    <label className={classes.bound}>
      {name}
      <select
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        aria-invalid={describedBy !== undefined || undefined}
        aria-describedby={describedBy}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice === 7 ? t`7 and more` : choice}
          </option>
        ))}
      </select>
    </label>
  );
}
