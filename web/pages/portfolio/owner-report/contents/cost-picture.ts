import { t } from "@lingui/core/macro";
import { formatDollarsShort } from "../../../../components/format.ts";
import type { CostBar, OwnerReport } from "./report-contents.ts";

/** A colour by the name of its token. */
export type InkName =
  | "series-toilet-leak"
  | "series-other-leak"
  | "series-previous-period"
  | "border"
  | "surface"
  | "text-muted";

/** What a picture is drawn of, in units of its own from its left upper corner: the page's pixels or the PDF's points. */
export type Shape =
  | { kind: "rect"; x: number; y: number; width: number; height: number; ink: InkName }
  | { kind: "line"; points: readonly (readonly [number, number])[]; ink: InkName; width: number; dashed?: boolean }
  | { kind: "text"; x: number; y: number; text: string; align: "left" | "right" | "middle" };

export interface PictureSize {
  width: number;
  height: number;
  /** Size of its letters. */
  type: number;
}

const STEPS = 3;
/** From one line of keys to the next, in sizes of type. */
const LEGEND_LINE = 1.5;

/** A round number that is no less, so that the axis has round steps: 1, 1.5, 3, 6 or 9 times a power of ten. */
export function axisTop(most: number): number {
  if (most <= 0) return STEPS;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1.5, 3, 6, 9].find((step) => step * power >= most) ?? 15) * power;
}

/** The keys of the picture, in its order. */
const keys = [
  { name: t`Toilet leaks`, ink: "series-toilet-leak" },
  { name: t`Other leaks`, ink: "series-other-leak" },
  { name: t`All leaks, days before`, ink: "series-previous-period" },
] as const;

/** What leaks cost, as bars of toilet and other leaks with a dashed line of the previous period; days not measured are gaps. */
export function costPicture(bars: OwnerReport["bars"], size: PictureSize): Shape[] {
  const { points } = bars;
  const { width, height, type } = size;
  const compared = points.some(({ previous }) => previous !== null);
  const top = axisTop(
    Math.max(0, ...points.map(({ toilet, other, previous }) => Math.max((toilet ?? 0) + (other ?? 0), previous ?? 0))),
  );
  const key = legend(compared ? keys : keys.slice(0, 2), size);
  const lines = key.some((shape) => shape.kind === "text" && shape.y > type * LEGEND_LINE) ? 1 : 0;
  const plot = { left: type * 4, right: width, top: type * (2.2 + lines * LEGEND_LINE), bottom: height - type * 1.8 };
  const y = (dollars: number) => plot.bottom - ((plot.bottom - plot.top) * dollars) / top;
  const slot = (plot.right - plot.left) / Math.max(1, points.length);
  const x = (index: number) => plot.left + slot * index;
  return [
    ...key,
    ...Array.from({ length: STEPS + 1 }, (_, step) => grid((top * step) / STEPS, y, plot, type)).flat(),
    ...points.flatMap((point, index) => bar(point, x(index) + slot * 0.15, slot * 0.7, y, type)),
    ...before(points, (index) => x(index) + slot / 2, y, type),
    ...labels(points, (index) => x(index) + slot / 2, slot, { right: plot.right, y: height - type * 0.4 }, type),
  ];
}

/** The keys side by side, on a second line where they are wider than the picture. */
function legend(shown: readonly { name: string; ink: InkName }[], { width, type }: PictureSize): Shape[] {
  let [x, line] = [0, 0];
  return shown.flatMap(({ name, ink }): Shape[] => {
    const wide = type * (2.6 + name.length * 0.52);
    if (x + wide > width) [x, line] = [0, line + type * LEGEND_LINE];
    const at = x;
    x += wide;
    const middle = line + type * 0.65;
    const top = line + type * 0.25;
    const side = type * 0.8;
    const mark: Shape =
      ink === "series-previous-period"
        ? {
            kind: "line",
            points: [
              [at, middle],
              [at + type, middle],
            ],
            ink,
            width: type / 7,
            dashed: true,
          }
        : { kind: "rect", x: at, y: top, width: side, height: side, ink };
    const marks = ink === "series-other-leak" ? stripes(at, top, side, side, type) : [];
    return [mark, ...marks, { kind: "text", x: at + type * 1.3, y: line + type, text: name, align: "left" }];
  });
}

function grid(
  dollars: number,
  y: (dollars: number) => number,
  plot: { left: number; right: number },
  type: number,
): Shape[] {
  const at = y(dollars);
  return [
    {
      kind: "line",
      points: [
        [plot.left, at],
        [plot.right, at],
      ],
      ink: "border",
      width: type / 14,
    },
    { kind: "text", x: plot.left - type * 0.5, y: at + type * 0.35, text: formatDollarsShort(dollars), align: "right" },
  ];
}

/** Stripes across a bar, so that leak types are distinguishable without colour. */
function stripes(x: number, y: number, width: number, height: number, type: number): Shape[] {
  const gap = type / 2;
  return Array.from({ length: Math.max(0, Math.ceil(height / gap) - 1) }, (_, index): Shape => {
    const at = y + gap * (index + 1);
    return {
      kind: "line",
      points: [
        [x, at],
        [x + width, at],
      ],
      ink: "surface",
      width: type / 14,
    };
  });
}

function bar(
  { toilet, other }: CostBar,
  x: number,
  width: number,
  y: (dollars: number) => number,
  type: number,
): Shape[] {
  const foot = toilet ?? 0;
  const parts: Shape[] = [];
  if (foot > 0) parts.push({ kind: "rect", x, y: y(foot), width, height: y(0) - y(foot), ink: "series-toilet-leak" });
  if ((other ?? 0) > 0) {
    const head = y(foot + (other ?? 0));
    const height = y(foot) - head;
    parts.push({ kind: "rect", x, y: head, width, height, ink: "series-other-leak" });
    parts.push(...stripes(x, head, width, height, type));
  }
  return parts;
}

/** The line of the previous period, broken where they were not measured. */
function before(
  points: readonly CostBar[],
  x: (index: number) => number,
  y: (dollars: number) => number,
  type: number,
): Shape[] {
  const runs: [number, number][][] = [[]];
  for (const [index, { previous }] of points.entries()) {
    if (previous === null) runs.push([]);
    else runs.at(-1)?.push([x(index), y(previous)]);
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run): Shape => ({ kind: "line", points: run, ink: "series-previous-period", width: type / 7, dashed: true }));
}

/** As many labels as there is room for, the first always; the last one ends with the picture. */
function labels(
  points: readonly CostBar[],
  x: (index: number) => number,
  slot: number,
  { right, y }: { right: number; y: number },
  type: number,
): Shape[] {
  const widthOf = (label: string) => label.length * type * 0.62;
  const step = Math.max(1, Math.ceil(Math.max(...points.map(({ label }) => widthOf(label)), type) / slot));
  return points.flatMap(({ label }, index): Shape[] => {
    if (index % step !== 0) return [];
    const isCut = x(index) + widthOf(label) / 2 > right;
    return [{ kind: "text", x: isCut ? right : x(index), y, text: label, align: isCut ? "right" : "middle" }];
  });
}
