import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { BuildingRow, UnitRow } from "../../../../../contract/inventory/places.ts";
import reportClasses from "../../../../app/report/report.module.css";
import type { TableColumn } from "../../../../components/table/column.ts";
import { nameColumn, numberColumn, textColumn } from "../../../../components/table/columns.tsx";
import { AddButton } from "../../list/AddButton.tsx";
import { editColumn } from "../../list/edit-column.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { BuildingFilter } from "../view/BuildingFilter.tsx";
import { inventoryQueries } from "../view/inventory-queries.ts";
import type { InventoryView } from "../view/use-inventory.ts";

/** The buildings of a property, and their units below. */
export function BuildingsAndUnits({ view }: { view: InventoryView }): ReactNode {
  const buildings = useQuery(inventoryQueries(view.propertyId, view.search).buildings);
  const units = useQuery(inventoryQueries(view.propertyId, view.search).units);
  const hasBuildings = buildings.data !== undefined && buildings.data.count > 0;
  const addBuilding = <AddButton onClick={() => view.open("add-building")}>{t`Add a building`}</AddButton>;
  return (
    <>
      <FramedList
        title={t`Buildings`}
        subtitle={t`With how many units each has`}
        columns={buildingColumns(view)}
        list={buildings}
        state={view.otherList}
        what={t`The buildings`}
        layoutName="inventory_buildings"
        empty={{
          sentence: t`A property has at least one building, in which its units are. Or upload a spreadsheet with all of it.`,
          action: addBuilding,
        }}
        onOpenRow={(row) => view.open("building", row.id)}
        tools={hasBuildings && addBuilding}
      />
      {/* Once it is known how far down it begins. */}
      {!buildings.isPending && (
        <FramedList
          title={t`Units`}
          subtitle={t`A studio has 0 bedrooms`}
          columns={unitColumns(view)}
          list={units}
          state={view.list}
          what={t`The units`}
          layoutName="inventory_units"
          empty={{
            sentence: view.search.building_id
              ? t`These buildings have no units. Choose others, or add a unit.`
              : hasBuildings
                ? t`Add units one by one, or upload a spreadsheet with all of them.`
                : t`Units are in buildings: add a building first, or upload a spreadsheet with all of it.`,
          }}
          onOpenRow={(row) => view.open("unit", row.id)}
          tools={
            <>
              <BuildingFilter view={view} />
              {hasBuildings && <AddButton onClick={() => view.open("add-unit")}>{t`Add a unit`}</AddButton>}
            </>
          }
        />
      )}
    </>
  );
}

/** The columns of a property's buildings. */
function buildingColumns(view: InventoryView): readonly TableColumn<BuildingRow>[] {
  return [
    nameColumn("name", t`Building`, { card: "title", pinned: true }),
    numberColumn("units_count", t`Units`, { width: 120, card: "main" }),
    editColumn(
      (row) => t`Edit building ${row.name}`,
      (row) => view.open("building", row.id),
    ),
  ];
}

/** The columns of a property's units. */
function unitColumns(view: InventoryView): readonly TableColumn<UnitRow>[] {
  return [
    textColumn("building_name", t`Building`, { card: "under" }),
    nameColumn("name", t`Unit`, { card: "title", pinned: true }),
    numberColumn("bedrooms", t`Bedrooms`, { width: 120, card: "main" }),
    {
      id: "meters",
      header: t`Meters`,
      width: 110,
      card: "none",
      cell: (row) => (
        <Link
          className={reportClasses.details}
          to="/admin/properties/$propertyId"
          params={{ propertyId: String(view.propertyId) }}
          search={{ tab: "meters", list: "points", unit_id: [row.id] }}
          aria-label={t`Meters of unit ${row.name}`}
        >
          <Trans>Meters</Trans>
        </Link>
      ),
      text: () => "",
    },
    editColumn(
      (row) => t`Edit unit ${row.name}`,
      (row) => view.open("unit", row.id),
    ),
  ];
}
