import { IconAlertOctagonFilled, IconAlertTriangleFilled, IconCircleCheckFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { RankingRow } from "../../../../contract/portfolio/portfolio-ranking.ts";
import classes from "../../../components/badges/Badge.module.css";
import { rankingLabel } from "./ranking-text.ts";

const icons = { green: IconCircleCheckFilled, yellow: IconAlertTriangleFilled, red: IconAlertOctagonFilled } as const;

/** The colour of a rank as icon and label. Null is no leak percentage: a dash. */
export function RankingBadge({ ranking }: Pick<RankingRow, "ranking">): ReactNode {
  if (ranking === null) return rankingLabel(ranking);
  const Icon = icons[ranking];
  const tone = { "--ink": `var(--ranking-${ranking})`, "--soft": `var(--ranking-${ranking}-soft)` };
  return (
    <span className={classes.badge} style={tone}>
      <Icon size={14} aria-hidden="true" />
      {rankingLabel(ranking)}
    </span>
  );
}
