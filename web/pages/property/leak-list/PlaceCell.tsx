import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import type { LeakRow } from "../../../../contract/reporting/reporting.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import classes from "./leak-list.module.css";

type Place = Pick<LeakRow, "property_id" | "property_name" | "building_id" | "building_name" | "unit_id" | "unit_name">;

/** A leak's place; each part of it filters the report to itself. */
export function PlaceCell(props: { row: Place; view: ReportView; fixedProperty: boolean }): ReactNode {
  const { row, view, fixedProperty } = props;
  const property_id = fixedProperty ? {} : { property_id: [row.property_id] };
  const building_id = { ...property_id, building_id: [row.building_id] };
  const parts = [
    { part: "property", name: row.property_name, filters: fixedProperty ? null : property_id },
    { part: "building", name: row.building_name, filters: building_id },
    {
      part: "unit",
      name: row.unit_name,
      filters: row.unit_id === null ? null : { ...building_id, unit_id: [row.unit_id] },
    },
  ].filter(({ name }) => name !== null && name !== "");
  return (
    <span className={classes.place}>
      {parts.map(({ part, name, filters }, index) => (
        <Fragment key={part}>
          {index > 0 && <span className={classes.bar}>|</span>}
          {filters === null ? (
            <span>{name}</span>
          ) : (
            <UnstyledButton
              className={classes.part}
              title={t`Only ${name ?? ""}`}
              onClick={() => view.setFilters(filters)}
            >
              {name}
            </UnstyledButton>
          )}
        </Fragment>
      ))}
    </span>
  );
}
