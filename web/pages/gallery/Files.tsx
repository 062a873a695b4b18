import { Button } from "@mantine/core";
import { IconFileSpreadsheet, IconFileUpload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Panel } from "../../components/panel/Panel.tsx";
import { FileProgress } from "../admin/data/imports/FileProgress.tsx";
import { ChosenFile } from "../admin/file/ChosenFile.tsx";
import { FileDrop } from "../admin/file/FileDrop.tsx";
import { FileProblem } from "../admin/file/FileProblem.tsx";
import { Counts } from "../admin/inventory-file/Counts.tsx";
import classes from "./Gallery.module.css";

const nothing = () => {};
const MB = 1024 * 1024;
const icon = <IconFileSpreadsheet size={28} stroke={1.25} aria-hidden="true" />;
const drop = { label: "Spreadsheet", accept: ".csv", icon, note: "Nothing changes yet." };
const counts = [
  { kind: "building", new: 1, changed: 0, unchanged: 3 },
  { kind: "unit", new: 1_204, changed: 2, unchanged: 0 },
  { kind: "meter", new: 0, changed: 0, unchanged: 96 },
] as const;

/** The states of an upload: chosen, rejected, sent, read, and what was found in it. */
export function Files(): ReactNode {
  const [chosen, setChosen] = useState("units.csv");
  return (
    <div className={classes.halves}>
      <Panel title="To choose one">
        <FileDrop
          {...drop}
          inputLabel="Spreadsheet file"
          title="Drop a CSV or Excel file here"
          onChoose={({ name }) => setChosen(name)}
        />
      </Panel>
      <Panel title="One is read">
        <FileDrop
          {...drop}
          inputLabel="Spreadsheet file, being read"
          title="Reading units.csv…"
          onChoose={nothing}
          onCancel={nothing}
        />
      </Panel>
      <Panel title="Chosen">
        <ChosenFile
          icon={<IconFileUpload size={20} stroke={1.5} aria-hidden="true" />}
          name={chosen}
          facts="3 rows, 1.2 kB"
        >
          <Button variant="subtle">Another file</Button>
        </ChosenFile>
      </Panel>
      <Panel title="Not taken">
        <FileProblem>huge.csv has 5.0 MB, and at most 4 MB are taken. Split it.</FileProblem>
      </Panel>
      <Panel title="Sent">
        <FileProgress what="Sending" done={12 * MB} all={40 * MB} onInterrupt={nothing} />
      </Panel>
      <Panel title="Read">
        <FileProgress what="Reading" done={31 * MB} all={40 * MB} rows={182_400} onInterrupt={nothing} />
      </Panel>
      <Panel title="Begun, and being interrupted">
        <FileProgress what="Sending" done={0} all={0} onInterrupt={nothing} isInterrupting />
      </Panel>
      <Panel title="What was found">
        <Counts counts={[...counts]} isOneProperty />
      </Panel>
    </div>
  );
}
