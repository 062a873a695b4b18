import { useEffect, useState } from "react";

/**
 * Whether what stands in a box is no wider than the box; kept up to date as either changes its size. The box is the
 * element itself, not a reference to it: a box that is taken away and put back is another one, and is watched anew.
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
