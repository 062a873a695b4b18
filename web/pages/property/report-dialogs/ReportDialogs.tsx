import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import {
  mayOpen,
  type ReportDialogName,
  type ReportDialogProps,
  reportDialogOf,
} from "../../../app/report/report-dialog.ts";
import { useMe } from "../../../app/use-me.ts";

const windows: Readonly<Record<ReportDialogName, ComponentType<ReportDialogProps>>> = {
  "gallons-leaks-dynamics": lazy(() => import("./dynamics/DynamicsDialog.tsx")),
  "leak-related-costs": lazy(() => import("./costs/CostsDialog.tsx")),
  "custom-cost": lazy(() => import("./custom-cost/CustomCostDialog.tsx")),
  "bar-chart": lazy(() => import("./bars/BarsDialog.tsx")),
};
const NotAllowed = lazy(() => import("./NotAllowed.tsx"));

/** The dialog that the address of a report names, each in a chunk of its own. */
export function ReportDialogs({ view, from }: Pick<ReportDialogProps, "view" | "from">): ReactNode {
  const me = useMe();
  const named = reportDialogOf(view.search.dialog);
  // Those that were open stay, closed: only what stands gives the focus back, and keeps what was typed into it.
  const [stood, setStood] = useState<readonly ReportDialogName[]>([]);
  if (named !== undefined && !stood.includes(named)) setStood([...stood, named]);
  return stood.map((dialog) => {
    const Window = windows[dialog];
    const window = { opened: dialog === named, onClose: () => view.setDialog(undefined) };
    return (
      <Suspense key={dialog} fallback={null}>
        {mayOpen(me, dialog) ? (
          <Window view={view} from={from} {...window} />
        ) : (
          <NotAllowed dialog={dialog} {...window} />
        )}
      </Suspense>
    );
  });
}
