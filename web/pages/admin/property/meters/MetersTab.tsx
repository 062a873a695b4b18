import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Tabs } from "../../../../components/tabs/Tabs.tsx";
import { ListSearch } from "../../ListSearch.tsx";
import { AddButton } from "../../list/AddButton.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { BuildingFilter } from "../view/BuildingFilter.tsx";
import { choicesQuery, metersQuery, pointsQuery } from "../view/inventory-queries.ts";
import type { InventoryView } from "../view/use-inventory.ts";
import { meterColumns } from "./meter-columns.tsx";
import { pointColumns } from "./point-columns.tsx";
import { UnitChip } from "./UnitChip.tsx";

const LIST = "meters-list";

/** The meters of a property with their points, or all points, including those without a meter. */
export default function MetersTab({ view }: { view: InventoryView }): ReactNode {
  const isPoints = view.search.list === "points";
  return <div id={LIST}>{isPoints ? <Points view={view} /> : <Meters view={view} />}</div>;
}

function ListChoice({ view }: { view: InventoryView }): ReactNode {
  return (
    <Tabs
      label="List"
      tabs={[
        { tab: "meters", label: "Meters" },
        { tab: "points", label: "Points" },
      ]}
      value={view.search.list ?? "meters"}
      onChange={(tab) => view.setFilters({ list: tab === "points" ? "points" : undefined, search: undefined })}
      panel={LIST}
    />
  );
}

function Meters({ view }: { view: InventoryView }): ReactNode {
  const meters = useQuery(metersQuery(view.propertyId, view.search));
  const { search, building_id, unit_id } = view.search;
  const isFiltered = search !== undefined || building_id !== undefined || unit_id !== undefined;
  return (
    <FramedList
      title="Meters"
      subtitle="Each with the point at which it sits"
      columns={meterColumns(view)}
      list={meters}
      state={view.list}
      what="The meters"
      layoutName="inventory_meters"
      empty={{
        sentence: isFiltered
          ? "No meter with these filters. Take one off to see more."
          : "A meter sits at a point: of a unit's whole supply, a toilet, a water heater. Add a point and its meter, or upload a spreadsheet with all of them.",
      }}
      onOpenRow={(row) => view.open("meter", row.id)}
      tools={
        <>
          <ListChoice view={view} />
          <ListSearch
            label="Search by serial number"
            placeholder="Serial number"
            maxLength={100}
            found={search}
            onFind={(text) => view.setFilters({ search: text })}
          />
          <BuildingFilter view={view} />
          <UnitChip view={view} />
          <AddButton onClick={() => view.open("add-meter")}>Add a meter</AddButton>
        </>
      }
    />
  );
}

function Points({ view }: { view: InventoryView }): ReactNode {
  const points = useQuery(pointsQuery(view.propertyId, view.search));
  const choices = useQuery(choicesQuery(view.propertyId));
  const { building_id, unit_id } = view.search;
  const hasBuildings = choices.data === undefined || choices.data.buildings.length > 0;
  return (
    <FramedList
      title="Points"
      subtitle="Where meters can sit"
      columns={pointColumns(view)}
      list={points}
      state={view.list}
      what="The points"
      layoutName="inventory_points"
      empty={{
        sentence:
          building_id || unit_id
            ? "No point here. Add one, or take the filter off to see more."
            : hasBuildings
              ? "Add a point for each place where a meter sits, or upload a spreadsheet with all of them."
              : "Points are in buildings: add a building first, or upload a spreadsheet with all of it.",
      }}
      onOpenRow={(row) => view.open("point", row.id)}
      tools={
        <>
          <ListChoice view={view} />
          <BuildingFilter view={view} />
          <UnitChip view={view} />
          <AddButton onClick={() => view.open("add-point")}>Add a point</AddButton>
        </>
      }
    />
  );
}
