import { Button } from "@mantine/core";
import { IconDownload, IconFileSpreadsheet } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { downloadCsv } from "../../../components/download.ts";
import { csvText } from "../../../components/table/csv.ts";
import { exampleFile } from "./example-file.ts";
import classes from "./inventory-file.module.css";
import type { InventoryFileState } from "./use-inventory-file.ts";

/** A place to drop a spreadsheet, or to choose one, and what stands in it. */
export function ChooseFile({ state }: { state: InventoryFileState }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const isBusy = state.busy !== null;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined && !isBusy) void state.choose(file);
  };
  const example = exampleFile(state.isOneProperty);
  return (
    <>
      {/* Dropping is one more way; the button in it is the one for all. */}
      <section
        className={classes.drop}
        aria-label="Spreadsheet"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={28} stroke={1.25} aria-hidden="true" />
        <p>
          <b>Drop a CSV or Excel file here</b>
          <span className={classes.soft}>Nothing changes yet: you see first what it would add and change.</span>
        </p>
        <input
          ref={input}
          className={classes.input}
          type="file"
          accept=".csv,.xlsx,.txt,text/csv"
          aria-label="Spreadsheet file"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file !== undefined) void state.choose(file);
            // So that the same file, put right, can be chosen again.
            event.currentTarget.value = "";
          }}
        />
        {isBusy ? (
          <Button variant="default" onClick={state.cancel}>
            Cancel
          </Button>
        ) : (
          <Button data-autofocus onClick={() => input.current?.click()}>
            Choose a file
          </Button>
        )}
      </section>
      <div className={classes.hint}>
        <div>
          <b>One row for each meter.</b> Columns: {example.header.join(", ")}. Other names for them are usually
          understood, and columns beyond these do no harm. At most 10,000 rows and 4 MB.
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
