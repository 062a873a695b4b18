import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { ImportDetails } from "../../../../../contract/readings/imports.ts";
import { withFieldNames } from "./import-text.ts";
import classes from "./imports.module.css";

/** So many rows stand for those that have the same thing wrong with them. */
const OF_A_KIND = 3;
const oddNames = { dip: t`Dip`, gap: t`Gap`, quarantined: t`Quarantine` } as const;

interface Found {
  row: number;
  /** What it has in common with others. */
  kind: string;
  message: string;
  raw: string;
}

/** The first rejected rows of a file and the first with warnings: a few of each kind. */
export function FoundRows({
  found,
}: {
  found: Pick<ImportDetails, "rejected" | "rejected_rows" | "odd_rows">;
}): ReactNode {
  const { rejected, rejected_rows, odd_rows } = found;
  return (
    <>
      {rejected_rows.length > 0 && (
        <Rows
          title={
            rejected > rejected_rows.length
              ? t`The first ${rejected_rows.length} of ${plural(rejected, { one: "# rejected row", other: "# rejected rows" })}`
              : plural(rejected, { one: "# rejected row", other: "# rejected rows" })
          }
          rows={rejected_rows.map(({ row, code, reason, raw }) => ({
            row,
            kind: code,
            message: withFieldNames(reason),
            raw,
          }))}
        />
      )}
      {odd_rows.length > 0 && (
        <Rows
          title={t`No errors, yet worth a look`}
          rows={odd_rows.map(({ row, kind, serial, sentence }) => ({
            row,
            kind,
            message: sentence,
            raw: t`${oddNames[kind]}, meter ${serial}`,
          }))}
        />
      )}
    </>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly Found[] }): ReactNode {
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)];
  return (
    <div className={classes.found}>
      <h3>{title}</h3>
      {kinds.map(([kind, alike]) => (
        <ul key={kind}>
          {alike.slice(0, OF_A_KIND).map(({ row, message, raw }) => (
            <li key={`${row} ${message}`}>
              <span>{message}</span>
              <code>{raw}</code>
            </li>
          ))}
          {alike.length > OF_A_KIND && (
            <li>
              <Trans>
                And {plural(alike.length - OF_A_KIND, { one: "# more like these", other: "# more like these" })}.
              </Trans>
            </li>
          )}
        </ul>
      ))}
    </div>
  );
}
