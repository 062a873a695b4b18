import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { formatCount } from "../../../components/format.ts";
import classes from "./information.module.css";

interface Props {
  /** Rows that are not loaded; 0: this is the end. */
  left: number;
  /** How many come at a time. */
  next: number;
  busy: boolean;
  /** The last attempt failed: only the button tries again. */
  failed: boolean;
  onLoad: () => void;
}

/** The end of a list: loads the next rows when it comes into sight, or when its button is pressed. */
export function LoadMore({ left, next, busy, failed, onLoad }: Props): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  const waits = left > 0 && !busy && !failed;
  useEffect(() => {
    if (!waits || end.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [waits]);
  if (left === 0) return null;
  return (
    <div ref={end} className={classes.more}>
      <Button variant="subtle" onClick={onLoad} disabled={busy}>
        {busy ? "Loading..." : `Load more (${formatCount(Math.min(next, left), "meter")})`}
      </Button>
    </div>
  );
}
