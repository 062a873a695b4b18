import { useMediaQuery } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { usePrinting } from "../../theme/use-printing.ts";
import classes from "./HeatGrid.module.css";
import { HeatRowView } from "./HeatRowView.tsx";
import { HeatTip, type HeatTipPlace, tipPlace } from "./HeatTip.tsx";
import { cellAfter, type HeatCell, type HeatColumn, type HeatLine } from "./heat-lines.ts";
import type { HeatScale } from "./heat-scale.ts";

interface Props {
  /** For a screen reader: "Leak gallons of each unit by days". */
  label: string;
  /** Over the names: "Unit". */
  nameHeader: string;
  /** Over the last column: "Sum". */
  totalHeader: string;
  columns: readonly HeatColumn[];
  lines: readonly HeatLine[];
  scale: HeatScale;
  /** Keep it the same between renders. */
  format: (value: number | null) => string;
  /** The figures are shown in place of their shades. */
  asTable: boolean;
  /** The tooltip of a cell, one string per line; the name of a row has column 0. */
  tip: (cell: HeatCell) => readonly string[];
  onOpen: (cell: HeatCell) => void;
}

/** A table whose cells are walked through by keys. */
const asGrid = { role: "grid", tabIndex: -1 };

/** Pixels; keep in sync with the stylesheet. */
const [ROW, PHONE_ROW] = [26, 44];

/** The cell of a row that an event was on, its sum left out. */
function cellOf(target: EventTarget): { cell: HeatCell; element: HTMLElement } | null {
  const element = target instanceof Element ? target.closest("td, th") : null;
  const line = element?.closest("tr")?.dataset.line;
  if (!(element instanceof HTMLTableCellElement) || line === undefined || !element.nextElementSibling) return null;
  return { cell: { line: Number(line), column: element.cellIndex }, element };
}

/** Figures of many rows by columns as shades. Only the rows in sight are in the document; on paper all are. */
export function HeatGrid(props: Props): ReactNode {
  const { label, nameHeader, totalHeader, columns, lines, scale, format, asTable, tip, onOpen } = props;
  const wrap = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const toFocus = useRef(false);
  const [chosen, setChosen] = useState<HeatCell>({ line: 0, column: 0 });
  const [tooltip, setTooltip] = useState<(HeatTipPlace & { cell: HeatCell }) | null>(null);
  const printing = usePrinting();
  const height = useMediaQuery("(max-width: 40em)", undefined, { getInitialValueInEffect: false }) ? PHONE_ROW : ROW;
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 10,
  });
  const measured = useRef(height);
  useLayoutEffect(() => {
    if (measured.current === height) return;
    measured.current = height;
    virtualizer.measure();
  });
  const items = virtualizer.getVirtualItems();
  const shown = printing ? lines.map((_, place) => place) : items.map(({ index }) => index);
  const before = printing ? 0 : (items[0]?.start ?? 0);
  const after = printing ? 0 : virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const isRow = (place: number) => lines[place]?.kind === "row";
  const reached = shown.includes(chosen.line) && isRow(chosen.line) ? chosen : { line: shown.find(isRow), column: 0 };

  useLayoutEffect(() => {
    if (!toFocus.current) return;
    const row = scroll.current?.querySelector(`[data-line="${chosen.line}"]`);
    const at = row instanceof HTMLTableRowElement ? row.cells[chosen.column] : undefined;
    if (at === undefined) return;
    toFocus.current = false;
    at.focus();
  });
  const walk = (event: KeyboardEvent) => {
    const from = cellOf(event.target)?.cell;
    if (from === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") setTooltip(null);
    if (event.key === "Enter") return onOpen(from);
    const next = cellAfter(event.key, from, lines, columns.length);
    if (next === null) return;
    event.preventDefault();
    toFocus.current = true;
    virtualizer.scrollToIndex(next.line);
    setChosen(next);
  };
  const showTooltip = (target: EventTarget) => {
    const found = cellOf(target);
    const box = wrap.current?.getBoundingClientRect();
    setTooltip(found && box ? { ...tipPlace(found.element.getBoundingClientRect(), box), cell: found.cell } : null);
  };
  return (
    <div
      ref={wrap}
      className={classes.wrap}
      data-hue={scale.hue}
      data-figures={asTable || undefined}
      style={{ "--heat-columns": columns.length }}
    >
      <div className={classes.scroll} ref={scroll} onScroll={() => setTooltip(null)}>
        <table
          {...asGrid}
          className={classes.grid}
          aria-label={label}
          aria-rowcount={lines.length + 1}
          aria-colcount={columns.length + 2}
          onKeyDown={walk}
          onClick={(event) => {
            const found = cellOf(event.target);
            if (found) onOpen(found.cell);
          }}
          onMouseOver={(event) => showTooltip(event.target)}
          onMouseLeave={() => setTooltip(null)}
          onFocus={(event) => {
            const found = cellOf(event.target);
            if (found) setChosen(found.cell);
            showTooltip(event.target);
          }}
          onBlur={() => setTooltip(null)}
        >
          <HeatHead nameHeader={nameHeader} totalHeader={totalHeader} columns={columns} />
          <tbody>
            <Spacer height={before} columns={columns.length} />
            {shown.map((place) => {
              const line = lines[place];
              return (
                line && (
                  <HeatRowView
                    key={line.kind === "row" ? line.id : line.name}
                    line={line}
                    place={place}
                    columns={columns}
                    reached={reached.line === place ? reached.column : undefined}
                    scale={scale}
                    format={format}
                  />
                )
              );
            })}
            <Spacer height={after} columns={columns.length} />
          </tbody>
        </table>
      </div>
      {tooltip && <HeatTip {...tooltip} lines={tip(tooltip.cell)} />}
    </div>
  );
}

function HeatHead({
  nameHeader,
  totalHeader,
  columns,
}: Pick<Props, "nameHeader" | "totalHeader" | "columns">): ReactNode {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes.corner}>
          {nameHeader}
        </th>
        {columns.map(({ date, short, month, full }) => (
          <th key={date} scope="col" aria-label={full}>
            {month !== "" && <span className={classes.month}>{month}</span>}
            {short}
          </th>
        ))}
        <th scope="col" className={classes.sum}>
          {totalHeader}
        </th>
      </tr>
    </thead>
  );
}

/** Holds the place of the rows out of sight. */
function Spacer({ height, columns }: { height: number; columns: number }): ReactNode {
  if (height <= 0) return null;
  return (
    <tr>
      <td className={classes.spacer} colSpan={columns + 2} style={{ height }} />
    </tr>
  );
}
