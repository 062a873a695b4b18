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
        <ActionIcon aria-label="Zoom out" title="Zoom out (Esc)" onClick={onZoomOut}>
          <IconZoomOut size={16} stroke={1.75} />
        </ActionIcon>
      )}
      <ActionIcon
        aria-label={asTable ? "Show as chart" : "Show as table"}
        title={asTable ? "Show as chart (T)" : "Show as table (T)"}
        onClick={onToggleTable}
      >
        <View size={16} stroke={1.75} />
      </ActionIcon>
      <Dropdown
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        label="Save chart"
        className={classes.files}
        target={(target) => (
          <ActionIcon {...target} aria-label="Save chart">
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
            Save as PNG
          </Button>
        )}
        <Button
          {...choice}
          leftSection={<IconFileTypeCsv size={16} stroke={1.75} aria-hidden="true" />}
          onClick={close(onCsv)}
        >
          Save as CSV
        </Button>
      </Dropdown>
    </>
  );
}
