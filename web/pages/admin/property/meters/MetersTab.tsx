import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PointRow } from "../../../../../contract/inventory/places.ts";
import { chipText } from "../../../../app/report/filters/filter-options.ts";
import { CopyText } from "../../../../components/CopyText.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { textColumn } from "../../../../components/table/columns.tsx";
import { Tabs } from "../../../../components/tabs/Tabs.tsx";
import { ListSearch } from "../../ListSearch.tsx";
import { AddButton } from "../../list/AddButton.tsx";
import { editColumn } from "../../list/edit-column.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { RowAction } from "../../list/RowAction.tsx";
import { BuildingFilter } from "../view/BuildingFilter.tsx";
import { inventoryQueries } from "../view/inventory-queries.ts";
import type { InventoryView } from "../view/use-inventory.ts";
import { meterColumns } from "./meter-columns.tsx";
import { pointKindLabel } from "./point-text.ts";

const LIST = "meters-list";

/** The meters of a property with their points, or all points, including those without a meter. */
export default function MetersTab({ view }: { view: InventoryView }): ReactNode {
  const isPoints = view.search.list === "points";
  return <div id={LIST}>{isPoints ? <Points view={view} /> : <Meters view={view} />}</div>;
}

function ListChoice({ view }: { view: InventoryView }): ReactNode {
  return (
    <Tabs
      label={t`List`}
      tabs={[
        { tab: "meters", label: t`Meters` },
        { tab: "points", label: t`Points` },
      ]}
      value={view.search.list ?? "meters"}
      onChange={(tab) => view.setFilters({ list: tab === "points" ? "points" : undefined, search: undefined })}
      panel={LIST}
    />
  );
}

function Meters({ view }: { view: InventoryView }): ReactNode {
  const meters = useQuery(inventoryQueries(view.propertyId, view.search).meters);
  const { search, building_id, unit_id } = view.search;
  const isFiltered = search !== undefined || building_id !== undefined || unit_id !== undefined;
  return (
    <FramedList
      title={t`Meters`}
      subtitle={t`Each with the point where it is installed`}
      columns={meterColumns(view)}
      list={meters}
      state={view.list}
      what={t`The meters`}
      layoutName="inventory_meters"
      empty={{
        sentence: isFiltered
          ? t`No meter with these filters. Take one off to see more.`
          : t`A meter is installed at a point: a unit's whole supply, a toilet, a water heater. Add a point and its meter, or upload a spreadsheet with all of them.`,
      }}
      onOpenRow={(row) => view.open("meter", row.id)}
      tools={
        <>
          <ListChoice view={view} />
          <ListSearch
            label={t`Search by serial number`}
            placeholder={t`Serial number`}
            maxLength={100}
            found={search}
            onFind={(text) => view.setFilters({ search: text })}
          />
          <BuildingFilter view={view} />
          <UnitChip view={view} />
          <AddButton onClick={() => view.open("add-meter")}>{t`Add a meter`}</AddButton>
        </>
      }
    />
  );
}

function Points({ view }: { view: InventoryView }): ReactNode {
  const points = useQuery(inventoryQueries(view.propertyId, view.search).points);
  const choices = useQuery(inventoryQueries(view.propertyId, view.search).choices);
  const { building_id, unit_id } = view.search;
  const hasBuildings = choices.data === undefined || choices.data.buildings.length > 0;
  return (
    <FramedList
      title={t`Points`}
      subtitle={t`Where meters can sit`}
      columns={pointColumns(view)}
      list={points}
      state={view.list}
      what={t`The points`}
      layoutName="inventory_points"
      empty={{
        sentence:
          building_id || unit_id
            ? t`No point here. Add one, or take the filter off to see more.`
            : hasBuildings
              ? t`Add a point for each place where a meter is installed, or upload a spreadsheet with all of them.`
              : t`Points are in buildings: add a building first, or upload a spreadsheet with all of it.`,
      }}
      onOpenRow={(row) => view.open("point", row.id)}
      tools={
        <>
          <ListChoice view={view} />
          <BuildingFilter view={view} />
          <UnitChip view={view} />
          <AddButton onClick={() => view.open("add-point")}>{t`Add a point`}</AddButton>
        </>
      }
    />
  );
}

/** Shows the unit by which a link filtered the list, and removes that filter. */
function UnitChip({ view }: { view: InventoryView }): ReactNode {
  const choices = useQuery(inventoryQueries(view.propertyId, view.search).choices);
  const { unit_id } = view.search;
  if (unit_id === undefined) return null;
  const options = (choices.data?.units ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const name = chipText(unit_id, options);
  return (
    <Button
      variant="default"
      rightSection={<IconX size={14} aria-hidden="true" />}
      aria-label={t`Remove filter Unit: ${name}`}
      onClick={() => view.setFilters({ unit_id: undefined })}
    >
      <Trans>Unit {name}</Trans>
    </Button>
  );
}

/** The columns of a property's points. */
function pointColumns(view: InventoryView): readonly TableColumn<PointRow>[] {
  return [
    textColumn("building_name", t`Building`, { card: "under" }),
    {
      id: "unit_name",
      header: t`Unit`,
      card: "title",
      cell: (row) => (row.unit_name === null ? t`Whole building` : <strong>{row.unit_name}</strong>),
      text: (row) => row.unit_name ?? "",
    },
    {
      id: "attached_to",
      header: t`Attached To`,
      card: "main",
      pinned: true,
      cell: pointKindLabel,
      text: pointKindLabel,
    },
    {
      id: "meter_serial_number",
      header: t`Meter`,
      card: "main",
      cell: (row) =>
        row.meter_serial_number === null ? (
          <RowAction
            name={t`Add a meter at ${pointKindLabel(row)}`}
            onClick={() => view.open("add-meter", row.id)}
          >{t`Add a meter`}</RowAction>
        ) : (
          <CopyText text={row.meter_serial_number} />
        ),
      text: (row) => row.meter_serial_number ?? "",
    },
    editColumn(
      (row) => t`Edit point ${pointKindLabel(row)} of ${row.unit_name ?? row.building_name}`,
      (row) => view.open("point", row.id),
    ),
  ];
}
