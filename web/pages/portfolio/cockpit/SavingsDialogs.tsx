import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { type SavingsList, savingsListOf } from "./savings-queries.ts";

const SavingsDialog = lazy(() => import("./SavingsDialog.tsx"));

/** The list of stopped leaks that the address names, over the screen. */
export function SavingsDialogs({ view }: { view: ReportView }): ReactNode {
  const named = savingsListOf(view.search.dialog);
  // The one that was open stays, closed: only what stands gives the focus back.
  const [stood, setStood] = useState<SavingsList>();
  if (named !== undefined && named !== stood) setStood(named);
  if (stood === undefined) return null;
  return (
    <Suspense fallback={null}>
      <SavingsDialog view={view} list={stood} opened={named === stood} onClose={() => view.setDialog(undefined)} />
    </Suspense>
  );
}
