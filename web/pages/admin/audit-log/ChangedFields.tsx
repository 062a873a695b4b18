import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { AuditRow } from "../../../../contract/accounts/audit.ts";
import { CopyText } from "../../../components/CopyText.tsx";
import classes from "./audit-log.module.css";
import { whatChanged } from "./what-changed.ts";

/** What a row of the record changed, field by field, and by which it is found in the server's log. */
export function ChangedFields({ row }: { row: AuditRow }): ReactNode {
  const changes = whatChanged(row.before, row.after);
  const [hasWas, hasIs] = [row.before !== null, row.after !== null];
  return (
    <div className={classes.unfolded}>
      {changes.length === 0 ? (
        <p>
          <Trans>Nothing more is on record of it.</Trans>
        </p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.changes} aria-label={t`What changed`}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Field</Trans>
                </th>
                {hasWas && <th scope="col">{hasIs ? t`Was` : t`Was, and is gone`}</th>}
                {hasIs && <th scope="col">{hasWas ? t`Is` : t`On record`}</th>}
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, was, is }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  {hasWas && (
                    <td>
                      {was ?? (
                        <span className={classes.nothing}>
                          <Trans>nothing</Trans>
                        </span>
                      )}
                    </td>
                  )}
                  {hasIs && (
                    <td>
                      {is ?? (
                        <span className={classes.nothing}>
                          <Trans>nothing</Trans>
                        </span>
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={classes.request}>
        <span>
          <Trans>
            Action <code>{row.action}</code>
          </Trans>
        </span>
        <span>
          <Trans>
            Request <CopyText text={row.request_id} label="request" />
          </Trans>
        </span>
      </p>
    </div>
  );
}
