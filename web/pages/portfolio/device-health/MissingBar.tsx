import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DeviceHealthProperty } from "../../../../contract/inventory/devices.ts";
import { formatNumber } from "../../../components/format.ts";
import type { GatewaySearch } from "../../property/device-parts/gateway-search-fields.ts";
import classes from "./Trust.module.css";
import { type Missing, sharesOf } from "./trust.ts";
import { coveredDays, DAYS } from "./trust-query.ts";

interface Props {
  missing: Missing;
  search: GatewaySearch;
  /** The properties that cannot be trusted; none where what is missing there is not known apart. */
  untrusted: readonly Pick<DeviceHealthProperty, "property_id" | "property_name">[];
}

/** The meter days of the portfolio as one bar: read, missing where properties cannot be trusted, missing elsewhere. */
export function MissingBar({ missing, search, untrusted }: Props): ReactNode {
  const { expected, read, theirs, elsewhere } = missing;
  if (expected === 0) return null;
  const { organization_id, property_id } = search;
  const days = { ...coveredDays(search), ordering: "days_read" };
  const [only, ...others] = untrusted;
  const shares = sharesOf(missing);
  const parts = [
    { kind: "read", share: shares.read, name: "Read", count: read, places: { organization_id, property_id } },
    ...(theirs === null
      ? []
      : [
          {
            kind: "theirs",
            share: shares.theirs,
            name: `Missing at ${only && others.length === 0 ? only.property_name : "these properties"}`,
            count: theirs,
            places: { property_id: untrusted.map(({ property_id }) => property_id) },
          },
        ]),
    {
      kind: "elsewhere",
      share: shares.elsewhere,
      name: theirs === null ? "Missing" : "Missing elsewhere",
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
                aria-label={`${formatNumber(count)} meter days, ${name.toLowerCase()}: show the days read by property`}
              >
                {`${formatNumber(count)} meter days`}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        {`Each opens the properties with their Days Read: of ${DAYS} days, those on which at least 80% of a property's meters were read.`}
      </p>
    </>
  );
}
