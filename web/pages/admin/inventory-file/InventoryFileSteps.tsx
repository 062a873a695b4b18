import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconCircleCheck, IconDownload, IconFileSpreadsheet } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { csvFile } from "../../../../contract/files/csv.ts";
import { downloadCsv } from "../../../components/download.ts";
import { ChosenFile } from "../file/ChosenFile.tsx";
import { FileDrop } from "../file/FileDrop.tsx";
import { FileProblem } from "../file/FileProblem.tsx";
import { InvalidRows } from "./CorrectRows.tsx";
import { Counts } from "./Counts.tsx";
import type { InventoryAnswer } from "./inventory-answer.ts";
import classes from "./inventory-file.module.css";
import { NameColumns } from "./NameColumns.tsx";
import type { InventoryFileState } from "./use-inventory-file.ts";
import { WhatChanges } from "./WhatChanges.tsx";

interface Props {
  state: InventoryFileState;
  /** Where given, it is a dialog's, and the end offers to close it. */
  onClose?: () => void;
}

/** The open step of an upload. Its state may live outside, so that it outlives a dialog that closes. */
export function InventoryFileSteps({ state, onClose }: Props): ReactNode {
  const { answer, step, busy } = state;
  return (
    <div className={classes.steps} aria-busy={busy !== null}>
      {answer !== undefined && step !== "applied" && (
        <ChosenFile
          icon={<IconFileSpreadsheet size={20} stroke={1.5} aria-hidden="true" />}
          name={answer.name}
          facts={fileFacts(answer)}
        >
          <Button variant="subtle" disabled={busy !== null} onClick={state.startAgain}>
            <Trans>Another file</Trans>
          </Button>
        </ChosenFile>
      )}
      <FileProblem>{state.problem}</FileProblem>
      {step === "choose" && <ChooseFile state={state} />}
      {answer !== undefined && (
        <>
          {step === "columns" && <NameColumns key={answer.name} state={state} answer={answer} />}
          {step === "rows" && <InvalidRows state={state} answer={answer} />}
          {step === "changes" && <WhatChanges state={state} answer={answer} />}
          {step === "applied" && <Applied state={state} answer={answer} onClose={onClose} />}
        </>
      )}
      <div className={classes.status} role="status">
        {busy === "looking" && t`Looking at ${state.busyWith ?? t`the file`}…`}
        {busy === "taking" && t`Changing the inventory…`}
      </div>
    </div>
  );
}

function fileFacts(answer: InventoryAnswer): string {
  const { sheet, rows, columns, merged_cells, headings_row } = answer;
  const unused = columns.filter(({ column }) => column === null).map(({ heading }) => heading);
  return [
    plural(rows.length, { one: "# row", other: "# rows" }),
    ...(sheet === null ? [] : [t`sheet ${sheet}`]),
    ...(headings_row === null || headings_row === 1 ? [] : [t`headings in row ${headings_row}`]),
    ...(merged_cells === 0
      ? []
      : [t`${plural(merged_cells, { one: "# merged cell", other: "# merged cells" })} filled with what they show`]),
    ...(unused.length === 0 ? [] : [t`not used: ${unused.join(", ")}`]),
  ].join(" · ");
}

interface AppliedProps {
  state: InventoryFileState;
  answer: InventoryAnswer;
  onClose?: (() => void) | undefined;
}

/** What the imported file added and changed. */
function Applied({ state, answer, onClose }: AppliedProps): ReactNode {
  const of = (kind: string) => answer.counts.find((one) => one.kind === kind)?.new ?? 0;
  const added = answer.counts.reduce((sum, one) => sum + one.new, 0);
  const changed = answer.counts.reduce((sum, one) => sum + one.changed, 0);
  const summary = [
    ...(added > 0
      ? [
          t`${plural(of("unit"), { one: "# unit", other: "# units" })} and ${plural(of("meter"), { one: "# meter", other: "# meters" })} were added.`,
        ]
      : []),
    ...(changed > 0 ? [plural(changed, { one: "# thing was changed.", other: "# things were changed." })] : []),
  ].join(" ");
  return (
    <div className={classes.steps}>
      <p className={classes.done} role="status">
        <IconCircleCheck size={20} aria-hidden="true" />
        <span>
          <b>
            <Trans>The inventory is as {answer.name} says.</Trans>
          </b>{" "}
          {summary}
        </span>
      </p>
      <Counts counts={answer.counts} isOneProperty={state.isOneProperty} />
      <div className={classes.foot}>
        <Button variant="default" onClick={state.startAgain}>
          <Trans>Upload another file</Trans>
        </Button>
        {onClose && (
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

/** A place to drop a spreadsheet, or to choose one, and what stands in it. */
function ChooseFile({ state }: { state: InventoryFileState }): ReactNode {
  const example = exampleFile(state.isOneProperty);
  return (
    <>
      <FileDrop
        label={t`Spreadsheet`}
        inputLabel={t`Spreadsheet file`}
        accept=".csv,.xlsx,.txt,text/csv"
        icon={<IconFileSpreadsheet size={28} stroke={1.25} aria-hidden="true" />}
        title={t`Drop a CSV or Excel file here`}
        note={t`Nothing changes yet: you see first what it would add and change.`}
        onChoose={(file) => void state.choose(file)}
        onCancel={state.busy === null ? undefined : state.cancel}
      />
      <div className={classes.hint}>
        <div>
          <Trans>
            <b>One row for each meter.</b> Columns: {example.header.join(", ")}. Other names for them are usually
            understood, and columns beyond these do no harm. Whether they send gallons by the hour or a register is
            asked then. At most 10,000 rows and 4 MB.
          </Trans>
        </div>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => downloadCsv("dripline-units-example", csvFile(example.header, example.rows))}
        >
          <Trans>Download an example</Trans>
        </Button>
      </div>
    </>
  );
}

const header = ["property", "building", "unit", "bedrooms", "point", "serial", "gateway", "time_zone"];
const rows = [
  ["Maple Court", "North", "101", "1", "SPOE", "MC-1001", "GW-1", "America/Chicago"],
  ["Maple Court", "North", "101", "1", t`Toilet`, "MC-1002", "GW-1", "America/Chicago"],
  ["Maple Court", "North", "102", "2", "SPOE", "MC-1003", "GW-1", "America/Chicago"],
  ["Maple Court", "North", "103", "0", "SPOE", "MC-1004", "GW-1", "America/Chicago"],
  ["Maple Court", "North", "", "", t`Building`, "MC-1005", "GW-1", "America/Chicago"],
];

/** A small example file. @param isOneProperty rows do not name their property */
function exampleFile(isOneProperty: boolean): {
  header: readonly string[];
  rows: readonly (readonly string[])[];
} {
  // The property has its name and its zone already.
  const cut = (row: readonly string[]) => (isOneProperty ? row.slice(1, -1) : row);
  return { header: cut(header), rows: rows.map(cut) };
}
