import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { SendReportProps } from "./schedule-form.ts";

const SendReportDialog = lazy(() => import("./SendReportDialog.tsx"));

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
      {opened && <SendReportWindow {...props} onClose={() => setOpened(false)} />}
    </>
  );
}

/** The dialog alone, for where something else opens it. */
export function SendReportWindow(props: SendReportProps & { onClose: () => void }): ReactNode {
  return (
    <Suspense fallback={null}>
      <SendReportDialog {...props} />
    </Suspense>
  );
}
