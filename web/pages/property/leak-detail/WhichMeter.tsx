import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { notLoaded } from "../../../app/api-error.ts";
import { read } from "../../../app/query.ts";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { formatPlace } from "../../../app/report/text.ts";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import classes from "./leak-detail.module.css";
import { NoMeter } from "./NoMeter.tsx";
import type { DetailView } from "./view/detail-view.ts";

/** In place of a leak's page where several properties have a meter of this number: which one is meant. */
export function WhichMeter({ view }: { view: DetailView }): ReactNode {
  const { meter, from, period } = view;
  const found = useQuery(read("GET /v1/search", { query: { q: meter, limit: 20 } }));
  const same = found.data?.meters.filter(({ meter_serial_number }) => meter_serial_number === meter) ?? [];
  const choices = (
    <ul className={classes.choices}>
      {same.map((one) => (
        <li key={one.property_id}>
          <Link {...leakTarget(from, one, period)}>{formatPlace(one)}</Link>
        </li>
      ))}
    </ul>
  );
  return (
    <NoMeter
      from={from}
      propertyId={undefined}
      title="Which meter?"
      sentence={`Several properties have a meter ${meter}.`}
      action={
        found.error ? (
          <ErrorState inline message={notLoaded("The properties", found.error)} onRetry={() => void found.refetch()} />
        ) : (
          choices
        )
      }
    />
  );
}
