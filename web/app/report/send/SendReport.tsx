import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ReportKind } from "../../../../contract/notifications/report-kinds.ts";
import type { ReportSearch } from "../search/report-search-fields.ts";

const SendReportDialog = lazy(() => import("./SendReportDialog.tsx"));

/** What can be sent of a screen, and of which days and places. */
export interface SendReportProps {
  kinds: readonly [ReportKind, ...ReportKind[]];
  search: Pick<ReportSearch, "period" | "start_date" | "end_date" | "organization_id" | "property_id">;
}

/** Sends the screen's report to the one who looks at it, now or on a schedule. */
export function SendReport(props: SendReportProps): ReactNode {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        <Trans>Send me this</Trans>
      </Button>
      <Suspense fallback={null}>{opened && <SendReportDialog {...props} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}
