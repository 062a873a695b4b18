import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import { formatCount } from "../../../components/format.ts";
import { timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import entryClasses from "../property/entry/entry.module.css";
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
          <dt>Newest reading</dt>
          <dd>
            {at(newest)}, {zoneName(property.time_zone)} time
            {mayBeOtherZone(newest, now) && (
              <span className={classes.soft}>
                {" "}
                If it was taken later than that, the file's times are of another zone. Hours that are there stay when it
                is imported again; Import a range again, under Data of the property, to replace them.
              </span>
            )}
          </dd>
        </>
      )}
      {newest === null && contact !== null && (
        <>
          <dt>Last contact</dt>
          <dd>{at(contact)}, but nothing of it was stored.</dd>
        </>
      )}
      {setup.meters_with_readings > 0 && silent.length > 0 && (
        <>
          <dt>No data yet</dt>
          <dd>
            {silent.join(", ")}
            {more > 0 && ` and ${more} more`}
          </dd>
        </>
      )}
      {setup.rejected_rows_count > 0 && (
        <>
          <dt>Rejected</dt>
          <dd>
            {formatCount(setup.rejected_rows_count, "row")}, kept with the reason of each:{" "}
            <Link to="/admin/data" search={{ property_id: property.id, tab: "rejected" }} className={classes.link}>
              correct them
            </Link>
          </dd>
        </>
      )}
      {setup.quarantined_count > 0 && (
        <>
          <dt>In quarantine</dt>
          <dd>
            {formatCount(setup.quarantined_count, "reading")} of more than a pipe can carry:{" "}
            <Link to="/admin/data" search={{ property_id: property.id, tab: "quarantine" }} className={classes.link}>
              accept or reject
            </Link>
          </dd>
        </>
      )}
    </dl>
  );
}
