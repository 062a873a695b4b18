import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import reportClasses from "../../../app/report/report.module.css";
import { tabId } from "../../../components/tabs/Tabs.tsx";
import { FramedList } from "../list/FramedList.tsx";
import { PropertiesDialogs } from "./PropertiesDialogs.tsx";
import { lists, PropertiesHead } from "./PropertiesHead.tsx";
import { propertyColumns } from "./property-columns.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { propertiesQuery } from "./view/properties-query.ts";
import { type PropertiesView, useProperties } from "./view/use-properties.ts";

const PANEL = "properties-list";
const about = {
  "in-use": "In any organization, and in none",
  unassigned: "In no organization: only IONAdmins see them",
  archived: "Out of sight and out of every sum; their history is kept",
} as const;

/** Properties and the organizations that they belong to. */
export function AdminPropertiesPage(): ReactNode {
  const view = useProperties();
  const navigate = useNavigate();
  const properties = useQuery(propertiesQuery(view.search));
  const { ordering = "name" } = view.search;
  return (
    <div className={reportClasses.stack}>
      <title>Properties · Dripline</title>
      <PropertiesHead view={view} count={properties.data?.count ?? null} panel={PANEL} />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, view.shown)}>
        <FramedList
          title={lists.find(({ tab }) => tab === view.shown)?.label ?? ""}
          subtitle={about[view.shown]}
          caption="Properties"
          columns={propertyColumns(view)}
          list={properties}
          state={view.list}
          ordering={ordering}
          what="The properties"
          layoutName="admin_properties"
          empty={emptyOf(view)}
          fileName={`properties ${view.shown}`}
          onOpenRow={(row) =>
            row.archived_at === null
              ? void navigate({ to: "/admin/properties/$propertyId", params: { propertyId: String(row.id) } })
              : view.open("property", row.id)
          }
          tools={view.shown !== "archived" && <SelectionBar view={view} rows={properties.data?.results ?? []} />}
        />
      </div>
      <PropertiesDialogs view={view} />
    </div>
  );
}

/** What would fill the list that is shown. */
function emptyOf(view: PropertiesView): { sentence: string; action?: ReactNode } {
  const { search, organization_id } = view.search;
  if (search !== undefined || organization_id !== undefined) {
    return {
      sentence: "No property with these filters. Take one off to see more.",
      action: (
        <Button variant="default" onClick={view.reset}>
          Reset filters
        </Button>
      ),
    };
  }
  if (view.shown === "unassigned") return { sentence: "Every property belongs to an organization." };
  if (view.shown === "archived")
    return { sentence: "A property that is archived shows here, and is restored from here." };
  return {
    sentence: "Add the first property, or upload a spreadsheet with all of it in Getting Started.",
    action: (
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => view.open("add-property")}
      >
        Add a property
      </Button>
    ),
  };
}
