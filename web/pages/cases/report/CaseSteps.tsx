import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CaseState } from "../../../../contract/leaks/cases.ts";
import { DropdownMenu } from "../../../components/dropdown/DropdownMenu.tsx";
import { NOT_MEASURED } from "../../../components/format.ts";
import classes from "./case-steps.module.css";
import { type CaseDialog, caseDialogs, dialogNames, nextStep } from "./next-step.ts";

interface Props {
  state: CaseState;
  /** Names the case for a screen reader. */
  title: string;
  open(dialog: CaseDialog): void;
  acknowledge(): void;
}

/** The next step of a case as a button, and everything else in a menu. */
export function CaseSteps({ state, title, open, acknowledge }: Props): ReactNode {
  const next = nextStep({ state });
  const entries = [
    ...(state === "open" ? [{ id: "acknowledged", label: t`Acknowledge`, onClick: acknowledge }] : []),
    ...caseDialogs
      .filter((dialog) => dialog !== next)
      .map((dialog) => ({ id: dialog, label: dialogNames[dialog], onClick: () => open(dialog) })),
  ];
  return (
    <span className={classes.actions}>
      {next === null ? (
        <span className={classes.none}>{NOT_MEASURED}</span>
      ) : (
        <Button size="xs" variant="default" aria-label={`${dialogNames[next]}: ${title}`} onClick={() => open(next)}>
          {dialogNames[next]}
        </Button>
      )}
      <DropdownMenu
        position="bottom-end"
        target={(target) => (
          <Button {...target} size="xs" variant="subtle" aria-label={t`More for ${title}`}>
            <IconDots size={16} aria-hidden="true" />
          </Button>
        )}
        entries={entries}
      />
    </span>
  );
}
