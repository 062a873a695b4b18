import type { ReactNode } from "react";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { Costs } from "./Costs.tsx";

/** What leaks cost, by day, week or month, on the full screen. */
export default function CostsDialog({ view, opened, onClose }: ReportDialogProps): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title="Leak-Related Costs" size="full">
      <Costs view={view} />
    </Dialog>
  );
}
