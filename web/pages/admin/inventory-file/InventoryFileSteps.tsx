import { Button } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatCount } from "../../../components/format.ts";
import { ChosenFile } from "../file/ChosenFile.tsx";
import { FileProblem } from "../file/FileProblem.tsx";
import { Applied } from "./Applied.tsx";
import { ChooseFile } from "./ChooseFile.tsx";
import { InvalidRows } from "./CorrectRows.tsx";
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
            Another file
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
        {busy === "looking" && `Looking at ${state.busyWith ?? "the file"}…`}
        {busy === "taking" && "Changing the inventory…"}
      </div>
    </div>
  );
}

function fileFacts(answer: InventoryAnswer): string {
  const { sheet, rows, columns, merged_cells, headings_row } = answer;
  const unused = columns.filter(({ column }) => column === null).map(({ heading }) => heading);
  return [
    formatCount(rows.length, "row"),
    ...(sheet === null ? [] : [`sheet ${sheet}`]),
    ...(headings_row === null || headings_row === 1 ? [] : [`headings in row ${headings_row}`]),
    ...(merged_cells === 0 ? [] : [`${formatCount(merged_cells, "merged cell")} filled with what they show`]),
    ...(unused.length === 0 ? [] : [`not used: ${unused.join(", ")}`]),
  ].join(" · ");
}
