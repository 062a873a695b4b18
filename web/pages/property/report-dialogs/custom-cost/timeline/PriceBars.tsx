import { t } from "@lingui/core/macro";
import { type ReactNode, useId } from "react";
import { formatPrice } from "../../../../../components/format.ts";
import { type DaySpan, sharedDays } from "./day-spans.ts";
import { size } from "./lane-tops.ts";
import { Hatch } from "./PriceLegend.tsx";
import type { HeldDays, PriceLane } from "./price-lanes.ts";
import { unitsText } from "./price-text.ts";
import { placed } from "./time-window.ts";
import classes from "./timeline.module.css";

interface Props {
  lane: PriceLane;
  /** Pixels from the top of the drawing. */
  top: number;
  width: number;
  window: DaySpan;
  total: number;
  planned: DaySpan | undefined;
}

const after: Readonly<Record<HeldDays["source"], string>> = {
  own: "",
  organization: t` default`,
  usual: t` usual`,
  new: t` new`,
};

/** Prices of one set of units: what holds, what of it would be replaced, and below it the new price. */
export function PriceBars({ lane, top, width, window, total, planned }: Props): ReactNode {
  const hatch = useId();
  const y = top + size.label;
  const place = { window, width };
  return (
    <g>
      <text className={classes.units} x={0} y={top + 13}>
        {unitsText(lane.unit_ids.length, total)}
      </text>
      {lane.now.map((span) => (
        <Bar key={span.first} span={span} y={y} {...place} />
      ))}
      {lane.then !== null && planned && (
        <>
          <Hatch id={hatch} />
          {lane.now.map((span) => {
            const gone = sharedDays(span, planned);
            const box = gone && placed(gone, window, width);
            return (
              box && (
                <rect
                  key={span.first}
                  x={box.x}
                  y={y}
                  width={Math.max(2, box.width)}
                  height={size.track}
                  fill={`url(#${hatch})`}
                />
              )
            );
          })}
          {lane.then.map((span) =>
            span.source === "new" ? (
              <Bar key={span.first} span={span} y={y + size.track + size.gap} {...place} />
            ) : null,
          )}
        </>
      )}
    </g>
  );
}

/** A span of days with one price. An arrow stands where it goes on beyond the drawing. */
function Bar({ span, y, window, width }: { span: HeldDays; y: number } & Pick<Props, "window" | "width">): ReactNode {
  const box = placed(span, window, width);
  if (box === null) return null;
  const [comes, goes] = [span.first < window.first, span.last > window.last];
  // Default and organization prices are drawn behind the others, over the whole height.
  const inset = span.source === "own" || span.source === "new" ? 1 : 0;
  const wide = Math.max(3, box.width);
  const price = formatPrice(span.cost);
  const barLabel = wide > 110 ? `${price}${after[span.source]}` : price;
  // The price first: arrows stand where there is room beside it, or where there is none for it.
  const hasPrice = wide >= 46;
  const hasArrow = hasPrice ? wide >= 60 : wide >= 14;
  return (
    <g>
      <rect
        className={classes[span.source]}
        x={box.x + inset / 2}
        y={y + inset}
        width={wide - inset}
        height={size.track - 2 * inset}
        rx={inset * 3}
      />
      {hasArrow && comes && (
        <path className={classes.beyond} d={`M${box.x + 9} ${y + 7}l-4 4l4 4`} data-on={span.source} />
      )}
      {hasArrow && goes && (
        <path className={classes.beyond} d={`M${box.x + wide - 9} ${y + 7}l4 4l-4 4`} data-on={span.source} />
      )}
      {hasPrice && (
        <text className={classes.price} x={box.x + (comes && hasArrow ? 14 : 4)} y={y + 15} data-on={span.source}>
          {barLabel}
        </text>
      )}
    </g>
  );
}
