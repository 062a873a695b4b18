import { Button } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import classes from "./imports.module.css";

/** A place to drop a file of readings, or to choose one, and what stands in it. */
export function ChooseReadings({ onChoose }: { onChoose: (file: File) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onChoose(file);
  };
  return (
    <>
      {/* Dropping is one more way; the button in it is the one for all. */}
      <section
        className={classes.drop}
        aria-label="File of readings"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={28} stroke={1.25} aria-hidden="true" />
        <p>
          <b>Drop a CSV of readings here, or the same packed as .gz</b>
          <span className={classes.soft}>Nothing is stored yet: you see first what it would come to.</span>
        </p>
        <input
          ref={input}
          className={classes.input}
          type="file"
          accept=".csv,.gz,.txt,text/csv,application/gzip"
          aria-label="Readings file"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file !== undefined) onChoose(file);
            // So that the same file, put right, can be chosen again.
            event.currentTarget.value = "";
          }}
        />
        <Button onClick={() => input.current?.click()}>Choose a file</Button>
      </section>
      <p className={classes.soft}>
        One row for each reading: which meter, when, and the gallons of an hour or what its register showed. A file with
        the headings <code>serial, hour, gallons</code> needs nothing else; of any other you say which column is which.
      </p>
    </>
  );
}
