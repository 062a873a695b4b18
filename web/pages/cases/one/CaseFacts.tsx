import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { WholeCase } from "../../../../contract/leaks/cases.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { dependent, read } from "../../../app/query.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { CopyText } from "../../../components/CopyText.tsx";
import { Panel } from "../../../components/panel/Panel.tsx";
import { language } from "../../../language/language.ts";
import { measure } from "../../../language/measure.ts";
import { assigneeText, checklist, linkText } from "../report/case-text.ts";
import classes from "./case.module.css";

/** Which leak it is, who has it, and the ways to its hours and its unit. */
export function CaseFacts({ whole }: { whole: WholeCase }): ReactNode {
  const { property_id, meter_serial_number, unit_id, building_id } = whole;
  const link = linkText(whole);
  return (
    <Panel title={t`Where`}>
      <dl className={classes.facts}>
        <div>
          <dt>
            <Trans>Leak type</Trans>
          </dt>
          <dd>
            <LeakTypeBadge leakType={whole.leak_type} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Device</Trans>
          </dt>
          <dd>
            <CopyText text={meter_serial_number} label={t`Copy the device's serial number`} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Assigned to</Trans>
          </dt>
          <dd>{assigneeText(whole) ?? t`Unassigned`}</dd>
        </div>
      </dl>
      {link !== null && <p className={classes.sentence}>{link}</p>}
      <div className={classes.acts}>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => (
            <Link
              to="/properties/$property_id/leak-detail"
              params={{ property_id: String(property_id) }}
              search={{ meter: meter_serial_number, property_id }}
              {...props}
            />
          )}
        >
          <Trans>Hours and evidence</Trans>
        </Button>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => (
            <Link
              to="/history"
              search={{
                property_id: [property_id],
                building_id: [building_id],
                unit_id: unit_id === null ? undefined : [unit_id],
              }}
              {...props}
            />
          )}
        >
          {unit_id === null ? t`Building details` : t`Unit details`}
        </Button>
      </div>
    </Panel>
  );
}

/** At most so many reasons are shown; the leak's own page has all of them. */
const MOST_REASONS = 3;

/** Why it is a leak, in the words of its rules. */
export function CaseReasons({ whole }: { whole: WholeCase }): ReactNode {
  const { meter_serial_number: meter, property_id, leaks } = whole;
  const started_at = leaks.findLast((leak) => leak.meter_serial_number === meter)?.started_at;
  const why = useQuery(
    dependent(read("GET /v1/leaks/why", { query: { meter, property_id, started_at, language, measure } })),
  );
  return (
    <QueryPanel query={why} what={t`The reasons`} title={t`Why is this a leak?`} level={2}>
      {({ reasons }) => (
        <ul className={classes.steps}>
          {reasons.slice(0, MOST_REASONS).map(({ rule, sentence }) => (
            <li key={`${rule} ${sentence}`}>{sentence}</li>
          ))}
        </ul>
      )}
    </QueryPanel>
  );
}

/** What to bring and what to check first, by the kind of leak. @param children what follows it */
export function CaseChecklist({ whole, children }: { whole: WholeCase; children?: ReactNode }): ReactNode {
  return (
    <Panel title={t`What to bring and check`}>
      <ol className={classes.steps}>
        {checklist(whole.leak_type).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {children}
    </Panel>
  );
}
