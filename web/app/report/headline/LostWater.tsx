import type { ReactNode } from "react";
import { WaterLossIndicator } from "../../../components/badges/WaterLossIndicator.tsx";
import type { ReportView } from "../search/report-view.ts";
import { type Headline, leakHeadline, leakShareText } from "../text.ts";
import classes from "./Answer.module.css";
import { Changes } from "./Changes.tsx";
import { CoverageNote } from "./CoverageNote.tsx";
import headline from "./headline.module.css";

interface Props {
  overview: Headline;
  view: ReportView;
  /** What is not in the sum; null: nothing is known to be left out. */
  apart: string | null;
  /** How it changed and what else is to be known; left out: how it changed. */
  children?: ReactNode;
}

/** How much water was lost, what it cost, what share that is, how it changed and how it is to be taken. */
export function LostWater({
  overview,
  view,
  apart,
  children = <Changes overview={overview} view={view} />,
}: Props): ReactNode {
  return (
    <div className={classes.lost}>
      <div>
        <p className={headline.figure}>{leakHeadline(overview)}</p>
        <p className={headline.sentence}>{leakShareText(overview)}</p>
      </div>
      {children}
      <WaterLossIndicator percentage={overview.leak_percentage} waterLoss={overview.water_loss} />
      <CoverageNote overview={overview} search={view.search} apart={apart} />
    </div>
  );
}
