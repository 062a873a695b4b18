import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import classes from "./timeline.module.css";

const always = [
  { kind: "own", words: t`own price` },
  { kind: "organization", words: t`organization's default, or the usual price` },
  { kind: "period", words: t`days of the report` },
] as const;

/** What the timeline's shades stand for. */
export function PriceLegend({ withNew }: { withNew: boolean }): ReactNode {
  const hatch = useId();
  return (
    <ul className={classes.legend}>
      {always.map(({ kind, words: label }) => (
        <li key={kind}>
          <Shade>
            <rect className={classes[kind]} x="0.5" y="0.5" width="15" height="9" rx="2" />
          </Shade>
          {label}
        </li>
      ))}
      {withNew && (
        <>
          <li>
            <Trans>
              <Shade>
                <rect className={classes.new} width="16" height="10" rx="2" />
              </Shade>
              new, not saved
            </Trans>
          </li>
          <li>
            <Trans>
              <Shade>
                <Hatch id={hatch} />
                <rect className={classes.edge} x="0.5" y="0.5" width="15" height="9" fill={`url(#${hatch})`} />
              </Shade>
              will be replaced
            </Trans>
          </li>
        </>
      )}
    </ul>
  );
}

function Shade({ children }: { children: ReactNode }): ReactNode {
  return (
    <svg width="16" height="10" aria-hidden="true">
      {children}
    </svg>
  );
}

/** Slanting lines over what a new price takes the place of. */
export function Hatch({ id }: { id: string }): ReactNode {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line className={classes.hatch} x1="0" y1="0" x2="0" y2="6" />
    </pattern>
  );
}
