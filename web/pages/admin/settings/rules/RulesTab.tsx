import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import type { RuleSetting } from "../../../../../contract/leaks/rule-settings.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import type { QueryResult } from "../../../../app/query-state.ts";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import classes from "../settings.module.css";
import type { RulesOf } from "../view/use-settings.ts";
import { RulesForm } from "./RulesForm.tsx";

interface Props {
  of: RulesOf;
  rules: QueryResult<{ settings: RuleSetting[] }>;
  /** Shows what the typed numbers would change; left out: that is not possible. @param numbers that differ from their defaults */
  onPreview?: (numbers: Record<string, number>) => void;
  onSaved?: () => void;
}

/** As many boxes as rules will come. */
const bones = {
  leaks: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
  metering: ["1"],
} as const;

/** The numbers of the leak rules, or those by which readings are judged. */
export function RulesTab({ of, rules, onPreview, onSaved }: Props): ReactNode {
  // What was saved here is the next beginning; what somebody else saves meanwhile takes nothing from under who types.
  const [held, setHeld] = useState<{ rules: RuleSetting[]; round: number }>();
  if (held === undefined && rules.data !== undefined) setHeld({ rules: rules.data.settings, round: 0 });
  if (held !== undefined) {
    return (
      <RulesForm
        key={held.round}
        of={of}
        rules={held.rules}
        onPreview={onPreview}
        onSaved={(now) => {
          onSaved?.();
          setHeld({ rules: now, round: held.round + 1 });
        }}
      />
    );
  }
  if (rules.isError) {
    return <QueryFailure query={rules} what={t`The rules`} />;
  }
  return (
    <div className={classes.groups} aria-busy="true">
      {bones[of.kind].map((bone) => (
        <div key={bone} className={classes.group}>
          <Skeleton height={260} />
        </div>
      ))}
    </div>
  );
}
