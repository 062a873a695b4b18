import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, type Ref, type RefObject, useState } from "react";
import { rowIndex } from "./row-keys.ts";
import classes from "./Table.module.css";

export interface VirtualBodyProps {
  /** The box that scrolls. */
  scroll: RefObject<HTMLDivElement | null>;
  count: number;
  /** Cells in a row, for the empty rows that hold the place of those out of sight. */
  columnCount: number;
  refreshing?: boolean;
  rowKey: (index: number) => string;
  renderRow: (index: number, reachable: boolean, measure: Ref<HTMLTableRowElement>) => ReactNode;
}

/** Long lists: only the rows in sight are in the document. In a chunk of its own, as few tables are that long. */
export default function VirtualBody(props: VirtualBodyProps): ReactNode {
  const { scroll, count, columnCount, refreshing, rowKey, renderRow } = props;
  const [reached, setReached] = useState(0);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => 37,
    overscan: 12,
    getItemKey: rowKey,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const before = first?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody
      className={classes.body}
      data-refreshing={refreshing || undefined}
      onFocus={(event) => setReached(rowIndex(event.target))}
    >
      {before > 0 && <Spacer columnCount={columnCount} height={before} />}
      {items.map(({ index, key }) => (
        <Row
          key={key}
          index={index}
          reachable={index === reached || (index === first?.index && reached < index)}
          measure={virtualizer.measureElement}
          renderRow={renderRow}
        />
      ))}
      {after > 0 && <Spacer columnCount={columnCount} height={after} />}
    </tbody>
  );
}

interface RowProps extends Pick<VirtualBodyProps, "renderRow"> {
  index: number;
  reachable: boolean;
  measure: Ref<HTMLTableRowElement>;
}

/** Scrolling draws the rows that come into sight, and those that stay in it not again. */
const Row = memo(function Row({ index, reachable, measure, renderRow }: RowProps): ReactNode {
  return renderRow(index, reachable, measure);
});

function Spacer({ columnCount, height }: { columnCount: number; height: number }): ReactNode {
  return (
    <tr>
      <td className={classes.spacer} colSpan={columnCount} style={{ height }} />
    </tr>
  );
}
