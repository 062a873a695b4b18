import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatCount } from "../../../components/format.ts";
import { Counts } from "./Counts.tsx";
import type { InventoryAnswer } from "./inventory-answer.ts";
import classes from "./inventory-file.module.css";
import type { InventoryFileState } from "./use-inventory-file.ts";

interface Props {
  state: InventoryFileState;
  answer: InventoryAnswer;
  onClose?: (() => void) | undefined;
}

/** The file is taken: what it added and changed. */
export function Applied({ state, answer, onClose }: Props): ReactNode {
  const of = (kind: string) => answer.counts.find((one) => one.kind === kind)?.new ?? 0;
  const added = answer.counts.reduce((sum, one) => sum + one.new, 0);
  const changed = answer.counts.reduce((sum, one) => sum + one.changed, 0);
  const summary = [
    ...(added > 0 ? [`${formatCount(of("unit"), "unit")} and ${formatCount(of("meter"), "meter")} were added.`] : []),
    ...(changed > 0 ? [formatCount(changed, "thing was changed.", "things were changed.")] : []),
  ].join(" ");
  return (
    <div className={classes.steps}>
      <p className={classes.done} role="status">
        <IconCircleCheck size={20} aria-hidden="true" />
        <span>
          <b>The inventory is as {answer.name} says.</b> {summary}
        </span>
      </p>
      <Counts counts={answer.counts} isOneProperty={state.isOneProperty} />
      <div className={classes.foot}>
        <Button variant="default" onClick={state.startAgain}>
          Upload another file
        </Button>
        {onClose && <Button onClick={onClose}>Close</Button>}
      </div>
    </div>
  );
}
