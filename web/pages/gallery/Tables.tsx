import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { TableLayout } from "../../components/column-picker/layout.ts";
import { Panel } from "../../components/panel/Panel.tsx";
import { DataTable } from "../../components/table/DataTable.tsx";
import { sampleColumns } from "./columns.tsx";
import classes from "./Gallery.module.css";
import { type SampleProperty, sampleProperties } from "./sample.ts";

const few = sampleProperties(6);
const many = sampleProperties(134);
const thousands = sampleProperties(10_000);
const rowKey = (row: SampleProperty) => row.property_id;
const nothing = () => {};

/** A table with everything on. */
function FullTable(): ReactNode {
  const [ordering, setOrdering] = useState("-gallons_leaked");
  const [page, setPage] = useState(0);
  const [pageSize, setPageSize] = useState(10);
  const [layout, setLayout] = useState<TableLayout>({ order: [], hidden: ["state"] });
  const [opened, setOpened] = useState("");
  return (
    <Panel title="Properties" subtitle={opened || "Last 7 days"} flush>
      <DataTable
        caption="Properties, last 7 days"
        columns={sampleColumns}
        rows={many.slice(page * pageSize, (page + 1) * pageSize)}
        rowKey={rowKey}
        ordering={ordering}
        onOrderingChange={(next) => {
          setOrdering(next);
          setPage(0);
        }}
        paging={{ page, pageSize, count: many.length, onPageChange: setPage, onPageSizeChange: setPageSize }}
        onOpenRow={(row) => setOpened(`Opened ${row.property_name}`)}
        highlight={(row) => (row.performance === "critical" ? "Critical" : undefined)}
        layout={layout}
        onLayoutChange={setLayout}
        fileName="properties"
      />
    </Panel>
  );
}

function FoldingTable(): ReactNode {
  const [open, setOpen] = useState<readonly string[]>(["0"]);
  const columns = sampleColumns.filter((column) => ["property_name", "units", "gallons_leaked"].includes(column.id));
  return (
    <DataTable
      caption="Folding"
      columns={columns.map((column) => ({ ...column, total: undefined }))}
      rows={few.slice(0, 3)}
      rowKey={rowKey}
      expansion={{
        isExpanded: (row) => open.includes(row.property_id),
        onToggle: ({ property_id }) => setOpen(open.includes(property_id) ? [] : [property_id]),
        label: (_, expanded) => (expanded ? "Hide Leak" : "Show Leak"),
        render: (row) => <div style={{ padding: 16 }}>Units of {row.property_name}</div>,
      }}
    />
  );
}

/** The table in all its states. */
export function Tables(): ReactNode {
  const short = sampleColumns.slice(5);
  const common = { columns: short, rowKey };
  return (
    <>
      <FullTable />
      <div className={classes.halves}>
        <Panel title="Loading" flush>
          <DataTable {...common} caption="Loading" rows={undefined} />
        </Panel>
        <Panel title="Refreshing" flush>
          <DataTable
            {...common}
            caption="Refreshing"
            rows={few}
            refreshing
            ordering="units"
            onOrderingChange={nothing}
          />
        </Panel>
        <Panel title="Empty" flush>
          <DataTable
            {...common}
            caption="Empty"
            rows={[]}
            empty={{
              sentence: "The last reading came on Mar 03, 2017.",
              action: <Button variant="default">Show Mar 2017</Button>,
            }}
          />
        </Panel>
        <Panel title="Error" flush>
          <DataTable
            {...common}
            caption="Error"
            rows={undefined}
            error={{ message: "The properties could not be loaded.", onRetry: nothing }}
          />
        </Panel>
        <Panel title="Error beside old rows" flush>
          <DataTable
            {...common}
            caption="Error beside old rows"
            rows={few.slice(0, 3)}
            error={{ message: "These are the rows from before: new ones could not be loaded.", onRetry: nothing }}
          />
        </Panel>
        <Panel title="Folding" flush>
          <FoldingTable />
        </Panel>
      </div>
      <Panel title="Ten thousand rows" flush>
        <DataTable
          columns={sampleColumns}
          caption="Ten thousand rows"
          rows={thousands}
          rowKey={rowKey}
          height={360}
          onOpenRow={nothing}
        />
      </Panel>
    </>
  );
}
