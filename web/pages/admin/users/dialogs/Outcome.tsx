import { type ReactNode, useEffect, useRef } from "react";
import classes from "../users.module.css";

interface Props {
  look: "good" | "bad";
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

/** What became of a form, in its place: read out as it comes. */
export function Outcome({ look, icon, title, children }: Props): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.outcome} data-look={look}>
      <div className={classes.outcomeHead}>
        {icon}
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
      </div>
      {children}
    </div>
  );
}
