import type { ReactNode } from "react";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { Dynamics } from "./Dynamics.tsx";

/** What became of the water, by day, week or month, on the full screen. */
export default function DynamicsDialog({ view, opened, onClose }: ReportDialogProps): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title="Gallons & Leaks Dynamics" size="full">
      <Dynamics view={view} />
    </Dialog>
  );
}
