import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { toast } from "../../../../app/toast.ts";
import classes from "../data.module.css";
import { RepairForm } from "../decide/RepairForm.tsx";
import type { RepairBody } from "../decide/send-correction.ts";
import { reasonError, useRepair } from "../decide/use-repair.ts";
import type { DataDialogProps } from "../view/use-data.ts";
import { codeLabel } from "./code-text.ts";
import { NoRows } from "./NoRows.tsx";
import rowClasses from "./rows.module.css";
import { useRows } from "./use-rows.ts";

/** The number of rows listed before they are dismissed; more are counted. */
const SHOWN = 5;

/** Dismisses rejected rows, with a reason. */
export default function Dismiss(props: DataDialogProps): ReactNode {
  const { view, of, opened, onClose, onDone } = props;
  const { which, rows } = useRows(view, of);
  const isAll = "code" in which;
  const repair = useRepair({
    propertyId: view.propertyId,
    name: `dismiss ${view.propertyId} ${of}`,
    initial: { reason: "" },
    rules: { reason: reasonError },
    body: ({ reason }): RepairBody => ({
      kind: "dismiss",
      reason: reason.trim(),
      preview: false,
      ...("code" in which ? { where: { code: which.code } } : { ids: which.ids }),
    }),
    onDone: () => {
      onDone();
      toast({ title: t`Dismissed`, message: t`The rows are kept, and nobody is asked about them any more.` });
    },
  });
  if (rows === undefined) return null;
  if (!isAll && rows.length === 0) return <NoRows {...props} />;
  return (
    <RepairForm
      repair={repair}
      opened={opened}
      onClose={onClose}
      title={
        isAll
          ? t`Dismiss all “${codeLabel(which.code)}”?`
          : t`Dismiss ${plural(rows.length, { one: "# row", other: "# rows" })}?`
      }
      action={t`Dismiss`}
      reasonExample={t`noise of the test bench`}
      isPlain
    >
      <p className={classes.soft}>
        <Trans>
          {rows.length === 1 ? t`It is` : t`They are`} kept with text and reason, but what{" "}
          {rows.length === 1 ? t`it says` : t`they say`} is in no figure, and nobody is asked about{" "}
          {rows.length === 1 ? t`it` : t`them`} any more. It can be undone among the repairs.
        </Trans>
      </p>
      {rows.length > 0 && (
        <ul className={rowClasses.rows}>
          {rows.slice(0, SHOWN).map((row) => (
            <li key={row.id}>
              <p className={rowClasses.from}>
                <Trans>
                  {row.source}, row {row.source_row}
                </Trans>
              </p>
              <pre className={rowClasses.raw}>{row.raw}</pre>
            </li>
          ))}
        </ul>
      )}
      {rows.length > SHOWN && (
        <p className={classes.soft}>
          <Trans>And {plural(rows.length - SHOWN, { one: "# more row", other: "# more rows" })}.</Trans>
        </p>
      )}
    </RepairForm>
  );
}
