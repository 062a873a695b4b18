import type { ReactNode } from "react";
import type { ImportDetails } from "../../../../../contract/imports.ts";
import { formatCount } from "../../../../components/format.ts";
import classes from "./imports.module.css";

const SHOWN = 10;
const oddNames = { dip: "Dip", gap: "Gap", quarantined: "Quarantine" } as const;

/** The first rows of a file that were refused, and those that are worth a look. */
export function FoundRows({
  found,
}: {
  found: Pick<ImportDetails, "refused" | "refused_rows" | "odd_rows">;
}): ReactNode {
  const { refused, refused_rows, odd_rows } = found;
  return (
    <>
      {refused_rows.length > 0 && (
        <Rows
          title={refused > SHOWN ? `The first ${SHOWN} of ${formatCount(refused, "refused row")}` : "Refused"}
          rows={refused_rows.map(({ row, reason, raw }) => ({ row, words: reason, raw }))}
        />
      )}
      {odd_rows.length > 0 && (
        <Rows
          title="No errors, yet worth a look"
          rows={odd_rows.map(({ row, kind, serial, sentence }) => ({
            row,
            words: sentence,
            raw: `${oddNames[kind]}, meter ${serial}`,
          }))}
        />
      )}
    </>
  );
}

function Rows({
  title,
  rows,
}: {
  title: string;
  rows: readonly { row: number; words: string; raw: string }[];
}): ReactNode {
  return (
    <div className={classes.found}>
      <h3>{title}</h3>
      <ul>
        {rows.slice(0, SHOWN).map(({ row, words, raw }) => (
          <li key={`${row} ${words}`}>
            <span>{words}</span>
            <code>{raw}</code>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && <p className={classes.soft}>And {formatCount(rows.length - SHOWN, "more", "more")}.</p>}
    </div>
  );
}
