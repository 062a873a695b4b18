import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Switch } from "@mantine/core";
import type { ReactNode } from "react";
import { PeriodPicker, type PeriodTabsProps } from "./PeriodPicker.tsx";
import classes from "./PeriodTabs.module.css";
import { namedPeriods } from "./period.ts";

/** Yesterday, Last 7 days, Last 30 days, a range of one's own, and beside them a switch to the day so far. */
export function PeriodTabs(props: PeriodTabsProps): ReactNode {
  const { value, onChange, disabled } = props;
  return (
    <div className={classes.periods}>
      <Tabs {...props} />
      <span data-folds={value.period === "today" ? undefined : true}>
        <Switch
          label={t`Show Today's Data`}
          checked={value.period === "today"}
          disabled={disabled}
          onChange={(event) => onChange({ period: event.currentTarget.checked ? "today" : "yesterday" })}
        />
      </span>
    </div>
  );
}

function Tabs({ value, onChange, today, disabled }: PeriodTabsProps): ReactNode {
  return (
    <fieldset className={classes.tabs} aria-label={t`Period`}>
      {namedPeriods.map(({ period, label }) => (
        <button
          key={period}
          type="button"
          className={classes.tab}
          aria-pressed={value.period === period}
          disabled={disabled}
          onClick={() => onChange({ period })}
        >
          {label.startsWith(t`Last `) ? (
            <span>
              <span className={classes.long}>
                <Trans>Last </Trans>
              </span>
              {label.slice(t`Last `.length)}
            </span>
          ) : (
            label
          )}
        </button>
      ))}
      <PeriodPicker value={value} onChange={onChange} today={today} disabled={disabled} />
    </fieldset>
  );
}
