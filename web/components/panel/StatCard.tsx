import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ActionIcon } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { type Comparison, ComparisonBadge } from "../badges/ComparisonBadge.tsx";
import { NOT_MEASURED } from "../format.ts";
import { InfoTip } from "../InfoTip.tsx";
import { Skeleton } from "../states/Skeleton.tsx";
import type { PanelState } from "./Panel.tsx";
import classes from "./StatCard.module.css";

export interface StatCardProps {
  title: string;
  /** Already formatted; null is not measured. */
  value: string | null;
  /** "gal", "%"; dollars are part of the value. */
  unit?: string;
  /** The period or what the figure is of: "Last 7 days". */
  subtitle?: ReactNode;
  info?: string;
  comparison?: Comparison;
  /** Where given, a star is shown. */
  favourite?: { on: boolean; onToggle: () => void };
  /** Below the value: parts, a share bar. */
  children?: ReactNode;
  state?: PanelState;
  refreshing?: boolean;
}

function Figure({ value, unit, state }: { value: string | null; unit?: string; state: PanelState }): ReactNode {
  if (state.kind === "loading") return <Skeleton width={112} height={24} />;
  if (state.kind === "error") {
    return <span className={`${classes.missing} ${classes.failed}`}>{state.message ?? t`Could not be loaded`}</span>;
  }
  if (state.kind === "empty")
    return (
      <span className={classes.missing}>
        <Trans>No data</Trans>
      </span>
    );
  return (
    <>
      <span>{value ?? NOT_MEASURED}</span>
      {unit && value !== null && <span className={classes.unit}>{unit}</span>}
    </>
  );
}

function footnote(state: PanelState, subtitle: ReactNode): ReactNode {
  if (state.kind === "partial" || state.kind === "stale") return state.sentence;
  if (state.kind === "empty") return state.sentence ?? subtitle;
  return subtitle;
}

/** One figure with its unit, its period and how it compares. */
export function StatCard(props: StatCardProps): ReactNode {
  const { title, value, unit, subtitle, info, comparison, favourite, refreshing, state = { kind: "ready" } } = props;
  const id = useId();
  const shown = state.kind === "ready" || state.kind === "partial" || state.kind === "stale";
  return (
    <section className={classes.card} aria-labelledby={id} aria-busy={state.kind === "loading" || refreshing}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          {title}
        </h3>
        {info && <InfoTip label={info} />}
        {favourite && (
          <ActionIcon
            className={classes.star}
            aria-label={t`${title}: favourite`}
            aria-pressed={favourite.on}
            onClick={favourite.onToggle}
          >
            {favourite.on ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.75} />}
          </ActionIcon>
        )}
      </div>
      <div className={classes.figure} data-refreshing={refreshing || undefined}>
        <Figure value={value} unit={unit} state={state} />
      </div>
      <div className={classes.foot}>
        {shown && comparison && <ComparisonBadge {...comparison} />}
        {state.kind === "error" ? (
          <button type="button" className={classes.retry} onClick={state.onRetry}>
            <Trans>Retry</Trans>
          </button>
        ) : (
          footnote(state, subtitle)
        )}
      </div>
      {shown && props.children && <div className={classes.parts}>{props.children}</div>}
    </section>
  );
}
