import type { ReactNode } from "react";
import type { Redriven, RejectedReading } from "../../../../../contract/readings/repairs.ts";
import { formatCount } from "../../../../components/format.ts";
import { reasonText } from "./code-text.ts";

interface Props {
  rows: readonly RejectedReading[];
  outcomes: readonly Redriven[];
}

const SHOWN = 5;

/** The result for each row sent again; those that would be rejected again show why. */
export function Outcome({ rows, outcomes }: Props): ReactNode {
  const of = (status: Redriven["status"]) => outcomes.filter((one) => one.status === status);
  const rejected = of("rejected");
  const parts = [
    `${formatCount(of("stored").length, "row")} can be stored`,
    ...(of("duplicate").length > 0 ? [`${of("duplicate").length} there already`] : []),
    ...(rejected.length > 0 ? [`${rejected.length} rejected again`] : []),
  ];
  const name = (id: number) => {
    const row = rows.find((one) => one.id === id);
    return row === undefined ? "" : `${row.source}, row ${row.source_row}: `;
  };
  return (
    <div>
      <p>
        <b>{parts.join(", ")}.</b>
      </p>
      {rejected.slice(0, SHOWN).map(({ id, reason }) => (
        <p key={id}>
          {name(id)}
          {reasonText(reason ?? "")}
        </p>
      ))}
      {rejected.length > SHOWN && <p>And {formatCount(rejected.length - SHOWN, "more row")} rejected again.</p>}
    </div>
  );
}
