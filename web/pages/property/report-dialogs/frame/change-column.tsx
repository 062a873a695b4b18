import { t } from "@lingui/core/macro";
import { ComparisonBadge } from "../../../../components/badges/ComparisonBadge.tsx";
import { NOT_MEASURED, plain } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";

/** How a row compares with the same days of the period before. */
export function changeColumn<Row extends { percentage_difference: number | null }>(): TableColumn<Row> {
  return {
    id: "percentage_difference",
    header: t`Change`,
    align: "right",
    cell: ({ percentage_difference: value }) =>
      value === null ? NOT_MEASURED : <ComparisonBadge value={value} unit="%" />,
    text: (row) => plain(row.percentage_difference),
    textUnit: "%",
  };
}
