import { useEffect, useState } from "react";

/**
 * Whether a box's content is no wider than the box; updated as either changes size. `box` is the element itself, not a
 * ref: a box that is unmounted and mounted again is another element, and has to be observed again.
 */
export function useFits(box: HTMLElement | null): boolean {
  const [fits, setFits] = useState(false);
  useEffect(() => {
    const content = box?.firstElementChild;
    if (!box || !content) return;
    const observer = new ResizeObserver(() => setFits(content.getBoundingClientRect().width <= box.clientWidth + 1));
    observer.observe(box);
    observer.observe(content);
    return () => observer.disconnect();
  }, [box]);
  return fits;
}
