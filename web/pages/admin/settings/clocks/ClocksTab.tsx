import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CaseClocks } from "../../../../../contract/leaks/case-clocks.ts";
import { QueryPanel } from "../../../../app/QueryPanel.tsx";
import { formatDollars } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { DataTable } from "../../../../components/table/DataTable.tsx";
import { clockSources, clockText } from "../../../cases/report/clock-text.ts";
import classes from "../settings.module.css";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";

type Row = CaseClocks["properties"][number];

/** Until when leak cases are to be dealt with, in an organization and in its properties, and which raise an alert. */
export default function ClocksTab({ view }: { view: SettingsView }): ReactNode {
  const clocks = useQuery(settingsQueries(view.organization.id, view.search).clocks);
  return (
    <>
      <Deadlines view={view} clocks={clocks} />
      <QueryPanel
        query={clocks}
        what={t`The alerts`}
        title={t`Alerts about leaks`}
        subtitle={t`From which cost a day a leak raises one, at today's price`}
        level={2}
        actions={<Button onClick={() => view.open("alert-floor")}>{t`Change`}</Button>}
      >
        {({ alert_floor: floor }) => (
          <>
            <p>
              <b>{floor === 0 ? t`Every leak` : t`Leaks from ${formatDollars(floor, 2)} a day`}</b>
            </p>
            <p
              className={classes.soft}
            >{t`The list of leak cases has all of them. Overdue cases always raise an alert.`}</p>
          </>
        )}
      </QueryPanel>
    </>
  );
}

function Deadlines({ view, clocks }: { view: SettingsView; clocks: UseQueryResult<CaseClocks> }): ReactNode {
  return (
    <QueryPanel
      query={clocks}
      what={t`The deadlines`}
      title={t`Deadlines for leak cases`}
      subtitle={t`Counted in the property's days from when a leak was found`}
      level={2}
      actions={<Button onClick={() => view.open("clock")}>{t`Change for all`}</Button>}
    >
      {({ clock, properties }) => (
        <>
          <p>
            <b>{clockText(clock)}</b>
          </p>
          <p className={classes.soft}>{clockSources[clock.rule]}</p>
          <DataTable
            caption={t`Deadlines by property`}
            columns={columnsOf(view, clock)}
            rows={properties}
            rowKey={({ property_id }) => String(property_id)}
          />
        </>
      )}
    </QueryPanel>
  );
}

function columnsOf(view: SettingsView, usual: CaseClocks["clock"]): readonly TableColumn<Row>[] {
  return [
    {
      id: "property_name",
      header: t`Property`,
      card: "title",
      cell: (row) => <b className={classes.names}>{row.property_name}</b>,
      text: (row) => row.property_name,
    },
    {
      id: "clock",
      header: t`Deadlines`,
      card: "under",
      cell: (row) => (row.clock === null ? t`As for all: ${clockText(usual)}` : clockText(row.clock)),
      text: (row) => clockText(row.clock ?? usual),
    },
    {
      id: "change",
      header: t`Change`,
      card: "action",
      width: 120,
      cell: (row) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t`Change the deadlines of ${row.property_name}`}
          onClick={() => view.open("clock", row.property_id)}
        >
          {t`Change`}
        </Button>
      ),
      text: () => "",
    },
  ];
}
