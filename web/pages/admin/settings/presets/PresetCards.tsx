import { t } from "@lingui/core/macro";
import { type ReactNode, useId } from "react";
import type { PresetChoice, presetOptions } from "./preset-text.ts";
import classes from "./presets.module.css";

interface Props {
  options: ReturnType<typeof presetOptions>;
  /** What holds today. */
  today: PresetChoice;
  chosen: PresetChoice;
  /** Numbers that differ from the preset that holds today. */
  changedCount: string | null;
  onChoose: (choice: PresetChoice) => void;
}

/** The presets, each with its meaning; that of today is marked. */
export function PresetCards({ options, today, chosen, changedCount, onChoose }: Props): ReactNode {
  const name = useId();
  return (
    <fieldset className={classes.cards} aria-label={t`Preset`}>
      {options.map(({ value, label, meaning }) => (
        <label key={value} className={classes.card} data-chosen={value === chosen || undefined}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChoose(value)} />
          <span className={classes.text}>
            <span className={classes.head}>
              <b>{label}</b>
              {value === today && <span className={classes.today}>{t`In use`}</span>}
            </span>
            <span className={classes.meaning}>{meaning}</span>
            {value === today && changedCount !== null && <span className={classes.meaning}>{changedCount}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
