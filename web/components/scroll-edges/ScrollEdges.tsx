import { type ReactNode, useEffect, useState } from "react";
import classes from "./ScrollEdges.module.css";

/** Nothing is out of sight. */
const none = { before: false, after: false, across: 0, below: 0 };

/** What of a box's content is out of sight at its sides, and how much room its scroll bars take, in pixels. */
function edgesOf(box: HTMLElement): typeof none {
  const hidden = box.scrollWidth - box.clientWidth;
  return {
    before: box.scrollLeft > 1,
    after: box.scrollLeft < hidden - 1,
    across: box.offsetWidth - box.clientWidth,
    below: box.offsetHeight - box.clientHeight,
  };
}

/** Shadows at the sides of a box behind which there is more to scroll to. They stand in the box's positioned parent. */
export function ScrollEdges({ box }: { box: HTMLElement | null }): ReactNode {
  const [edges, setEdges] = useState(none);
  useEffect(() => {
    const content = box?.firstElementChild;
    if (!box || !content) return;
    const look = () => {
      const next = edgesOf(box);
      setEdges((edge) => (JSON.stringify(edge) === JSON.stringify(next) ? edge : next));
    };
    const observer = new ResizeObserver(look);
    observer.observe(box);
    observer.observe(content);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [box]);
  const { before, after, across, below } = edges;
  return (
    (before || after) && (
      <div
        className={classes.edges}
        data-before={before || undefined}
        data-after={after || undefined}
        style={{ "--across": `${across}px`, "--below": `${below}px` }}
        aria-hidden="true"
      />
    )
  );
}
