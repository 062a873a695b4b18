import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconHelpCircleFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { both } from "../../../app/query-state.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { leakTarget } from "../../../app/report/leak-target.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { formatPlace } from "../../../app/report/text.ts";
import { leakTypeLook } from "../../../components/badges/leak-type.ts";
import { Swatch } from "../../../components/badges/Swatch.tsx";
import { formatMonthDay } from "../../../components/format.ts";
import { homeQueries, REPAIR_DAYS } from "./home-queries.ts";
import { type RepairResult, repairResults, repairsSentence, savedFigure } from "./repair-results.ts";
import classes from "./repairs.module.css";

/** Number of repairs shown before "show all". */
const FIRST = 4;

const icons = { good: IconCircleCheckFilled, bad: IconAlertTriangleFilled, unsure: IconHelpCircleFilled };

/** Whether what was repaired lately holds: failures first, then the newest. */
export function Repairs({ view }: { view: ReportView }): ReactNode {
  const [all, setAll] = useState(false);
  const queries = homeQueries(view.search);
  const query = both(useQuery(queries.repairs), useQuery(queries.properties));
  const results = query.data && repairResults(query.data[0].results, query.data[1]);
  return (
    <QueryPanel
      query={{ ...query, data: results }}
      what={t`The repairs`}
      empty={(found) => (found.length === 0 ? noRepair : undefined)}
      title={t`Repairs`}
      subtitle={t`Last ${REPAIR_DAYS} days`}
      info={t`Saved: what the leak lost per hour before it stopped, times the hours since, up to 30 days. A toilet's row and its unit's may show the same water.`}
      skeleton={<Bones widths={["40%", "100%", "90%", "95%", "80%"]} />}
    >
      {(found) => (
        <>
          <p className={classes.sum}>{repairsSentence(found)}</p>
          <ul className={classes.list}>
            {found.slice(0, all ? undefined : FIRST).map((result) => (
              <li key={`${result.leak.property_id} ${result.leak.meter_serial_number} ${result.leak.started_at}`}>
                <Repair {...result} />
              </li>
            ))}
          </ul>
          {found.length > FIRST && (
            <Button className={classes.more} variant="subtle" onClick={() => setAll(!all)} aria-expanded={all}>
              {all ? t`Show fewer` : t`Show all ${plural(found.length, { one: "# repair", other: "# repairs" })}`}
            </Button>
          )}
        </>
      )}
    </QueryPanel>
  );
}

/** A link to the leak over the days since, whatever days the report shows. */
function Repair({ leak, repairedOn, summary }: RepairResult): ReactNode {
  const Icon = icons[summary.tone];
  const look = leakTypeLook(leak.leak_type);
  return (
    <Link className={classes.repair} title={summary.sentence} {...leakTarget("top5", leak, { period: "last-30-days" })}>
      <span className={classes.result} data-tone={summary.tone}>
        <Icon size={15} aria-hidden="true" />
        {summary.headline}
      </span>
      <span className={classes.place}>{formatPlace(leak)}</span>
      <span className={classes.kind}>
        <Swatch color={look.color} />
        {look.name}
      </span>
      <span className={classes.when}>{t`repaired ${formatMonthDay(repairedOn)}`}</span>
      <span className={classes.saved}>{savedFigure(leak)}</span>
    </Link>
  );
}

const noRepair = {
  sentence: t`No leak was marked as repaired in these 30 days. Open a leak and choose Mark as repaired: here you see whether the water stopped, and what that saved.`,
  action: (
    <Link to="/top5-leaks-details">
      <Trans>Open the list of leaks</Trans>
    </Link>
  ),
};
