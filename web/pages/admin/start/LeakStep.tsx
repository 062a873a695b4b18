import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import entryClasses from "../../../app/form/entry.module.css";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { leakDays } from "./leak-days.ts";
import { Progress } from "./Progress.tsx";
import { Received } from "./Received.tsx";
import classes from "./start.module.css";

/** The first leak, or when one can be seen. */
export function LeakStep({ setup }: { setup: PropertySetup }): ReactNode {
  const [now] = useState(() => Date.now());
  const { property, first_leak: leak } = setup;
  return (
    <>
      {leak === null ? <Outlook setup={setup} /> : <Found setup={setup} leak={leak} />}
      <Received setup={setup} />
      <div className={classes.buttons}>
        {leak !== null && (
          <Button
            renderRoot={(props) => (
              <Link
                to="/properties/$property_id/leak-detail"
                params={{ property_id: String(property.id) }}
                search={{ meter: leak.meter_serial_number, ...leakDays(leak, property.time_zone, now) }}
                {...props}
              />
            )}
          >
            <Trans>Open the leak</Trans>
          </Button>
        )}
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/properties/$property_id" params={{ property_id: String(property.id) }} {...props} />
          )}
        >
          <Trans>Open the reports of {property.name}</Trans>
        </Button>
        <Button variant="default" renderRoot={(props) => <Link to="/admin/users" {...props} />}>
          <Trans>Invite people</Trans>
        </Button>
      </div>
    </>
  );
}

function Found({ setup, leak }: { setup: PropertySetup; leak: NonNullable<PropertySetup["first_leak"]> }): ReactNode {
  const at = (instant: string) => timeAtProperty(instant, setup.property.time_zone);
  const place = [leak.building_name, leak.unit_name].filter((part) => part !== null).join(" / ");
  return (
    <dl className={entryClasses.facts}>
      <dt>
        <Trans>What</Trans>
      </dt>
      <dd>
        <LeakTypeBadge leakType={leak.leak_type} />
      </dd>
      <dt>
        <Trans>Where</Trans>
      </dt>
      <dd>
        <Trans>
          {place === "" ? "" : `${place}, `}meter {leak.meter_serial_number}
        </Trans>
      </dd>
      <dt>
        <Trans>Runs since</Trans>
      </dt>
      <dd>{at(leak.started_at)}</dd>
      <dt>
        <Trans>Seen from</Trans>
      </dt>
      <dd>{at(leak.opened_at)}</dd>
    </dl>
  );
}

function Outlook({ setup }: { setup: PropertySetup }): ReactNode {
  const { leak_outlook: outlook, property } = setup;
  if (outlook === null)
    return (
      <p>
        <Trans>Checking begins with the first reading.</Trans>
      </p>
    );
  const { hours_measured: measured, hours_needed: needed, earliest_at: earliest } = outlook;
  if (earliest === null) {
    return (
      <p>
        <Trans>
          <b>No leak was seen, and enough hours were measured to see one.</b> That is good news. Every new reading is
          checked, and there is nothing to do here.
        </Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        <Trans>
          Water that never stops is found after {needed} measured hours of a meter, at{" "}
          {timeAtProperty(earliest, property.time_zone)} at the earliest; a burst is seen sooner.
        </Trans>
      </p>
      <Progress label={t`Hours measured of the meter with most`} value={measured} most={needed} />
    </>
  );
}
