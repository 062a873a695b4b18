import { t } from "@lingui/core/macro";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { idOf } from "../../../app/search-text.ts";
import { LeakDetail } from "./LeakDetail.tsx";
import { NoMeter } from "./NoMeter.tsx";
import { urlView } from "./view/url-view.ts";

/** A leak's page below its property. */
export function PropertyLeakPage(): ReactNode {
  const navigate = useNavigate({ from: "/properties/$property_id/leak-detail" });
  const { property_id } = useParams({ from: "/signed-in/properties/$property_id/leak-detail" });
  const search = useSearch({ from: "/signed-in/properties/$property_id/leak-detail" });
  const property = idOf(property_id);
  const view = urlView(
    "property",
    search,
    property,
    (next, replace) => void navigate({ search: next, replace, resetScroll: false }),
  );
  if (property === undefined) {
    const sentence = t`There is no property “${property_id}”.`;
    return <NoMeter from="property" propertyId={undefined} title={t`No such property`} sentence={sentence} />;
  }
  if (view !== null) return <LeakDetail key={`${view.propertyId} ${view.meter}`} view={view} />;
  return (
    <NoMeter
      from="property"
      propertyId={property}
      title={t`No meter chosen`}
      sentence={t`This address names no meter. Open a leak from the property's list.`}
    />
  );
}
