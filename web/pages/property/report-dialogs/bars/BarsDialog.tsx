import type { ReactNode } from "react";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import type { ReportDialogProps } from "../report-dialog.ts";
import { Bars } from "./Bars.tsx";

/** The report's leaks as bars, biggest first. */
export default function BarsDialog({ view, from, opened, onClose }: ReportDialogProps): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title="Leak Gallons by Unit" size="large">
      <Bars view={view} from={from} />
    </Dialog>
  );
}
