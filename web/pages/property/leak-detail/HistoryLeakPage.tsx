import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NotFoundPage } from "../../../app/NotFoundPage.tsx";
import { LeakDetail } from "./LeakDetail.tsx";
import { urlView } from "./url-view.ts";

/** A leak's page below History. */
export function HistoryLeakPage(): ReactNode {
  const navigate = useNavigate({ from: "/history/leak-detail" });
  const search = useSearch({ from: "/signed-in/history/leak-detail" });
  const view = urlView(
    "history",
    search,
    search.property_id,
    (next, replace) => void navigate({ search: next, replace }),
  );
  return view === null ? <NotFoundPage /> : <LeakDetail key={view.meter} view={view} />;
}
