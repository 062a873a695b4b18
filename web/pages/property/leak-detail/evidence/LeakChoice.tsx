import type { ReactNode } from "react";
import type { LeakDetailOverview } from "../../../../../contract/reporting/leak-details.ts";
import classes from "../explanation.module.css";
import type { DetailView } from "../view/detail-view.ts";
import { timeAtProperty } from "../view/property-time.ts";
import type { Why } from "../view/use-why.ts";

interface Props {
  view: DetailView;
  overview: LeakDetailOverview | undefined;
  why: Why;
}

/** Which of the period's leaks is explained, the newest first; where there is nothing to choose, when it began. */
export function LeakChoice({ view, overview, why }: Props): ReactNode {
  const shown = new Date(why.leak.started_at).toISOString();
  const ofPeriod = (overview?.leaks ?? []).map(({ started_at }) => new Date(started_at).toISOString());
  const began = (instant: string) => `The leak that began ${timeAtProperty(instant, why.time_zone)}`;
  const isOutside = !ofPeriod.includes(shown);
  if (ofPeriod.length === 0) return `${began(shown)}, outside this period`;
  if (ofPeriod.length === 1 && !isOutside) return began(shown);
  return (
    <select
      className={classes.choice}
      aria-label="Leak to explain"
      value={shown}
      onChange={(event) => view.setLeak({ leak: event.currentTarget.value, rule: undefined })}
    >
      {isOutside && <option value={shown}>{`${began(shown)}, outside this period`}</option>}
      {ofPeriod.map((instant) => (
        <option key={instant} value={instant}>
          {began(instant)}
        </option>
      ))}
    </select>
  );
}
