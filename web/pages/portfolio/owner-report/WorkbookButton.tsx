import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconFileTypeXls } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { callFile } from "../../../app/api.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { reportQuery } from "../../../app/report/search/report-view.ts";
import { toast } from "../../../app/toast.ts";
import { download } from "../../../components/download.ts";
import { language } from "../../../language/language.ts";
import { measure } from "../../../language/measure.ts";

/** Saves the portfolio of the report's days and places as a workbook. */
export function WorkbookButton({ search }: { search: ReportSearch }): ReactNode {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const query = { ...reportQuery(search), language, measure };
      const { name, content } = await callFile("GET /v1/reporting/portfolio-insights/workbook/export", { query });
      download(name, content);
    } catch {
      toast({ title: t`Error`, message: t`The workbook could not be made. Please try again.`, destructive: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeXls size={16} aria-hidden="true" />}
      loading={busy}
      onClick={() => void save()}
    >
      <Trans>Workbook</Trans>
    </Button>
  );
}
