import { Button } from "@mantine/core";
import { IconDownload, IconFileSpreadsheet } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { downloadCsv } from "../../../components/download.ts";
import { csvText } from "../../../components/table/csv.ts";
import { FileDrop } from "../file/FileDrop.tsx";
import { exampleFile } from "./example-file.ts";
import classes from "./inventory-file.module.css";
import type { InventoryFileState } from "./use-inventory-file.ts";

/** A place to drop a spreadsheet, or to choose one, and what stands in it. */
export function ChooseFile({ state }: { state: InventoryFileState }): ReactNode {
  const example = exampleFile(state.isOneProperty);
  return (
    <>
      <FileDrop
        label="Spreadsheet"
        inputLabel="Spreadsheet file"
        accept=".csv,.xlsx,.txt,text/csv"
        icon={<IconFileSpreadsheet size={28} stroke={1.25} aria-hidden="true" />}
        title="Drop a CSV or Excel file here"
        note="Nothing changes yet: you see first what it would add and change."
        onChoose={(file) => void state.choose(file)}
        onCancel={state.busy === null ? undefined : state.cancel}
      />
      <div className={classes.hint}>
        <div>
          <b>One row for each meter.</b> Columns: {example.header.join(", ")}. Other names for them are usually
          understood, and columns beyond these do no harm. Whether they send gallons by the hour or a register is asked
          then. At most 10,000 rows and 4 MB.
        </div>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => downloadCsv("dripline-units-example", csvText(example.header, example.rows))}
        >
          Download an example
        </Button>
      </div>
    </>
  );
}
