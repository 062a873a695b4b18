import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, VisuallyHidden } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import classes from "./ColumnPicker.module.css";
import { moveColumn, orderedColumns, type TableLayout } from "./layout.ts";

export interface ColumnPickerProps {
  columns: readonly { id: string; header: string; pinned?: boolean }[];
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
}

/** All columns: tick to show, drag or arrow keys on the handle to move. */
export default function ColumnList({ columns, layout, onLayoutChange }: ColumnPickerProps): ReactNode {
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const ordered = orderedColumns(columns, layout);

  const move = (from: number, to: number) => {
    const column = ordered[from];
    if (column === undefined || to < 0 || to >= ordered.length || to === from) return;
    onLayoutChange(moveColumn(columns, layout, from, to));
    setAnnouncement(t`${column.header}, ${to + 1} of ${ordered.length}`);
  };

  const drag = (event: PointerEvent, from: number) => {
    if (dragged === null || list.current === null) return;
    const boxes = [...list.current.children].map((item) => item.getBoundingClientRect());
    const to = boxes.findIndex((box) => event.clientY < box.bottom);
    move(from, to < 0 ? boxes.length - 1 : to);
  };

  const toggle = (id: string) => {
    const hidden = layout.hidden.includes(id) ? layout.hidden.filter((other) => other !== id) : [...layout.hidden, id];
    onLayoutChange({ ...layout, hidden });
  };

  return (
    <>
      <p className={classes.hint}>
        <Trans>Tick to show. Drag, or use the arrow keys, to move.</Trans>
      </p>
      <ul className={classes.list} ref={list}>
        {ordered.map((column, index) => (
          <li key={column.id} className={classes.item} data-dragged={dragged === column.id || undefined}>
            <button
              type="button"
              className={classes.handle}
              aria-label={t`Move ${column.header}`}
              onKeyDown={(event) => {
                const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
                if (step === 0) return;
                event.preventDefault();
                move(index, index + step);
              }}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(column.id);
              }}
              onPointerMove={(event) => drag(event, index)}
              onPointerUp={() => setDragged(null)}
              onPointerCancel={() => setDragged(null)}
            >
              <IconGripVertical size={15} aria-hidden="true" />
            </button>
            <label className={classes.label}>
              <input
                type="checkbox"
                checked={column.pinned || !layout.hidden.includes(column.id)}
                disabled={column.pinned}
                onChange={() => toggle(column.id)}
              />
              {column.header}
            </label>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Button variant="subtle" color="slate" onClick={() => onLayoutChange({ order: [], hidden: [] })}>
          <Trans>Reset columns</Trans>
        </Button>
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
