import type { ReactNode } from "react";
import { type SeriesColor, seriesPattern, seriesVariable } from "../../theme/series.ts";
import classes from "./LeakShareBar.module.css";
import { Swatch } from "./Swatch.tsx";

export interface LeakSharePart {
  color: SeriesColor;
  name: string;
  /** Gallons or dollars; null is not measured and takes no room. */
  value: number | null;
  /** The formatted value for the legend: "1,204 gal". */
  text: string;
}

export interface LeakShareBarProps {
  /** Its name for a screen reader: "Gallons by kind". */
  label: string;
  parts: readonly LeakSharePart[];
  /** Names and values below the bar. Without it they are still read out. */
  legend?: boolean;
}

/** One bar split by kind of water. */
export function LeakShareBar({ label, parts, legend }: LeakShareBarProps): ReactNode {
  const sentence = `${label}: ${parts.map((part) => `${part.name} ${part.text}`).join(", ")}`;
  return (
    <div>
      <div className={classes.bar} role="img" aria-label={sentence}>
        {parts.map(
          (part) =>
            part.value !== null &&
            part.value > 0 && (
              <span
                key={part.name}
                className={classes.part}
                data-pattern={seriesPattern[part.color]}
                style={{ flexGrow: part.value, "--ink": seriesVariable(part.color) }}
              />
            ),
        )}
      </div>
      {legend && (
        <ul className={classes.legend} aria-hidden="true">
          {parts.map((part) => (
            <li key={part.name}>
              <Swatch color={part.color} />
              {part.name} <b>{part.text}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
