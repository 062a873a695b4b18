import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import reportClasses from "../../../app/report/report.module.css";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { formatCount } from "../../../components/format.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { ListSearch } from "../ListSearch.tsx";
import { FramedList } from "../list/FramedList.tsx";
import { OrganizationDialogs } from "./OrganizationDialogs.tsx";
import { organizationColumns } from "./organization-columns.tsx";
import classes from "./organizations.module.css";
import { organizationsQuery, unassignedCountQuery } from "./organizations-query.ts";
import { useOrganizations } from "./use-organizations.ts";

/** The organizations and what is theirs. */
export function OrganizationsPage(): ReactNode {
  const view = useOrganizations();
  const navigate = useNavigate();
  const organizations = useQuery(organizationsQuery(view.search));
  const { search } = view.search;
  return (
    <div className={reportClasses.stack}>
      <title>Organizations · Dripline</title>
      <FilterBar
        title="Organizations"
        subtitle={<Unassigned />}
        actions={
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => view.open("add-organization")}
          >
            Add an organization
          </Button>
        }
        primary={<ListSearch label="Search by name" placeholder="Name" found={search} onFind={view.find} />}
      />
      <FramedList
        title="Organizations"
        subtitle="Without archived properties"
        columns={organizationColumns(view)}
        list={organizations}
        state={view.list}
        ordering={view.search.ordering ?? "name"}
        what="The organizations"
        layoutName="admin_organizations"
        empty={
          search === undefined
            ? {
                sentence: "Properties and their users belong to organizations. Add the first one.",
                action: (
                  <Button variant="default" onClick={() => view.open("add-organization")}>
                    Add an organization
                  </Button>
                ),
              }
            : { sentence: `No organization has “${search}” in its name. Search for less of it.` }
        }
        onOpenRow={(row) => void navigate({ to: "/admin/properties", search: { organization_id: [row.id] } })}
      />
      <OrganizationDialogs view={view} />
    </div>
  );
}

/** How many properties wait for an organization, with the way to them. */
function Unassigned(): ReactNode {
  const { data, isPending } = useQuery(unassignedCountQuery());
  if (isPending) {
    return (
      <span className={classes.about}>
        <Skeleton width={300} />
      </span>
    );
  }
  // If loading fails no error is shown here: the list below shows it.
  if (data === undefined) return <span className={classes.about} />;
  if (data.count === 0) return <span className={classes.about}>Every property belongs to an organization.</span>;
  return (
    <span className={classes.about}>
      {formatCount(data.count, "property belongs", "properties belong")} to no organization.{" "}
      <Link to="/admin/properties" search={{ view: "unassigned" }}>
        Assign {data.count === 1 ? "it" : "them"}
      </Link>
    </span>
  );
}
