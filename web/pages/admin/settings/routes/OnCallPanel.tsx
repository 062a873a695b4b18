import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OnCall } from "../../../../../contract/notifications/routes.ts";
import { QueryPanel } from "../../../../app/QueryPanel.tsx";
import { formatMonthDay, formatWeekday } from "../../../../components/format.ts";
import { hourAtProperty, timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import { personName } from "./route-text.ts";
import classes from "./routes.module.css";

/** Who is on call now and in the weeks to come. */
export function OnCallPanel({ view }: { view: SettingsView }): ReactNode {
  const onCall = useQuery(settingsQueries(view.organization.id, view.search).onCall);
  const isSet = onCall.data?.weeks != null;
  const change = (
    <Button variant="default" onClick={() => view.open("on-call")}>
      {isSet ? t`Edit` : t`Set who is on call`}
    </Button>
  );
  return (
    <QueryPanel
      query={onCall}
      what={t`Who is on call`}
      title={t`On call`}
      subtitle={t`People take turns, a week each. Routes can notify the person on call.`}
      level={2}
      actions={isSet && change}
      empty={({ weeks }) =>
        weeks === null
          ? { sentence: t`Nobody is on call. Name people who take turns, and routes can send to them.`, action: change }
          : null
      }
    >
      {(data) => <Weeks onCall={data} />}
    </QueryPanel>
  );
}

function Weeks({ onCall: { weeks, ahead, people } }: { onCall: OnCall }): ReactNode {
  const zone = weeks?.time_zone ?? "UTC";
  const whoIs = (id: number) => {
    const person = people.find(({ user_id }) => user_id === id);
    if (person === undefined) return { name: t`Somebody who has left`, isBarred: true };
    const name = personName(person);
    return person.may_see ? { name, isBarred: false } : { name: t`${name} (may not see any leaks)`, isBarred: true };
  };
  const [current] = ahead;
  return (
    <>
      {current && (
        <p className={classes.now}>
          <Trans>
            <b>{whoIs(current.user_id).name}</b> until {moment(current.until, zone)} ({zone.replaceAll("_", " ")})
          </Trans>
        </p>
      )}
      <ol className={classes.weeks} aria-label={t`The weeks to come`}>
        {ahead.map(({ user_id, from, until }, index) => {
          const { name, isBarred } = whoIs(user_id);
          return (
            <li key={from} aria-current={index === 0 ? "date" : undefined}>
              <span className={classes.from}>
                {index === 0 ? t`Now, until ${day(until, zone)}` : t`${day(from, zone)} to ${day(until, zone)}`}
              </span>
              <b className={isBarred ? classes.barred : undefined}>{name}</b>
            </li>
          );
        })}
      </ol>
    </>
  );
}

const day = (instant: string, zone: string) => formatMonthDay(hourAtProperty(instant, zone).date);

function moment(instant: string, zone: string): string {
  return `${formatWeekday(hourAtProperty(instant, zone).date)}, ${timeAtProperty(instant, zone)}`;
}
