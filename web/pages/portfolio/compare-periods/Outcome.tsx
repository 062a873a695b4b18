import { plural, t } from "@lingui/core/macro";
import { IconChartPieOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { DefaultRate } from "../../../app/report/headline/DefaultRate.tsx";
import { carriedSearch } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { readShareText } from "../../../app/report/text.ts";
import { formatDateRange } from "../../../components/format.ts";
import classes from "./compare.module.css";
import type { Range } from "./compare-search.ts";
import type { Side } from "./difference.ts";
import { differenceMessage } from "./difference-text.ts";
import type { CompareFigure } from "./figures.ts";
import type { Comparison } from "./use-comparison.ts";

/** Both numbers and what lies between them, in one sentence. */
export function Outcome({ view, comparison }: { view: ReportView; comparison: Comparison }): ReactNode {
  const { figure, result, ranges, unpricedUnits } = comparison;
  return (
    <div className={classes.answer}>
      <QueryPanel
        query={result}
        what={t`The figures`}
        title={figure.name}
        subtitle={unpricedUnits > 0 && <DefaultRate units={unpricedUnits} search={carriedSearch(view.search)} />}
        info={figure.about}
        skeleton={<Bones widths={["70%", "40%", "50%"]} />}
      >
        {({ now, before, difference }) => (
          <>
            <p className={classes.sentence} data-unsaid={difference.kind !== "said" || undefined}>
              {difference.kind !== "said" && <IconChartPieOff size={18} aria-hidden="true" />}
              {differenceMessage(figure, difference)}
            </p>
            <div className={classes.sides}>
              <Figure name={t`Period A`} figure={figure} side={now} range={ranges.now} view={view} />
              <Figure name={t`Period B`} figure={figure} side={before} range={ranges.before} view={view} />
            </div>
          </>
        )}
      </QueryPanel>
    </div>
  );
}

interface FigureProps {
  name: string;
  figure: CompareFigure;
  side: Side;
  range: Range;
  view: ReportView;
}

/** A period's number; it opens the properties that it is the sum of. */
function Figure({ name, figure, side, range, view }: FigureProps): ReactNode {
  const { organization_id, property_id, bedrooms_from, bedrooms_to } = view.search;
  const places = { organization_id, property_id };
  const value = <b>{figure.format(side.value)}</b>;
  const periodText = `${name}, ${formatDateRange(range.start_date, range.end_date)}`;
  const opens = t`${figure.format(side.value)} in ${periodText}: see what it is made of`;
  const read = side.read === null ? t`no meter` : t`${readShareText(side.read)} of meter days read`;
  return (
    <div>
      <span className={classes.period}>{periodText}</span>
      {figure.id === "devices_reporting" ? (
        // Of devices there are no bedrooms, and they are looked at as of the period's last day.
        <Link
          data-thumb
          to="/portfolio-gateway-device-health"
          search={{ date: range.end_date, ...places }}
          aria-label={opens}
        >
          {value}
        </Link>
      ) : (
        <Link
          data-thumb
          to={figure.id === "leak_cost" ? "/finance" : "/properties"}
          search={{ period: "custom-date-range", ...range, ...places, bedrooms_from, bedrooms_to }}
          aria-label={opens}
        >
          {value}
        </Link>
      )}
      <span className={classes.note}>{t`${plural(side.days, { one: "# day", other: "# days" })}, ${read}`}</span>
    </div>
  );
}
