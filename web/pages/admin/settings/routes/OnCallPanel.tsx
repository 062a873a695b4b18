import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OnCall } from "../../../../../contract/notifications/routes.ts";
import { call } from "../../../../app/api.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import { QueryPanel } from "../../../../app/QueryPanel.tsx";
import { toast } from "../../../../app/toast.ts";
import { formatDate, formatMonthDay, formatWeekday } from "../../../../components/format.ts";
import { hourAtProperty, timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import { personName } from "./route-text.ts";
import classes from "./routes.module.css";

/** Who is on call now and in the weeks to come. */
export function OnCallPanel({ view }: { view: SettingsView }): ReactNode {
  const onCall = useQuery(settingsQueries(view.organization.id, view.search).onCall);
  const isSet = onCall.data?.weeks != null;
  const add = (
    <Button variant="default" onClick={() => view.open("override")}>
      <Trans>Add an override</Trans>
    </Button>
  );
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
      actions={
        isSet && (
          <>
            {add}
            {change}
          </>
        )
      }
      empty={({ weeks }) =>
        weeks === null
          ? { sentence: t`Nobody is on call. Name people who take turns, and routes can send to them.`, action: change }
          : null
      }
    >
      {(data) => (
        <>
          <Weeks onCall={data} />
          <Overrides onCall={data} organizationId={view.organization.id} />
        </>
      )}
    </QueryPanel>
  );
}

function Weeks({ onCall: { weeks, ahead, people } }: { onCall: OnCall }): ReactNode {
  const zone = weeks?.time_zone ?? "UTC";
  const whoIs = (id: number) => personOf(people, id);
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
        {ahead.map(({ user_id, instead_of, from, until }, index) => {
          const { name, isBarred } = whoIs(user_id);
          return (
            <li key={from} aria-current={index === 0 ? "date" : undefined}>
              <span className={classes.from}>
                {index === 0 ? t`Now, until ${day(until, zone)}` : t`${day(from, zone)} to ${day(until, zone)}`}
              </span>
              <b className={isBarred ? classes.barred : undefined}>{name}</b>
              {instead_of !== null && <span className={classes.from}>{t`for ${whoIs(instead_of).name}`}</span>}
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface OverridesProps {
  onCall: OnCall;
  organizationId: number;
}

/** Days on which somebody else is on call, each to be removed. */
function Overrides({ onCall: { overrides, people }, organizationId }: OverridesProps): ReactNode {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (override_id: number) =>
      call("DELETE /v1/admin/organizations/{id}/on-call/overrides/{override_id}", {
        params: { id: organizationId, override_id },
      }),
    onSuccess: () => toast({ title: t`Override removed`, message: t`It is the person of the week again.` }),
    onError: (error) => toast({ title: t`Not removed`, message: sentenceOf(error), destructive: true }),
    onSettled: () => client.invalidateQueries(),
  });
  if (overrides.length === 0) return null;
  return (
    <ul className={classes.overrides} aria-label={t`Overrides`}>
      {overrides.map(({ id, user_id, first_on, last_on }) => {
        const { name, isBarred } = personOf(people, user_id);
        const days = first_on === last_on ? formatDate(first_on) : t`${formatDate(first_on)} to ${formatDate(last_on)}`;
        return (
          <li key={id}>
            <span>
              <b className={isBarred ? classes.barred : undefined}>{name}</b>
              <span className={classes.from}>{days}</span>
            </span>
            <Button
              variant="default"
              aria-label={t`Remove the override of ${name}, ${days}`}
              loading={remove.isPending && remove.variables === id}
              onClick={() => !remove.isPending && remove.mutate(id)}
            >
              <Trans>Remove</Trans>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function personOf(people: OnCall["people"], id: number): { name: string; isBarred: boolean } {
  const person = people.find(({ user_id }) => user_id === id);
  if (person === undefined) return { name: t`Somebody who has left`, isBarred: true };
  const name = personName(person);
  return person.may_see ? { name, isBarred: false } : { name: t`${name} (may not see any leaks)`, isBarred: true };
}

const day = (instant: string, zone: string) => formatMonthDay(hourAtProperty(instant, zone).date);

function moment(instant: string, zone: string): string {
  return `${formatWeekday(hourAtProperty(instant, zone).date)}, ${timeAtProperty(instant, zone)}`;
}
