import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { LeakList } from "../../../app/report/leak-target.ts";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { BackLink } from "./BackLink.tsx";
import classes from "./leak-detail.module.css";

interface Props {
  /** The way back. */
  from: LeakList;
  propertyId: number | undefined;
  title: string;
  sentence: string;
  action?: ReactNode;
}

/** In place of a leak's page where its address names no meter that the user may see: what is wrong, and the way back. */
export function NoMeter({ from, propertyId, title, sentence, action }: Props): ReactNode {
  return (
    <div className={classes.stack}>
      <title>{t`${title} · Dripline`}</title>
      <BackLink from={from} propertyId={propertyId} />
      <EmptyState title={title} sentence={sentence} action={action} />
    </div>
  );
}
