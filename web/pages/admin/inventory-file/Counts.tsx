import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatNumber } from "../../../components/format.ts";
import type { InventoryAnswer } from "./inventory-answer.ts";
import classes from "./inventory-file.module.css";

const names: Readonly<Record<string, string>> = {
  organization: t`Organizations`,
  property: t`Properties`,
  building: t`Buildings`,
  unit: t`Units`,
  gateway: t`Gateways`,
  point: t`Points`,
  meter: t`Meters`,
};

interface Props extends Pick<InventoryAnswer, "counts"> {
  /** Of which it needs no saying that it is there. */
  isOneProperty: boolean;
}

/** How many of each kind are new, changed and unchanged. Kinds that the file does not contain are left out. */
export function Counts({ counts, isOneProperty }: Props): ReactNode {
  const isShown = (kind: string) => !isOneProperty || !(kind === "property" || kind === "organization");
  return (
    <table className={classes.counts}>
      <caption className={classes.hidden}>
        <Trans>How much is new</Trans>
      </caption>
      <thead className={classes.countsHead}>
        <tr>
          <td />
          <th scope="col">
            <Trans>New</Trans>
          </th>
          <th scope="col">
            <Trans>Changed</Trans>
          </th>
          <th scope="col">
            <Trans>Unchanged</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {counts
          .filter((one) => isShown(one.kind) && one.new + one.changed + one.unchanged > 0)
          .map((one) => (
            <tr key={one.kind}>
              <th scope="row">{names[one.kind] ?? one.kind}</th>
              {[one.new, one.changed, one.unchanged].map((count, place) => (
                <td key={["new", "changed", "unchanged"][place]} data-none={count === 0 || undefined}>
                  {formatNumber(count)}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
