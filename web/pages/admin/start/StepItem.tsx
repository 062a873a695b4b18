import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import classes from "./start.module.css";
import type { StepName } from "./start-search.ts";
import type { Step } from "./steps.ts";

const titles: Readonly<Record<StepName, string>> = {
  organization: t`Organization`,
  property: t`Property`,
  units: t`Units and meters`,
  token: t`Gateway and token`,
  reading: t`First reading`,
  day: t`First whole day`,
  leak: t`First leak`,
};

export function stepTitle(name: StepName): string {
  return titles[name];
}

interface Props {
  step: Step;
  number: number;
  isOpen: boolean;
  /** Undefined: it cannot be opened yet. */
  onToggle: (() => void) | undefined;
  children: ReactNode;
}

/** One step: how it stands in a line, and unfolded what to do. */
export function StepItem({ step, number, isOpen, onToggle, children }: Props): ReactNode {
  const id = useId();
  const head = (
    <>
      <span className={classes.title}>
        {titles[step.name]}
        {step.isDone && (
          <VisuallyHidden>
            <Trans>, done</Trans>
          </VisuallyHidden>
        )}
      </span>
      <span className={classes.words}>{step.statusText}</span>
    </>
  );
  return (
    <li className={classes.step} data-done={step.isDone || undefined} data-next={step.isNext || undefined}>
      <span className={classes.mark} aria-hidden="true">
        {step.isDone ? <IconCheck size={14} stroke={2.5} /> : number}
      </span>
      <h2 className={classes.head}>
        {onToggle === undefined ? (
          <span className={classes.toggle}>{head}</span>
        ) : (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            {head}
            <IconChevronDown className={classes.chevron} size={16} aria-hidden="true" />
          </button>
        )}
      </h2>
      {isOpen && (
        <div id={id} className={classes.body}>
          {children}
        </div>
      )}
    </li>
  );
}
