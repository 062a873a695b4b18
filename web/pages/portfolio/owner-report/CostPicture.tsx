import { t } from "@lingui/core/macro";
import { useElementSize } from "@mantine/hooks";
import type { ReactNode } from "react";
import { cost } from "../../../app/report/text.ts";
import { usePrinting } from "../../../theme/use-printing.ts";
import { costPicture, type Shape } from "./contents/cost-picture.ts";
import { costsBy } from "./contents/owner-text.ts";
import type { OwnerReport } from "./contents/report-contents.ts";
import classes from "./picture.module.css";

const [HEIGHT, TYPE] = [170, 11];
/** Pixels of a printed page's width, on Letter and A4 alike, and of a picture beside something else. */
const [PRINTED, PRINTED_HALF] = [690, 410];

/** The report's picture: what leaks cost over its days. A screen reader gets the same figures as a table. */
export function CostPicture({ bars, isHalf = false }: { bars: OwnerReport["bars"]; isHalf?: boolean }): ReactNode {
  const { ref, width } = useElementSize();
  const printing = usePrinting();
  const size = {
    width: printing || width === 0 ? (isHalf ? PRINTED_HALF : PRINTED) : width,
    height: HEIGHT,
    type: TYPE,
  };
  return (
    <div ref={ref} className={classes.picture}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} fontSize={TYPE} aria-hidden="true">
        {costPicture(bars, size).map((shape) => (
          <Drawn key={JSON.stringify(shape)} shape={shape} />
        ))}
      </svg>
      <div className={classes.unseen}>
        <table>
          <caption>{costsBy[bars.each]}</caption>
          <thead>
            <tr>
              {[t`From`, t`Toilet leaks`, t`Other leaks`, t`All leaks, days before`].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.points.map(({ label, toilet, other, previous }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{cost(toilet)}</td>
                <td>{cost(other)}</td>
                <td>{cost(previous)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const anchors = { left: "start", right: "end", middle: "middle" } as const;

function Drawn({ shape }: { shape: Shape }): ReactNode {
  if (shape.kind === "text") {
    return (
      <text x={shape.x} y={shape.y} textAnchor={anchors[shape.align]} fill="var(--text-muted)">
        {shape.text}
      </text>
    );
  }
  const ink = `var(--${shape.ink})`;
  if (shape.kind === "rect") {
    const { x, y, width, height } = shape;
    return <rect x={x} y={y} width={width} height={height} fill={ink} />;
  }
  return (
    <polyline
      points={shape.points.map((point) => point.join(",")).join(" ")}
      fill="none"
      stroke={ink}
      strokeWidth={shape.width}
      strokeDasharray={shape.dashed ? "4 3" : undefined}
    />
  );
}
