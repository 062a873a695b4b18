import type { ReactNode } from "react";
import { PlacedTip } from "../PlacedTip.tsx";

/** The position of a cell's tooltip, in pixels of the heat map. */
export interface HeatTipPlace {
  left: number;
  top: number;
  below: boolean;
  /** Near the right edge they stand to the left. */
  side: "left" | undefined;
}

/** Beside a cell, where there is room. */
export function tipPlace(cell: DOMRect, within: DOMRect): HeatTipPlace {
  const below = cell.top - within.top < 110;
  const middle = cell.left + cell.width / 2 - within.left;
  const left = Math.max(100, middle);
  return {
    left,
    top: (below ? cell.bottom : cell.top) - within.top,
    below,
    side: middle > within.width - 160 ? "left" : undefined,
  };
}

/** What a cell stands for. */
export function HeatTip({ left, top, below, side, lines }: HeatTipPlace & { lines: readonly string[] }): ReactNode {
  const [first, ...others] = lines;
  return (
    <PlacedTip left={left} top={top} away={6} below={below} side={side}>
      <strong>{first}</strong>
      {others.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </PlacedTip>
  );
}
