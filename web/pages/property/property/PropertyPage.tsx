import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiError, notLoaded } from "../../../app/api-error.ts";
import { NotFoundPage } from "../../../app/NotFoundPage.tsx";
import { Answer } from "../../../app/report/Answer.tsx";
import { ReportFilters } from "../../../app/report/ReportFilters.tsx";
import classes from "../../../app/report/report.module.css";
import { reportView } from "../../../app/report/report-view.ts";
import { idOf } from "../../../app/search-text.ts";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { LeakListTable } from "../leak-list/LeakListTable.tsx";
import { usePlaceFilters } from "../leak-list/use-place-filters.tsx";
import { PropertyFacts } from "./PropertyFacts.tsx";
import { propertyQuery } from "./route.ts";

/** One property's water, or that there is no such property (for this user). */
export function PropertyPage(): ReactNode {
  const { property_id } = useParams({ from: "/signed-in/properties/$property_id" });
  const id = idOf(property_id);
  return id === undefined ? <NotFoundPage /> : <Property key={id} id={id} />;
}

function Property({ id }: { id: number }): ReactNode {
  const navigate = useNavigate({ from: "/properties/$property_id" });
  const search = useSearch({ from: "/signed-in/properties/$property_id" });
  const property = useQuery(propertyQuery(id));
  const own = { ...search, property_id: [id], organization_id: undefined };
  const view = reportView(
    "property",
    own,
    ({ property_id: _, ...next }, replace) => void navigate({ search: next, replace }),
  );
  const { controls, active } = usePlaceFilters(view);
  if (property.error instanceof ApiError && property.error.status === 404) return <NotFoundPage />;
  return (
    <div className={classes.stack}>
      <title>{`${property.data?.name ?? "Property"} · Dripline`}</title>
      <ReportFilters
        title={property.data?.name ?? "Property"}
        subtitle={!property.isError && <PropertyFacts property={property.data} />}
        view={view}
        active={active}
        fixedProperty
      >
        {controls}
      </ReportFilters>
      {property.isError && (
        <ErrorState
          message={notLoaded("The address and contact", property.error)}
          onRetry={() => void property.refetch()}
          inline
        />
      )}
      <Answer view={view} from="property" />
      <LeakListTable view={view} from="property" />
    </div>
  );
}
