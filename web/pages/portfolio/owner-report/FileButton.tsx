import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFileTypePdf, IconFileTypeXls } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { callFile } from "../../../app/api.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { reportQuery } from "../../../app/report/search/report-view.ts";
import { toast } from "../../../app/toast.ts";
import { download } from "../../../components/download.ts";
import { language } from "../../../language/language.ts";
import { measure } from "../../../language/measure.ts";

const files = {
  workbook: {
    call: "GET /v1/reporting/portfolio-insights/workbook/export",
    name: t`Workbook`,
    failure: t`The workbook could not be made. Please try again.`,
    variant: "default",
    Icon: IconFileTypeXls,
  },
  pdf: {
    call: "GET /v1/reporting/portfolio-insights/owner-report/export",
    name: t`Download PDF`,
    failure: t`The PDF could not be made. Please try again.`,
    variant: "filled",
    Icon: IconFileTypePdf,
  },
} as const;

/** Saves a file that the server makes of the report's days and places. */
export function FileButton({ file, search }: { file: keyof typeof files; search: ReportSearch }): ReactNode {
  const { call, name: label, failure, variant, Icon } = files[file];
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { bedrooms_from, bedrooms_to } = search;
      const query = { ...reportQuery(search), bedrooms_from, bedrooms_to, language, measure };
      const { name, content } = await callFile(call, { query });
      download(name, content);
    } catch {
      toast({ title: t`Error`, message: failure, destructive: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant={variant}
      leftSection={<Icon size={16} aria-hidden="true" />}
      loading={busy}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
