import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
  IconChartBar,
  IconChartHistogram,
  IconChevronDown,
  IconCurrencyDollar,
  IconMailForward,
  IconPencilDollar,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { mayOpen, type ReportDialogName, reportDialogs } from "../../../app/report/report-dialog.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { SendReport, SendReportWindow } from "../../../app/report/send/SendReport.tsx";
import type { SendReportProps } from "../../../app/report/send/schedule-form.ts";
import { useMe } from "../../../app/use-me.ts";
import { DropdownMenu } from "../../../components/dropdown/DropdownMenu.tsx";

const icons: Readonly<Record<ReportDialogName, typeof IconChartHistogram>> = {
  "gallons-leaks-dynamics": IconChartHistogram,
  "leak-related-costs": IconCurrencyDollar,
  "custom-cost": IconPencilDollar,
  "bar-chart": IconChartBar,
};

function icon(dialog: ReportDialogName): ReactNode {
  const Icon = icons[dialog];
  return <Icon size={16} stroke={1.75} aria-hidden="true" />;
}

interface Props {
  view: ReportView;
  shared?: boolean;
  only?: readonly ReportDialogName[];
  send?: SendReportProps;
}

/**
 * Opens the dialogs of a report that the user may see: buttons, in one menu where there is no room for them.
 * @param shared something else stands beside them, so that room ends sooner
 * @param only where given, those of them that the screen offers
 * @param send what of the screen can be sent by mail, beside them; left out: nothing
 */
export function ReportActions({ view, shared = false, only, send }: Props): ReactNode {
  const [isSending, setIsSending] = useState(false);
  const me = useMe();
  const offered = reportDialogs.filter(({ dialog }) => mayOpen(me, dialog) && (only?.includes(dialog) ?? true));
  const room = shared && offered.length > 2 ? "100em" : "64em";
  const narrow = useMediaQuery(`(max-width: ${room})`, undefined, { getInitialValueInEffect: false });
  if (!narrow) {
    return (
      <>
        {offered.map(({ dialog, label }) => (
          <Button key={dialog} variant="default" leftSection={icon(dialog)} onClick={() => view.setDialog(dialog)}>
            {label}
          </Button>
        ))}
        {send && <SendReport {...send} />}
      </>
    );
  }
  const sending = {
    id: "send",
    label: t`Send me this`,
    icon: <IconMailForward size={16} stroke={1.75} aria-hidden="true" />,
    onClick: () => setIsSending(true),
  };
  const menu = (
    <DropdownMenu
      position="bottom-end"
      target={(target) => (
        <Button {...target} variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
          <Trans>Costs & charts</Trans>
        </Button>
      )}
      entries={[
        ...offered.map(({ dialog, label }) => ({
          id: dialog,
          label,
          icon: icon(dialog),
          onClick: () => view.setDialog(dialog),
        })),
        ...(send === undefined ? [] : [sending]),
      ]}
    />
  );
  return (
    <>
      {menu}
      {send && isSending && <SendReportWindow {...send} onClose={() => setIsSending(false)} />}
    </>
  );
}
