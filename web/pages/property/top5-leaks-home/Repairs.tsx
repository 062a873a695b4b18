import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { formatPlace } from "../../../app/report/text.ts";
import { leakTypeLook } from "../../../components/badges/leak-type.ts";
import { Swatch } from "../../../components/badges/Swatch.tsx";
import { formatMonthDay } from "../../../components/format.ts";
import { CaseBadge } from "../../cases/report/CaseBadge.tsx";
import { caseSentence } from "../../cases/report/case-text.ts";
import { homeQueries, REPAIR_DAYS } from "./home-queries.ts";
import { type RepairResult, repairResults, repairsSentence, savedFigure } from "./repair-results.ts";
import classes from "./repairs.module.css";

/** Number of repairs shown before "show all". */
const FIRST = 4;

/** Whether what was repaired lately holds: failures first, then the newest. */
export function Repairs({ search }: { search: ReportSearch }): ReactNode {
  const [all, setAll] = useState(false);
  const queries = homeQueries(search);
  const query = useQuery(queries.repairs);
  const results = query.data && repairResults(query.data.results);
  return (
    <QueryPanel
      query={{ ...query, data: results }}
      what={t`The repairs`}
      empty={(found) => (found.length === 0 ? noRepair : undefined)}
      title={t`Repairs`}
      subtitle={t`Last ${REPAIR_DAYS} days`}
      info={t`Saved: what the leak lost in a day before it stopped, for each of the 30 days since. A fix counts once the meter has verified it.`}
      skeleton={<Bones widths={["40%", "100%", "90%", "95%", "80%"]} />}
    >
      {(found) => (
        <>
          <p className={classes.sum}>{repairsSentence(found)}</p>
          <ul className={classes.list}>
            {found.slice(0, all ? undefined : FIRST).map((result) => (
              <li key={result.row.id}>
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

function Repair({ row, fixedOn }: RepairResult): ReactNode {
  const look = leakTypeLook(row.leak_type);
  return (
    <Link
      className={classes.repair}
      title={caseSentence(row)}
      to="/cases/$case_id"
      params={{ case_id: String(row.id) }}
    >
      <CaseBadge state={row.state} />
      <span className={classes.place}>{formatPlace(row)}</span>
      <span className={classes.kind}>
        <Swatch color={look.color} />
        {look.name}
      </span>
      <span className={classes.when}>{t`fixed ${formatMonthDay(fixedOn)}`}</span>
      <span className={classes.saved}>{savedFigure(row)}</span>
    </Link>
  );
}

const noRepair = {
  sentence: t`No fix was reported in these 30 days. Report a fix on a leak case: here you see whether the meter verified it, and what it saved.`,
  action: (
    <Link to="/cases">
      <Trans>All leak cases</Trans>
    </Link>
  ),
};
