import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { RuleSetting } from "../../../../../contract/leaks/rule-settings.ts";
import entryClasses from "../../../../app/form/entry.module.css";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import classes from "../settings.module.css";
import type { RulesOf } from "../view/use-settings.ts";
import { nameOf, typedNumber, unitName } from "./rule-groups.ts";

interface Props {
  of: RulesOf;
  opened: boolean;
  onClose: () => void;
  /** The form that is sent. */
  formId: string;
  changed: readonly { rule: RuleSetting; typed: string }[];
}

/** Asks before rules are changed: what that does to the leaks there are. */
export function SaveRules({ of, opened, onClose, formId, changed }: Props): ReactNode {
  const name = nameOf(of);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={of.kind === "leaks" ? t`Change the leak rules?` : t`Change the metering rules?`}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId}>
            <Trans>Save and recalculate</Trans>
          </Button>
        </>
      }
    >
      <div className={entryClasses.form}>
        <p>
          <Trans>
            <b>All leaks of {name} are recalculated</b>, past ones included. Leaks may appear, end earlier or later, or
            disappear; reports follow within minutes. Readings and repair marks are kept. Changing the numbers back
            restores the former leaks.
          </Trans>
        </p>
        <div className={classes.changes}>
          <table aria-label={t`What changes`}>
            <thead>
              <tr>
                <th scope="col">{plural(changed.length, { one: "# number", other: "# numbers" })}</th>
                <th scope="col">
                  <Trans>Was</Trans>
                </th>
                <th scope="col">
                  <Trans>Becomes</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {changed.map(({ rule, typed }) => (
                <tr key={rule.name}>
                  <th scope="row">{rule.description}</th>
                  <td>{typedNumber(rule.value)}</td>
                  <td>
                    <b>{typed.trim()}</b> {unitName(rule)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Dialog>
  );
}
