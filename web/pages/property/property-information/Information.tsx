import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AverageConsumption as Row } from "../../../../contract/reporting/leak-report.ts";
import type { CallAnswer } from "../../../app/api.ts";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { useTableLayout } from "../../../app/report/table/use-table-layout.ts";
import { formatDuration, NOT_MEASURED, plain } from "../../../components/format.ts";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import type { TableColumn } from "../../../components/table/column.ts";
import { gallonsColumn, numberColumn } from "../../../components/table/columns.tsx";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { Gallons, gal } from "../../../language/measure.ts";
import { propertyQuery } from "../property/view/property-query.ts";
import classes from "./information.module.css";
import { Loading } from "./Loading.tsx";
import { MeterList } from "./MeterList.tsx";

/** What stands in the dialog. */
export function Information({ propertyId }: { propertyId: number }): ReactNode {
  const property = useQuery(propertyQuery(propertyId));
  const { data, error } = property;
  return (
    <div className={classes.information}>
      {error ? (
        <QueryFailure query={property} what={t`The property's details`} />
      ) : data === undefined ? (
        <Loading lines={9} />
      ) : (
        <>
          <PropertyDetails property={data} />
          <AverageConsumption property={data} />
        </>
      )}
      <MeterList propertyId={propertyId} name={data?.name ?? `property ${propertyId}`} />
    </div>
  );
}

function bedrooms({ bedroom_type }: Row): string {
  if (bedroom_type === 0) return t`Studio`;
  return bedroom_type === 1 ? t`1 bedroom` : t`${bedroom_type} bedrooms`;
}

const columns: readonly TableColumn<Row>[] = [
  {
    id: "bedroom_type",
    header: t`Bedroom Type`,
    card: "title",
    pinned: true,
    cell: (row) => <strong>{bedrooms(row)}</strong>,
    text: bedrooms,
  },
  numberColumn("units", t`Units`, { width: 90 }),
  gallonsColumn("total_gallons", t`Total ${Gallons}`, { unit: t`${gal} per day`, width: 190, card: "main" }),
  {
    id: "flow_time",
    header: t`Flow Time`,
    unit: t`per day`,
    textUnit: t`min per day`,
    align: "right",
    width: 150,
    card: "main",
    hint: t`Time with running water through the unit's main meters. A dash: no meter says`,
    cell: (row) => formatDuration(row.flow_time),
    text: (row) => plain(row.flow_time),
  },
  numberColumn("events", t`Events`, {
    unit: t`per day`,
    width: 130,
    hint: t`Separate draws of water. A dash: no meter says`,
  }),
];

/** What a unit uses on a day, by its number of bedrooms. */
function AverageConsumption({ property }: { property: Property }): ReactNode {
  const [layout, setLayout] = useTableLayout("average_consumption");
  return (
    <TableFrame title={t`Average Consumption`} subtitle={t`Of a unit on a day, over the last 30 complete days`}>
      {(heading) => (
        <DataTable
          caption={t`Average Consumption of a unit on a day`}
          columns={columns}
          rows={property.average_consumption}
          rowKey={(row) => String(row.bedroom_type)}
          empty={{ sentence: t`It shows here once the property has units.` }}
          layout={layout}
          onLayoutChange={setLayout}
          fileName={`average consumption ${property.name}`}
          toolbar={heading}
        />
      )}
    </TableFrame>
  );
}

type Property = CallAnswer<"GET /v1/reporting/leak-report/properties/{id}/overview">;

/** The property's address and contact; a dash for each missing value, and a message if all are missing. */
function PropertyDetails({ property }: { property: Property }): ReactNode {
  const { contact_phone: phone, contact_email: email } = property;
  const values = [property.city, property.state, property.street, property.zip_code, phone, email];
  if (values.every((text) => text === "")) {
    return (
      <EmptyState
        title={t`No property details available`}
        sentence={t`An administrator can add an address and a contact of ${property.name}.`}
      />
    );
  }
  return (
    <dl className={classes.details}>
      <Detail name={t`Organization`}>{property.organization_name}</Detail>
      <Detail name={t`Property Name`}>{property.name}</Detail>
      <Detail name={t`City/State`}>{[property.city, property.state].filter((part) => part !== "").join(", ")}</Detail>
      <Detail name={t`Street`}>{property.street}</Detail>
      <Detail name={t`Zip`}>{property.zip_code}</Detail>
      <Detail name={t`Contact Phone`}>{phone && <a href={`tel:${phone}`}>{phone}</a>}</Detail>
      <Detail name={t`Contact Email`}>{email && <a href={`mailto:${email}`}>{email}</a>}</Detail>
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || NOT_MEASURED}</dd>
    </div>
  );
}
