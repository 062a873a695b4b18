import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { notLoaded } from "../../../app/api-error.ts";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { propertyQuery } from "../property/view/property-query.ts";
import { AverageConsumption } from "./AverageConsumption.tsx";
import classes from "./information.module.css";
import { Loading } from "./Loading.tsx";
import { MeterList } from "./MeterList.tsx";
import { PropertyDetails } from "./PropertyDetails.tsx";

/** What stands in the dialog. */
export function Information({ propertyId }: { propertyId: number }): ReactNode {
  const property = useQuery(propertyQuery(propertyId));
  const { data, error } = property;
  return (
    <div className={classes.information}>
      {error ? (
        <ErrorState message={notLoaded("The property's details", error)} onRetry={() => void property.refetch()} />
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
