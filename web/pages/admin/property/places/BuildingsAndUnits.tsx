import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ListTable } from "../../../../app/report/ListTable.tsx";
import { TableFrame } from "../../../../app/report/TableFrame.tsx";
import { BuildingFilter } from "../BuildingFilter.tsx";
import { buildingsQuery, unitsQuery } from "../inventory-queries.ts";
import classes from "../property.module.css";
import type { InventoryView } from "../use-inventory.ts";
import { buildingColumns } from "./building-columns.tsx";
import { unitColumns } from "./unit-columns.tsx";

const plus = <IconPlus size={16} stroke={1.75} aria-hidden="true" />;

/** The buildings of a property, and their units below. */
export function BuildingsAndUnits({ view }: { view: InventoryView }): ReactNode {
  const buildings = useQuery(buildingsQuery(view.propertyId, view.search));
  const units = useQuery(unitsQuery(view.propertyId, view.search));
  const hasBuildings = buildings.data !== undefined && buildings.data.count > 0;
  const addBuilding = (
    <Button variant="default" leftSection={plus} onClick={() => view.open("add-building")}>
      Add a building
    </Button>
  );
  return (
    <>
      <TableFrame title="Buildings" subtitle="With how many units each has">
        {(heading) => (
          <ListTable
            caption="Buildings"
            columns={buildingColumns(view)}
            rowKey={(row) => String(row.id)}
            list={buildings}
            state={view.otherList}
            ordering=""
            what="The buildings"
            layoutName="inventory_buildings"
            empty={{
              sentence:
                "A property has at least one building, in which its units are. Or upload a spreadsheet with all of it.",
              action: addBuilding,
            }}
            onOpenRow={(row) => view.open("building", row.id)}
            heading={
              <>
                {heading}
                {hasBuildings && addBuilding}
              </>
            }
          />
        )}
      </TableFrame>
      {/* Once it is known how far down it begins. */}
      {!buildings.isPending && (
        <TableFrame title="Units" subtitle="A studio has 0 bedrooms">
          {(heading) => (
            <ListTable
              caption="Units"
              columns={unitColumns(view)}
              rowKey={(row) => String(row.id)}
              list={units}
              state={view.list}
              ordering=""
              what="The units"
              layoutName="inventory_units"
              empty={{
                sentence: view.search.building_id
                  ? "These buildings have no units. Choose others, or add a unit."
                  : hasBuildings
                    ? "Add units one by one, or upload a spreadsheet with all of them."
                    : "Units are in buildings: add a building first, or upload a spreadsheet with all of it.",
              }}
              onOpenRow={(row) => view.open("unit", row.id)}
              heading={
                <>
                  {heading}
                  <span className={classes.tools}>
                    <BuildingFilter view={view} />
                    {hasBuildings && (
                      <Button variant="default" leftSection={plus} onClick={() => view.open("add-unit")}>
                        Add a unit
                      </Button>
                    )}
                  </span>
                </>
              }
            />
          )}
        </TableFrame>
      )}
    </>
  );
}
