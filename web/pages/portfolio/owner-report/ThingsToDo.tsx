import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { leakTarget } from "../../../app/report/leak-target.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import type { OwnerReport } from "./contents/report-contents.ts";
import type { Thing } from "./contents/things-to-do.ts";
import classes from "./things.module.css";

/** The three things to do, each with a way to where it is done. */
export function ThingsToDo({ report, view }: { report: OwnerReport; view: ReportView }): ReactNode {
  const { things, nothingToDo } = report;
  if (things.length === 0) return <p>{nothingToDo}</p>;
  return (
    <ol className={classes.things}>
      {things.map((thing) => (
        <li key={thing.title}>
          <ThingLink thing={thing} view={view} />
          <span className={classes.saves}>{thing.saves}</span>
          <span className={classes.why}>{thing.why}</span>
        </li>
      ))}
    </ol>
  );
}

function ThingLink({ thing: { about, title }, view }: { thing: Thing; view: ReportView }): ReactNode {
  if (about.kind === "leak") return <Link {...leakTarget("property", about.leak, view.period)}>{title}</Link>;
  return (
    <Link to="/portfolio-gateway-device-health" search={{ property_id: [about.property_id] }}>
      {title}
    </Link>
  );
}
