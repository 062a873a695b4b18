import type { EChartsType } from "echarts/core";
import { type PointerEvent, type RefObject, useState } from "react";

/** A drag shorter than this is a click. Pixels. */
const SHORTEST_DRAG = 6;

interface Drag {
  from: number;
  to: number;
}

/**
 * A drag across the chart chooses the places between its ends. `band` is where to draw it meanwhile. Touch is left
 * to scrolling: a finger zooms from the table or the period instead.
 */
export function useDragZoom(
  chart: RefObject<EChartsType | null>,
  count: number,
  onZoom: (first: number, last: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const x = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const place = (pixel: number) => {
    const found = chart.current?.convertFromPixel({ xAxisIndex: 0 }, pixel);
    return Math.min(count - 1, Math.max(0, Math.round(typeof found === "number" ? found : 0)));
  };
  const end = () => {
    if (drag !== null && Math.abs(drag.to - drag.from) >= SHORTEST_DRAG) {
      const [first, last] = [place(Math.min(drag.from, drag.to)), place(Math.max(drag.from, drag.to))];
      if (last > first) onZoom(first, last);
    }
    setDrag(null);
  };
  return {
    band: drag && { left: Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from) },
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === "touch" || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: x(event), to: x(event) });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => drag && setDrag({ ...drag, to: x(event) }),
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
    },
  };
}
