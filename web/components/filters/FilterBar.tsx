import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconAdjustmentsHorizontal, IconX } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { formatNumber, NOT_MEASURED } from "../format.ts";
import classes from "./FilterBar.module.css";

/** A filter that is on, shown as a chip that takes it off. */
export interface ActiveFilter {
  id: string;
  /** "Building" */
  name: string;
  /** "North Tower", "3 selected" */
  value: string;
  onRemove: () => void;
}

export interface FilterBarProps {
  /** The screen's name, its first heading. */
  title: string;
  /** One sentence below the title. */
  subtitle?: ReactNode;
  /** "Total Properties", "Total Units": null while it is not known. */
  counts?: readonly { label: string; value: number | null }[];
  /** The organization whose buildings these are, shown as "Developer"; null while it is not known. */
  developer?: string | null;
  /** Always in sight: the period. */
  primary?: ReactNode;
  /** The filters that Hide/Show Filters folds. */
  children?: ReactNode;
  active?: readonly ActiveFilter[];
  /** Where given, "Reset filters" is offered while a filter is on. */
  onReset?: () => void;
  /** Reset would change more than the filters with a chip: the period is not the screen's own. */
  resets?: boolean;
  /** Buttons on the right of the title. */
  actions?: ReactNode;
}

function Chips({ active }: { active: readonly ActiveFilter[] }): ReactNode {
  return (
    <div className={classes.chips}>
      {active.map((filter) => (
        <span key={filter.id} className={classes.chip}>
          <span>{filter.name}</span>
          <b>{filter.value}</b>
          <button
            type="button"
            className={classes.remove}
            aria-label={t`Remove filter ${filter.name}: ${filter.value}`}
            onClick={filter.onRemove}
          >
            <IconX size={14} aria-hidden="true" />
          </button>
        </span>
      ))}
    </div>
  );
}

/** The head of a report: what it is, of what, for when, and what is filtered out. */
export function FilterBar(props: FilterBarProps): ReactNode {
  const { title, subtitle, counts = [], developer, primary, children, active = [], onReset, resets, actions } = props;
  const [shown, setShown] = useState(() => window.matchMedia("(min-width: 40em)").matches);
  const id = useId();
  const isFolded = children !== undefined && !shown;
  return (
    <div className={classes.bar} data-folded={isFolded || undefined}>
      <div className={classes.head}>
        <div className={classes.names}>
          <h1 className={classes.title}>{title}</h1>
          {subtitle && <p className={classes.about}>{subtitle}</p>}
          {(developer !== undefined || counts.length > 0) && (
            <p className={`${classes.about} ${classes.counts}`}>
              {counts.map(({ label, value }) => (
                <span key={label}>
                  {label} <b className={classes.count}>{formatNumber(value)}</b>
                </span>
              ))}
              {/* Last, because a name is wider than the dash before it and would push the totals. */}
              {developer !== undefined && (
                <span className={classes.developer}>
                  <Trans>
                    Developer <b>{developer ?? NOT_MEASURED}</b>
                  </Trans>
                </span>
              )}
            </p>
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={classes.line}>
        {primary}
        {onReset && (resets || active.length > 0) && (
          <button type="button" className={classes.reset} onClick={onReset}>
            <Trans>Reset filters</Trans>
          </button>
        )}
        {children && (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={shown}
            aria-controls={shown ? id : undefined}
            onClick={() => setShown(!shown)}
          >
            <IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden="true" />
            <span>{shown ? t`Hide Filters` : t`Show Filters`}</span>
          </button>
        )}
        {shown && children && (
          <div id={id} className={classes.filters}>
            {children}
          </div>
        )}
      </div>
      {active.length > 0 && <Chips active={active} />}
    </div>
  );
}
