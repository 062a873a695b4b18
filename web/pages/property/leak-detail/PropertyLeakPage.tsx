import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NotFoundPage } from "../../../app/NotFoundPage.tsx";
import { idOf } from "../../../app/search-text.ts";
import { LeakDetail } from "./LeakDetail.tsx";
import { urlView } from "./url-view.ts";

/** A leak's page below its property. */
export function PropertyLeakPage(): ReactNode {
  const navigate = useNavigate({ from: "/properties/$property_id/leak-detail" });
  const { property_id } = useParams({ from: "/signed-in/properties/$property_id/leak-detail" });
  const search = useSearch({ from: "/signed-in/properties/$property_id/leak-detail" });
  const view = urlView(
    "property",
    search,
    idOf(property_id),
    (next, replace) => void navigate({ search: next, replace }),
  );
  return view === null ? <NotFoundPage /> : <LeakDetail key={view.meter} view={view} />;
}
