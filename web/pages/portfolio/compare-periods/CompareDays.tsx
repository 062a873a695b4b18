import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { addDays, today } from "../../../app/report/search/calendar.ts";
import { PeriodPicker } from "../../../components/period/PeriodPicker.tsx";
import tabs from "../../../components/period/PeriodTabs.module.css";
import classes from "./compare.module.css";
import { presets, type Range } from "./compare-search.ts";
import { compareFigures, type FigureId, figureIds } from "./figures.ts";

interface Props {
  figure: FigureId;
  now: Range;
  before: Range;
  onFigure: (figure: FigureId) => void;
  onRanges: (now: Range, before: Range) => void;
}

/** Which figure, and which days against which: three common pairs, or any two ranges. */
export function CompareDays({ figure, now, before, onFigure, onRanges }: Props): ReactNode {
  const id = useId();
  const isOn = (preset: { now: Range; before: Range }) => same(preset.now, now) && same(preset.before, before);
  return (
    <div className={classes.days}>
      <span className={classes.choice}>
        <label htmlFor={id}>
          <Trans>Figure</Trans>
        </label>
        <select
          id={id}
          value={figure}
          onChange={({ currentTarget }) => {
            const chosen = figureIds.find((one) => one === currentTarget.value);
            if (chosen) onFigure(chosen);
          }}
        >
          {figureIds.map((one) => (
            <option key={one} value={one}>
              {compareFigures[one].name}
            </option>
          ))}
        </select>
      </span>
      <fieldset className={`${tabs.tabs} ${classes.presets}`} aria-label={t`Common periods`}>
        {presets(today()).map((preset) => (
          <button
            key={preset.name}
            type="button"
            className={tabs.tab}
            aria-pressed={isOn(preset)}
            onClick={() => onRanges(preset.now, preset.before)}
          >
            {preset.name}
          </button>
        ))}
      </fieldset>
      <div className={classes.pair}>
        <Picker name={t`Period A`} range={now} onChange={(range) => onRanges(range, before)} />
        <Picker name={t`Period B`} range={before} onChange={(range) => onRanges(now, range)} />
      </div>
    </div>
  );
}

function same(a: Range, b: Range): boolean {
  return a.start_date === b.start_date && a.end_date === b.end_date;
}

/** Days up to yesterday: today is not over. */
function Picker({
  name,
  range,
  onChange,
}: {
  name: string;
  range: Range;
  onChange: (range: Range) => void;
}): ReactNode {
  return (
    <fieldset className={classes.choice} aria-label={name}>
      <span aria-hidden="true">{name}</span>
      <PeriodPicker
        value={{ period: "custom-date-range", ...range }}
        onChange={({ start_date, end_date }) => start_date && end_date && onChange({ start_date, end_date })}
        today={addDays(today(), -1)}
      />
    </fieldset>
  );
}
