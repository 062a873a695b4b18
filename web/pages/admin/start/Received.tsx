import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import entryClasses from "../../../app/form/entry.module.css";
import { timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import classes from "./start.module.css";
import { mayBeOtherZone, zoneName } from "./steps.ts";

/** What came in so far, what did not, and what waits for a person. */
export function Received({ setup }: { setup: PropertySetup }): ReactNode {
  const { property, newest_measured_at: newest, last_contact_at: contact, silent_meters: silent } = setup;
  const [now] = useState(() => Date.now());
  const at = (instant: string) => timeAtProperty(instant, property.time_zone);
  const more = setup.meters_without_readings - silent.length;
  return (
    <dl className={entryClasses.facts}>
      {newest !== null && (
        <>
          <dt>
            <Trans>Newest reading</Trans>
          </dt>
          <dd>
            <Trans>
              {at(newest)}, {zoneName(property.time_zone)} time
              {mayBeOtherZone(newest, now) && (
                <span className={classes.soft}>
                  <Trans>
                    {" "}
                    If it was taken later than that, the file's times are of another zone. Hours that are there stay
                    when it is imported again; Import a range again, under Data of the property, to replace them.
                  </Trans>
                </span>
              )}
            </Trans>
          </dd>
        </>
      )}
      {newest === null && contact !== null && (
        <>
          <dt>
            <Trans>Last contact</Trans>
          </dt>
          <dd>
            <Trans>{at(contact)}, but nothing of it was stored.</Trans>
          </dd>
        </>
      )}
      {setup.meters_with_readings > 0 && silent.length > 0 && (
        <>
          <dt>
            <Trans>No data yet</Trans>
          </dt>
          <dd>
            {silent.join(", ")}
            {more > 0 && t` and ${more} more`}
          </dd>
        </>
      )}
      {setup.rejected_rows_count > 0 && (
        <>
          <dt>
            <Trans>Rejected</Trans>
          </dt>
          <dd>
            <Trans>
              {plural(setup.rejected_rows_count, { one: "# row", other: "# rows" })}, kept with the reason of each:{" "}
              <Link to="/admin/data" search={{ property_id: property.id, tab: "rejected" }} className={classes.link}>
                correct them
              </Link>
            </Trans>
          </dd>
        </>
      )}
      {setup.quarantined_count > 0 && (
        <>
          <dt>
            <Trans>In quarantine</Trans>
          </dt>
          <dd>
            <Trans>
              {plural(setup.quarantined_count, { one: "# reading", other: "# readings" })} of more than a pipe can
              carry:{" "}
              <Link to="/admin/data" search={{ property_id: property.id, tab: "quarantine" }} className={classes.link}>
                accept or reject
              </Link>
            </Trans>
          </dd>
        </>
      )}
    </dl>
  );
}
