import { IconFileUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { FileDrop } from "../../file/FileDrop.tsx";
import classes from "./imports.module.css";

/** A place to drop a file of readings, or to choose one, and what stands in it. */
export function ChooseReadings({ onChoose }: { onChoose: (file: File) => void }): ReactNode {
  return (
    <>
      <FileDrop
        label="File of readings"
        inputLabel="Readings file"
        accept=".csv,.gz,.txt,.xlsx,text/csv,application/gzip"
        icon={<IconFileUpload size={28} stroke={1.25} aria-hidden="true" />}
        title="Drop a CSV or an Excel workbook of readings here, or a CSV packed as .gz"
        note="Nothing is stored yet: you see first what it would come to."
        onChoose={onChoose}
      />
      <p className={classes.soft}>
        One row for each reading: which meter, when, and the gallons of an interval (15 minutes, an hour, a day) or the
        register. A file with the headings <code>serial, hour, gallons</code> needs nothing else; of any other you say
        which column is which.
      </p>
    </>
  );
}
