import { TextInput } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { LeakRow } from "../../../../contract/reporting/reporting.ts";
import { reportView } from "../../../../web/app/report/search/report-view.ts";
import { TableFrame } from "../../../../web/app/report/table/TableFrame.tsx";
import { DataTable } from "../../../../web/components/table/DataTable.tsx";
import { parseOrdering } from "../../../../web/components/table/ordering.ts";
import { leakColumns } from "../../../../web/pages/property/leak-list/columns.tsx";
import { leakRows, rowsWith } from "../leak-rows.ts";

const all = leakRows();
const columns = leakColumns(
  "history",
  reportView("history", {}, () => {}),
);
const orders = new Intl.Collator("en");

/** The product's leak list with its own columns, its rows filtered and sorted in the page. */
export function LeakTable(): ReactNode {
  const [ordering, setOrdering] = useState("-gallons_leaked");
  const [text, setText] = useState("");
  const [opened, setOpened] = useState("");
  const sorted = useMemo(() => sortRows(all, ordering), [ordering]);
  const rows = useMemo(() => rowsWith(sorted, text), [sorted, text]);
  return (
    <main>
      <TextInput label="Filter" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <TableFrame title="Leaks" subtitle={opened}>
        {(heading) => (
          <DataTable
            caption="Leaks"
            columns={columns}
            rows={rows}
            rowKey={(row) => `${row.property_id} ${row.meter_serial_number}`}
            ordering={ordering}
            onOrderingChange={setOrdering}
            onOpenRow={(row) => setOpened(row.meter_serial_number)}
            toolbar={heading}
          />
        )}
      </TableFrame>
    </main>
  );
}

function sortRows(rows: readonly LeakRow[], ordering: string): readonly LeakRow[] {
  const { field, descending } = parseOrdering(ordering) ?? { field: "gallons_leaked", descending: true };
  const turn = descending ? -1 : 1;
  return rows.toSorted((a, b) => turn * compare(Reflect.get(a, field), Reflect.get(b, field)));
}

/** What was not measured stands before all else. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return orders.compare(a, b);
  return Number(a !== null) - Number(b !== null);
}
