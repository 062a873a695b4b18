import { IconChartPieOff, IconClockPause } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { InfoTip } from "../InfoTip.tsx";
import { EmptyState } from "../states/EmptyState.tsx";
import { ErrorState } from "../states/ErrorState.tsx";
import { Skeleton } from "../states/Skeleton.tsx";
import classes from "./Panel.module.css";
import { PanelCornerContext } from "./PanelCorner.tsx";

/** How much of a panel's figures there is. */
export type PanelState =
  | { kind: "ready" }
  | { kind: "loading" }
  /** Nothing to show: what would fill it, and a way there. */
  | { kind: "empty"; sentence?: string; action?: ReactNode }
  | { kind: "error"; message?: string; onRetry: () => void }
  /** Figures that do not cover everything, and why: "3 of 15 properties have not reported". */
  | { kind: "partial"; sentence: string }
  /** Figures from before: "Last reading Mar 03, 2024". */
  | { kind: "stale"; sentence: string; action?: ReactNode };

export interface PanelProps {
  title: string;
  /** Unit and period of the figures: "Gallons, Mar 01 to Mar 07". */
  subtitle?: ReactNode;
  /** Explains the figure, behind an i. */
  info?: string;
  actions?: ReactNode;
  /** "ready" where not given. */
  state?: PanelState;
  /** New figures are on their way: the old ones stay, dimmed. */
  refreshing?: boolean;
  /** Stands where the content will, with its size. Three lines where not given. */
  skeleton?: ReactNode;
  /** No padding around the content: for tables. */
  flush?: boolean;
  /** The level of its heading, 2 where not given. */
  level?: 2 | 3;
  children?: ReactNode;
}

const threeLines = (
  <div className={classes.bones}>
    <Skeleton width="60%" />
    <Skeleton width="85%" />
    <Skeleton width="40%" />
  </div>
);

/** What stands in a panel's body, by its state. */
export function panelBody(state: PanelState, skeleton: ReactNode, children: ReactNode): ReactNode {
  if (state.kind === "loading") return skeleton;
  if (state.kind === "empty") return <EmptyState sentence={state.sentence} action={state.action} />;
  if (state.kind === "error") return <ErrorState message={state.message} onRetry={state.onRetry} />;
  return children;
}

/** A titled box around figures that shows when they are missing, partial or outdated. */
export function Panel(props: PanelProps): ReactNode {
  const { title, subtitle, info, actions, state = { kind: "ready" }, refreshing, skeleton, flush, level = 2 } = props;
  const id = useId();
  const [corner, setCorner] = useState<HTMLElement | null>(null);
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className={classes.panel} aria-labelledby={id} aria-busy={state.kind === "loading" || refreshing}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <Heading id={id} className={classes.title}>
            {title}
          </Heading>
          {info && <InfoTip label={info} />}
          {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        </div>
        <div className={classes.actions}>
          <div className={classes.corner} ref={setCorner} />
          {actions}
        </div>
      </header>
      {state.kind === "partial" && (
        <div className={classes.note}>
          <IconChartPieOff size={16} aria-hidden="true" />
          <span>{state.sentence}</span>
        </div>
      )}
      {state.kind === "stale" && (
        <div className={classes.note}>
          <IconClockPause size={16} aria-hidden="true" />
          <span>{state.sentence}</span>
          {state.action}
        </div>
      )}
      <div className={classes.body} data-flush={flush || undefined} data-refreshing={refreshing || undefined}>
        <PanelCornerContext value={corner}>
          {panelBody(state, skeleton ?? threeLines, props.children)}
        </PanelCornerContext>
      </div>
    </section>
  );
}
