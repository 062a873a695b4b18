import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { LeakCase, WholeCase } from "../../../../contract/leaks/cases.ts";
import { dependent } from "../../../app/query.ts";
import { caseQuery, type SendReport, sendNow } from "./cases-calls.ts";
import type { CaseDialog } from "./next-step.ts";

const CaseDialogs = lazy(() => import("./CaseDialogs.tsx"));

/** The dialog that the URL names, about a row that is there; its script loads with it. */
export function OpenCaseDialog(props: {
  row: LeakCase | WholeCase | undefined;
  /** Others that get the same. */
  also?: readonly LeakCase[];
  dialog: CaseDialog | undefined;
  /** Stores what is reported; left out: sends it to the server, and waits. */
  send?: SendReport;
  onClose(): void;
  onDone(): void;
}): ReactNode {
  const { also = [], dialog, send = sendNow, onClose, onDone } = props;
  // What it reports may take the row out of the list while the dialog still shows what came of it.
  const [kept, setKept] = useState<LeakCase | WholeCase | undefined>(props.row);
  const row = dialog === undefined ? undefined : (props.row ?? kept);
  if (row !== kept) setKept(row);
  // With its events, so that nobody reports what somebody else has just reported.
  const needsEvents = row !== undefined && !("events" in row) && also.length === 0;
  const whole = useQuery({ ...dependent(caseQuery(row?.id ?? 0)), enabled: needsEvents });
  if (row === undefined || dialog === undefined) return null;
  return (
    <Suspense fallback={null}>
      <CaseDialogs
        key={`${row.id} ${dialog}`}
        row={whole.data ?? row}
        also={also}
        dialog={dialog}
        opened
        send={send}
        onClose={onClose}
        onDone={onDone}
      />
    </Suspense>
  );
}
