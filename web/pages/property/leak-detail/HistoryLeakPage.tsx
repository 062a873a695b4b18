import { t } from "@lingui/core/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LeakDetail } from "./LeakDetail.tsx";
import { NoMeter } from "./NoMeter.tsx";
import { urlView } from "./view/url-view.ts";

/** A leak's page below History. */
export function HistoryLeakPage(): ReactNode {
  const navigate = useNavigate({ from: "/history/leak-detail" });
  const search = useSearch({ from: "/signed-in/history/leak-detail" });
  const { property_id } = search;
  const view = urlView(
    "history",
    search,
    property_id,
    (next, replace) => void navigate({ search: next, replace, resetScroll: false }),
  );
  if (view !== null) return <LeakDetail key={`${view.propertyId} ${view.meter}`} view={view} />;
  return (
    <NoMeter
      from="history"
      propertyId={property_id}
      title={t`No meter chosen`}
      sentence={t`This address names no meter. Open a leak from the list.`}
    />
  );
}
