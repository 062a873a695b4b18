import type { ReactNode } from "react";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { Bars } from "./Bars.tsx";

/** The report's leaks as bars, biggest first. */
export default function BarsDialog({ view, from, opened, onClose }: ReportDialogProps): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title="Leak Gallons by Unit" size="large">
      <Bars view={view} from={from} />
    </Dialog>
  );
}
