import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { NotificationRoute } from "../../../../../contract/notifications/routes.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { AddButton } from "../../list/AddButton.tsx";
import { editColumn } from "../../list/edit-column.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { kindsText, leastCostText, propertiesText } from "../sending/what-is-sent.ts";
import settingsClasses from "../settings.module.css";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import { OnCallPanel } from "./OnCallPanel.tsx";
import { audienceOf, stepsSentence, whenTaken } from "./route-text.ts";
import classes from "./routes.module.css";

/** To whom an organization sends what happens, step by step, and who is on call. */
export default function RoutesTab({ view }: { view: SettingsView }): ReactNode {
  const queries = settingsQueries(view.organization.id, view.search);
  const routes = useQuery(queries.routes);
  const properties = useQuery(queries.properties);
  const names = properties.data && new Map(properties.data.map(({ id, name }) => [id, name]));
  const add = <AddButton onClick={() => view.open("route")}>{t`Add a route`}</AddButton>;
  return (
    <>
      <FramedList
        title={t`Routes`}
        subtitle={t`Who is notified of what, in addition to people's own choices`}
        caption={t`Notification routes`}
        columns={routeColumns(view, names)}
        list={routes}
        state={view.list}
        what={t`The routes`}
        layoutName="notification_routes"
        hiddenAtFirst={["least_dollars_per_day", "ignores_quiet_hours"]}
        onOpenRow={({ id }) => view.open("route", id)}
        empty={{
          sentence: t`A route mails new leaks to people you choose, and to others when nobody acknowledges them in time.`,
          action: add,
        }}
        tools={add}
      />
      <OnCallPanel view={view} />
    </>
  );
}

/** @param names of the organization's properties; undefined: not known (yet) */
function routeColumns(
  view: SettingsView,
  names: ReadonlyMap<number, string> | undefined,
): readonly TableColumn<NotificationRoute>[] {
  return [
    {
      id: "name",
      header: t`Name`,
      card: "title",
      pinned: true,
      cell: (row) => <b className={settingsClasses.names}>{row.name}</b>,
      text: (row) => row.name,
    },
    {
      id: "steps",
      header: t`To`,
      card: "under",
      hint: t`Later steps are taken while nobody has acknowledged the leak`,
      cell: (row) => <Steps route={row} />,
      text: stepsSentence,
    },
    {
      id: "kinds",
      header: t`Sends`,
      card: "detail",
      cell: (row) => kindsText(row.kinds),
      text: (row) => kindsText(row.kinds),
    },
    {
      id: "property_ids",
      header: t`Properties`,
      card: "detail",
      cell: (row) => <span className={settingsClasses.names}>{propertiesText(row.property_ids, names)}</span>,
      text: (row) => propertiesText(row.property_ids, names),
    },
    {
      id: "least_dollars_per_day",
      header: t`Leaks That Cost`,
      card: "detail",
      cell: (row) => leastCostText(row.least_dollars_per_day),
      text: (row) => leastCostText(row.least_dollars_per_day),
    },
    {
      id: "ignores_quiet_hours",
      header: t`In Quiet Hours`,
      card: "detail",
      cell: (row) => (row.ignores_quiet_hours ? t`Sent` : t`Wait`),
      text: (row) => (row.ignores_quiet_hours ? t`Sent` : t`Wait`),
    },
    editColumn(
      ({ name }) => t`Edit ${name}`,
      ({ id }) => view.open("route", id),
    ),
  ];
}

function Steps({ route: { steps, people } }: { route: NotificationRoute }): ReactNode {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step.after_hours}>
          <span className={settingsClasses.soft}>{whenTaken(step.after_hours)}</span>
          <span>
            {audienceOf(step, people).map(({ name, isBarred }, index) => (
              // A step names nobody twice.
              <span key={name}>
                {index > 0 && ", "}
                <span className={isBarred ? classes.barred : undefined}>{name}</span>
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}
