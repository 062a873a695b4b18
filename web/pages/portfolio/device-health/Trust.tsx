import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DeviceHealthProperty } from "../../../../contract/inventory/devices.ts";
import { usePreferences } from "../../../app/preferences.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { both } from "../../../app/query-state.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import headline from "../../../app/report/headline/headline.module.css";
import { HealthBadge } from "../../../components/badges/HealthBadge.tsx";
import { formatNumber, formatPercent } from "../../../components/format.ts";
import { asOfText } from "../../property/device-parts/device-text.ts";
import type { GatewaySearch } from "../../property/device-parts/gateway-search-fields.ts";
import type { GatewayView } from "../../property/device-parts/gateway-view.ts";
import { neverReportedText } from "../../property/device-parts/health-text.ts";
import classes from "./Trust.module.css";
import { type Missing, missingDataMessage, missingOf, sharesOf, trustHeadline, trustOf } from "./trust.ts";
import { coveredDays, coveredDaysLabel, DAYS, idsToSplit, theirCoverageQuery, trustQueries } from "./trust-queries.ts";

/** At most so many properties are named. */
const NAMED = 4;

interface Props {
  view: GatewayView;
  /** Shows the worst properties first, one of them unfolded where named, and goes there. */
  onShowWorst: (id?: number) => void;
}

/** Which properties cannot be trusted, and what share of the portfolio's figures is missing: the first thing to read. */
export function Trust({ view, onShowWorst }: Props): ReactNode {
  const { search } = view;
  const reporting = useQuery(trustQueries(search).reporting);
  const worst = useQuery(trustQueries(search).worst);
  const coverage = useQuery(trustQueries(search).coverage);
  const ids = idsToSplit(search, worst.data);
  const theirs = useQuery({ ...theirCoverageQuery(search, ids ?? []), enabled: ids !== null });
  const warningFrom = usePreferences()?.device_health_thresholds.warning[0] ?? 85;
  const all = both(both(reporting, worst), coverage);
  const trust = reporting.data && worst.data && trustOf(reporting.data, worst.data);
  const missing = coverage.data && missingOf(coverage.data, ids === null ? undefined : theirs.data);
  return (
    <div className={classes.trust}>
      <QueryPanel
        query={ids === null ? all : { ...both(all, theirs), data: theirs.data && all.data }}
        what={t`What can be trusted`}
        empty={([[{ devices }]]) => neverReportedText(devices)}
        title={t`Can the figures be trusted?`}
        subtitle={asOfText(search.date)}
        info={t`Not those of a property whose device reporting ratio is critical, under ${warningFrom}% (a setting of your own), or of which no device was ever seen. A meter's day is read when at least three quarters of its hours are measured.`}
        skeleton={<Bones widths={["45%", "80%", "100%", "60%"]} />}
      >
        {() =>
          trust &&
          missing && (
            <div className={classes.split} data-alone={trust.rows.length === 0 || undefined}>
              <div>
                <p className={headline.figure}>{trustHeadline(trust)}</p>
                <p className={headline.sentence}>{missingDataMessage(missing, trust, coveredDaysLabel(search))}</p>
                <MissingBar missing={missing} search={search} untrusted={ids === null ? [] : trust.rows} />
              </div>
              {trust.rows.length > 0 && (
                <ul className={classes.properties}>
                  {trust.rows.slice(0, NAMED).map((row) => (
                    <li key={row.property_id}>
                      <button type="button" className={classes.property} onClick={() => onShowWorst(row.property_id)}>
                        <span className={classes.name}>{row.property_name}</span>
                        <span className={classes.ratio}>
                          {row.health === null
                            ? t`${plural(row.unknown_devices, { one: "# device", other: "# devices" })} never seen`
                            : t`${formatNumber(row.online_devices)} of ${plural(row.total_devices, { one: "# device", other: "# devices" })} online, ${formatPercent(row.device_reporting_ratio)}`}
                        </span>
                        <HealthBadge health={row.health} />
                      </button>
                    </li>
                  ))}
                  {trust.untrusted > NAMED && (
                    <li>
                      <button type="button" className={classes.property} onClick={() => onShowWorst()}>
                        <span className={classes.name}>
                          {plural(trust.untrusted - NAMED, { one: "# more property", other: "# more properties" })}
                        </span>
                      </button>
                    </li>
                  )}
                </ul>
              )}
            </div>
          )
        }
      </QueryPanel>
    </div>
  );
}

interface MissingBarProps {
  missing: Missing;
  search: GatewaySearch;
  /** The properties that cannot be trusted; none where what is missing there is not known apart. */
  untrusted: readonly Pick<DeviceHealthProperty, "property_id" | "property_name">[];
}

/** The meter days of the portfolio as one bar: read, missing where properties cannot be trusted, missing elsewhere. */
function MissingBar({ missing, search, untrusted }: MissingBarProps): ReactNode {
  const { expected, read, theirs, elsewhere } = missing;
  if (expected === 0) return null;
  const { organization_id, property_id } = search;
  const days = { ...coveredDays(search), ordering: "days_read" };
  const [only, ...others] = untrusted;
  const shares = sharesOf(missing);
  const parts = [
    { kind: "read", share: shares.read, name: t`Read`, count: read, places: { organization_id, property_id } },
    ...(theirs === null
      ? []
      : [
          {
            kind: "theirs",
            share: shares.theirs,
            name: t`Missing at ${only && others.length === 0 ? only.property_name : t`these properties`}`,
            count: theirs,
            places: { property_id: untrusted.map(({ property_id }) => property_id) },
          },
        ]),
    {
      kind: "elsewhere",
      share: shares.elsewhere,
      name: theirs === null ? t`Missing` : t`Missing elsewhere`,
      count: elsewhere,
      places: { organization_id, property_id },
    },
  ];
  return (
    <>
      <div className={classes.bar} aria-hidden="true">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => (
            <span key={kind} data-kind={kind} style={{ width: `${(100 * count) / expected}%` }} />
          ))}
      </div>
      <dl className={classes.parts}>
        {parts.map(({ kind, share, name, count, places }) => (
          <div key={kind} data-kind={kind}>
            <dt>{name}</dt>
            <dd>
              <b>{share}</b>{" "}
              <Link
                to="/properties"
                search={{ ...days, ...places }}
                data-thumb
                aria-label={t`${formatNumber(count)} meter days, ${name.toLowerCase()}: show the days read by property`}
              >
                {t`${formatNumber(count)} meter days`}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        {t`Each opens the properties with their Days Read: of ${DAYS} days, those on which at least 80% of a property's meters were read.`}
      </p>
    </>
  );
}
