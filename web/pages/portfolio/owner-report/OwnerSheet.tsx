import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconAlertTriangle, IconTrendingDown, IconTrendingUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Letterhead } from "../../../../contract/accounts/letterhead.ts";
import { leakTarget } from "../../../app/report/leak-target.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { CostPicture } from "./CostPicture.tsx";
import classes from "./contents/owner-report.module.css";
import { costsBy } from "./contents/owner-text.ts";
import type { Figure, OwnerReport } from "./contents/report-contents.ts";
import type { Thing } from "./contents/things-to-do.ts";
import { OwnerClasses } from "./OwnerClasses.tsx";
import { OwnerProperties } from "./OwnerProperties.tsx";
import { sameRows } from "./same-rows.ts";

interface Props {
  report: OwnerReport;
  view: ReportView;
  /** Undefined: of several organizations, or not known yet. */
  manager: Letterhead | undefined;
  refreshing: boolean;
}

/** The owner's page as it is printed; its figures lead to the rows that they are made of. */
export function OwnerSheet({ report, view, manager, refreshing }: Props): ReactNode {
  const { bedrooms_from, bedrooms_to } = view.search;
  const isOfSome = bedrooms_from !== undefined || bedrooms_to !== undefined;
  const Trend = report.tone === "worse" ? IconTrendingUp : report.tone === "better" ? IconTrendingDown : null;
  return (
    <article
      className={classes.sheet}
      aria-label={t`Owner's report`}
      aria-busy={refreshing}
      data-refreshing={refreshing || undefined}
    >
      {manager && manager.logo !== null && <Logo {...manager} logo={manager.logo} />}
      <header className={classes.head}>
        <div>
          <h2>
            <span>
              <Trans>Owner's Report: </Trans>
            </span>
            {report.of}
          </h2>
          <p>{report.places}</p>
        </div>
        <div>
          <p className={classes.strong}>{report.period}</p>
          <p>{report.prepared}</p>
          {manager && manager.name !== "" && <p>{t`by ${manager.name}`}</p>}
        </div>
      </header>
      <p className={classes.headline} data-tone={report.tone}>
        {Trend && <Trend size={24} aria-hidden="true" />}
        {report.headline}
      </p>
      <ul className={classes.figures}>
        {report.figures.map((figure) => (
          <li key={figure.id}>
            <FigureLink figure={figure} view={view} />
          </li>
        ))}
      </ul>
      <section className={classes.part}>
        <h3>{costsBy[report.bars.each]}</h3>
        <CostPicture bars={report.bars} />
      </section>
      <div className={classes.halves}>
        <OwnerClasses report={report} view={view} />
        <section className={classes.part}>
          <h3>
            <Trans>What leaks cost in the last 12 months</Trans>
          </h3>
          <CostPicture bars={report.trend} isHalf />
        </section>
      </div>
      <OwnerProperties report={report} view={view} />
      <section className={classes.part}>
        <h3>
          <Trans>Three things to do</Trans>
        </h3>
        <ThingsToDo report={report} view={view} />
      </section>
      <div className={classes.halves} data-even>
        <section className={classes.part}>
          <h3>
            <Trans>What was repaired</Trans>
          </h3>
          <p>
            {isOfSome && <Trans>Includes all units, regardless of bedroom count.</Trans>} {report.repaired}
          </p>
          {report.fixes.length > 0 && (
            <ul className={classes.fixes}>
              {report.fixes.map(({ case_id, place, text }) => (
                <li key={case_id}>
                  <Link to="/cases/$case_id" params={{ case_id: String(case_id) }}>
                    {place}
                  </Link>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className={classes.part}>
          <h3>
            <Trans>Data completeness</Trans>
          </h3>
          <p data-low={report.low || undefined} className={classes.complete}>
            {report.low && <IconAlertTriangle size={15} aria-hidden="true" />}
            {report.complete}
          </p>
          <p>
            {isOfSome && <Trans>Includes all units, regardless of bedroom count.</Trans>} {report.cases}
          </p>
        </section>
      </div>
      <footer className={classes.foot}>{report.foot}</footer>
    </article>
  );
}

const orderings: Readonly<Record<Exclude<Figure["id"], "leak_cost">, string>> = {
  gallons_leaked: "-gallons_leaked",
  leak_percentage: "-leak_percentage",
  units_with_leakage: "-units_with_leakage",
};

function FigureLink({ figure, view }: { figure: Figure; view: ReportView }): ReactNode {
  const { id, name, value, change, note } = figure;
  const content = (
    <>
      <span className={classes.name}>{name}</span>
      <b>{value}</b>
      <span className={classes.note}>
        <span>{note}</span>
        {change !== null && <b data-sign={change.slice(0, 1)}>{change}</b>}
      </span>
    </>
  );
  if (id === "leak_cost") {
    return (
      <Link className={classes.figure} to="/finance" search={sameRows(view)}>
        {content}
      </Link>
    );
  }
  return (
    <Link className={classes.figure} to="/properties" search={{ ...sameRows(view), ordering: orderings[id] }}>
      {content}
    </Link>
  );
}

/** The three things to do, each with a way to where it is done. */
function ThingsToDo({ report, view }: { report: OwnerReport; view: ReportView }): ReactNode {
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

function Logo({
  name,
  logo: { png, width, height },
}: {
  name: string;
  logo: NonNullable<Letterhead["logo"]>;
}): ReactNode {
  return (
    <img
      className={classes.logo}
      src={`data:image/png;base64,${png}`}
      width={width}
      height={height}
      alt={name === "" ? t`Logo of the manager` : t`Logo of ${name}`}
    />
  );
}
