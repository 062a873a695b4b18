import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconClipboardList } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Occupancy, OccupancyRow } from "../../../../../contract/inventory/occupancy.ts";
import { exportOf } from "../../../../app/export.ts";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { PopoverFilter } from "../../../../components/filters/PopoverFilter.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { occupancyColumns } from "../../../property/occupancy/columns.tsx";
import { occupancyName } from "../../../property/occupancy/OccupancyBadge.tsx";
import { usesWaterVacant } from "../../../property/occupancy/vacant-use.ts";
import { RowAction } from "../../list/RowAction.tsx";
import classes from "../property.module.css";
import { BuildingFilter } from "../view/BuildingFilter.tsx";
import { inventoryQueries, occupancyOrdering } from "../view/inventory-queries.ts";
import type { InventoryView } from "../view/use-inventory.ts";

const kinds = ["vacant", "looks vacant", "occupied", "unknown"] as const satisfies readonly Occupancy[];
const options = kinds.map((kind) => ({ value: kind, label: occupancyName(kind) }));

/** The occupancy of units according to the rent roll, editable here. */
export default function OccupancyTab({ view }: { view: InventoryView }): ReactNode {
  const { occupancy, building_id, ordering = occupancyOrdering } = view.search;
  const units = useQuery(inventoryQueries(view.propertyId, view.search).occupancy);
  const say: TableColumn<OccupancyRow> = {
    id: "say",
    header: t`Change`,
    width: 90,
    card: "none",
    cell: (row) => (
      <RowAction
        name={t`Change occupancy of unit ${row.unit_name}`}
        onClick={() => view.open("add-occupancy", row.unit_id)}
      >{t`Change`}</RowAction>
    ),
    text: () => "",
  };
  return (
    <TableFrame title={t`Occupancy`} subtitle={t`As the rent roll says, with what was used in the last 7 days`}>
      {(heading) => (
        <ListTable
          caption={t`Units and their occupancy`}
          columns={[...occupancyColumns, say]}
          rowKey={(row) => String(row.unit_id)}
          list={units}
          state={view.list}
          ordering={ordering}
          what={t`The units`}
          layoutName="inventory_occupancy"
          empty={{
            sentence:
              occupancy || building_id
                ? t`No unit with these filters. Take one off to see more.`
                : t`A unit shows here once the property has one.`,
          }}
          highlight={(row) => (usesWaterVacant(row) ? t`Uses water though vacant` : undefined)}
          onOpenRow={(row) => view.open("add-occupancy", row.unit_id)}
          onExport={exportOf("GET /v1/properties/{property_id}/occupancy/export", {
            params: { property_id: view.propertyId },
            query: { building_id, occupancy, ordering },
          })}
          heading={
            <>
              {heading}
              <span className={classes.tools}>
                <BuildingFilter view={view} />
                <PopoverFilter
                  label={t`Occupancy`}
                  options={options}
                  selected={occupancy ?? []}
                  onChange={(next) => {
                    const chosen = kinds.filter((kind) => next.includes(kind));
                    view.setFilters({ occupancy: chosen.length === 0 ? undefined : chosen });
                  }}
                />
                <Button
                  variant="default"
                  leftSection={<IconClipboardList size={16} stroke={1.75} aria-hidden="true" />}
                  onClick={() => view.open("rent-roll")}
                >
                  <Trans>Paste a rent roll</Trans>
                </Button>
              </span>
            </>
          }
        />
      )}
    </TableFrame>
  );
}
