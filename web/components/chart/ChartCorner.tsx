import { ActionIcon, Menu } from "@mantine/core";
import { IconChartBar, IconDots, IconFileTypeCsv, IconPhoto, IconTable, IconZoomOut } from "@tabler/icons-react";
import type { ReactNode } from "react";

export interface ChartCornerProps {
  /** The table stands in place of the drawing. */
  asTable: boolean;
  onToggleTable: () => void;
  /** Where given, the chart is zoomed in. */
  onZoomOut?: () => void;
  onPng?: () => void;
  onCsv: () => void;
}

/** The chart's corner: table view, zoom out, and files. */
export function ChartCorner({ asTable, onToggleTable, onZoomOut, onPng, onCsv }: ChartCornerProps): ReactNode {
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="Save chart">
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onPng && (
            <Menu.Item leftSection={<IconPhoto size={16} stroke={1.75} aria-hidden="true" />} onClick={onPng}>
              Save as PNG
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconFileTypeCsv size={16} stroke={1.75} aria-hidden="true" />} onClick={onCsv}>
            Save as CSV
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
