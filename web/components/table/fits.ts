import { type RefObject, useEffect, useState } from "react";

/** Whether what stands in a box is no wider than the box; kept up to date as either changes its size. */
export function useFits(box: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(true);
  useEffect(() => {
    const element = box.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const observer = new ResizeObserver(() =>
      setFits(content.getBoundingClientRect().width <= element.clientWidth + 1),
    );
    observer.observe(element);
    observer.observe(content);
    return () => observer.disconnect();
  }, [box]);
  return fits;
}
