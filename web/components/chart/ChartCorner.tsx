import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ActionIcon, Button } from "@mantine/core";
import { IconChartBar, IconDots, IconFileTypeCsv, IconPhoto, IconTable, IconZoomOut } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import classes from "./Chart.module.css";

export interface ChartCornerProps {
  /** The table stands in place of the drawing. */
  asTable: boolean;
  onToggleTable: () => void;
  /** Where given, the chart is zoomed in. */
  onZoomOut?: () => void;
  onPng?: () => void;
  onCsv: () => void;
}

const choice = { variant: "subtle", color: "slate", justify: "flex-start" } as const;

/** The chart's corner: table view, zoom out, and files. */
export function ChartCorner({ asTable, onToggleTable, onZoomOut, onPng, onCsv }: ChartCornerProps): ReactNode {
  const [opened, setOpened] = useState(false);
  const close = (save: () => void) => () => {
    setOpened(false);
    save();
  };
  const View = asTable ? IconChartBar : IconTable;
  return (
    <>
      {onZoomOut && (
        <ActionIcon aria-label={t`Zoom out`} title={t`Zoom out (Esc)`} onClick={onZoomOut}>
          <IconZoomOut size={16} stroke={1.75} />
        </ActionIcon>
      )}
      <ActionIcon
        aria-label={asTable ? t`Show as chart` : t`Show as table`}
        title={asTable ? t`Show as chart (T)` : t`Show as table (T)`}
        onClick={onToggleTable}
      >
        <View size={16} stroke={1.75} />
      </ActionIcon>
      <Dropdown
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        label={t`Save chart`}
        className={classes.files}
        target={(target) => (
          <ActionIcon {...target} aria-label={t`Save chart`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        )}
      >
        {onPng && (
          <Button
            {...choice}
            leftSection={<IconPhoto size={16} stroke={1.75} aria-hidden="true" />}
            onClick={close(onPng)}
          >
            <Trans>Save as PNG</Trans>
          </Button>
        )}
        <Button
          {...choice}
          leftSection={<IconFileTypeCsv size={16} stroke={1.75} aria-hidden="true" />}
          onClick={close(onCsv)}
        >
          <Trans>Save as CSV</Trans>
        </Button>
      </Dropdown>
    </>
  );
}
