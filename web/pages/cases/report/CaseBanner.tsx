import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { mayAccess } from "../../../app/access.ts";
import { dependent } from "../../../app/query.ts";
import { useMe } from "../../../app/use-me.ts";
import { dayAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { CaseBadge } from "./CaseBadge.tsx";
import classes from "./case-banner.module.css";
import { caseSentence, rateText } from "./case-text.ts";
import { caseQuery } from "./cases-calls.ts";
import { dialogNames, nextStep } from "./next-step.ts";

/** The case of a leak: its state, what it loses and what comes next, with the way to it. @param caseId undefined: not known yet */
export function CaseBanner({ caseId }: { caseId: number | undefined }): ReactNode {
  const { data: row } = useQuery({ ...dependent(caseQuery(caseId ?? 0)), enabled: caseId !== undefined });
  const isManager = mayAccess(useMe(), "property");
  if (row === undefined) return <div className={classes.banner} aria-hidden="true" />;
  const step = isManager ? nextStep(row) : null;
  const target = { to: "/cases/$case_id", params: { case_id: String(row.id) } } as const;
  return (
    <section className={classes.banner} aria-label={t`The case of this leak`}>
      <CaseBadge state={row.state} />
      <p>
        <strong>{rateText(row)}</strong> {t`since ${dayAtProperty(row.started_at, row.time_zone)}`}. {caseSentence(row)}
      </p>
      <div className={classes.ways}>
        {step !== null && (
          <Button renderRoot={(props) => <Link {...target} search={{ dialog: step }} {...props} />}>
            {dialogNames[step]}
          </Button>
        )}
        <Button variant="default" renderRoot={(props) => <Link {...target} {...props} />}>
          {t`Open the case`}
        </Button>
      </div>
    </section>
  );
}
