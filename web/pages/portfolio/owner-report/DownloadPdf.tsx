import { Button } from "@mantine/core";
import { IconFileTypePdf } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { toast } from "../../../app/toast.ts";
import { download } from "../../../components/download.ts";
import type { OwnerReport } from "./contents/report-contents.ts";

/** Saves the report as a PDF; what draws it is loaded at the first click. */
export function DownloadPdf({ report }: { report: OwnerReport | undefined }): ReactNode {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (report === undefined) return;
    setBusy(true);
    try {
      const { ownerPdf } = await import("./pdf/owner-pdf.ts");
      download(`owner's report ${report.period}.pdf`, new Blob([ownerPdf(report)], { type: "application/pdf" }));
    } catch (error) {
      console.warn("The PDF was not made.", error);
      toast({ title: "Error", message: "The PDF could not be made. Please try again.", destructive: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
      disabled={report === undefined}
      loading={busy}
      onClick={() => void save()}
    >
      Download PDF
    </Button>
  );
}
