import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconPlus, IconStarFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode } from "react";
import type { OrganizationRow } from "../../../../contract/inventory/inventory.ts";
import reportClasses from "../../../app/report/report.module.css";
import badgeClasses from "../../../components/badges/Badge.module.css";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import type { TableColumn } from "../../../components/table/column.ts";
import { numberColumn } from "../../../components/table/columns.tsx";
import { ListSearch } from "../ListSearch.tsx";
import { editColumn } from "../list/edit-column.tsx";
import { FramedList } from "../list/FramedList.tsx";
import { type DialogWindows, NamedDialog } from "../list/NamedDialog.tsx";
import classes from "./organizations.module.css";
import {
  type OrganizationsDialog,
  type OrganizationsView,
  organizationsQueries,
  useOrganizations,
} from "./organizations.ts";

/** The organizations and what is theirs. */
export function OrganizationsPage(): ReactNode {
  const view = useOrganizations();
  const navigate = useNavigate();
  const organizations = useQuery(organizationsQueries(view.search).organizations);
  const { search } = view.search;
  return (
    <div className={reportClasses.stack}>
      <title>{t`Organizations · Dripline`}</title>
      <FilterBar
        title={t`Organizations`}
        subtitle={<Unassigned search={view.search} />}
        actions={
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => view.open("add-organization")}
          >
            <Trans>Add an organization</Trans>
          </Button>
        }
        primary={<ListSearch label={t`Search by name`} placeholder={t`Name`} found={search} onFind={view.find} />}
      />
      <FramedList
        title={t`Organizations`}
        subtitle={t`Without archived properties`}
        columns={organizationColumns(view)}
        list={organizations}
        state={view.list}
        ordering={view.search.ordering ?? "name"}
        what={t`The organizations`}
        layoutName="admin_organizations"
        empty={
          search === undefined
            ? {
                sentence: t`Properties and their users belong to organizations. Add the first one.`,
                action: (
                  <Button variant="default" onClick={() => view.open("add-organization")}>
                    <Trans>Add an organization</Trans>
                  </Button>
                ),
              }
            : { sentence: t`No organization has “${search}” in its name. Try a shorter part of it.` }
        }
        onOpenRow={(row) => void navigate({ to: "/admin/properties", search: { organization_id: [row.id] } })}
      />
      <OrganizationDialogs view={view} />
    </div>
  );
}

/** How many properties wait for an organization, with the way to them. */
function Unassigned({ search }: Pick<OrganizationsView, "search">): ReactNode {
  const { data, isPending } = useQuery(organizationsQueries(search).unassigned);
  if (isPending) {
    return (
      <span className={classes.about}>
        <Skeleton width={300} />
      </span>
    );
  }
  // If loading fails no error is shown here: the list below shows it.
  if (data === undefined) return <span className={classes.about} />;
  if (data.count === 0)
    return (
      <span className={classes.about}>
        <Trans>Every property belongs to an organization.</Trans>
      </span>
    );
  return (
    <span className={classes.about}>
      <Trans>
        {plural(data.count, { one: "# property belongs", other: "# properties belong" })} to no organization.{" "}
        <Link to="/admin/properties" search={{ view: "unassigned" }}>
          Assign {data.count === 1 ? t`it` : t`them`}
        </Link>
      </Trans>
    </span>
  );
}

const windows: DialogWindows<OrganizationsDialog, OrganizationsView> = {
  "add-organization": lazy(() => import("./OrganizationDialog.tsx")),
  organization: lazy(() => import("./OrganizationDialog.tsx")),
  "make-default": lazy(async () => ({ default: (await import("./OrganizationDialog.tsx")).MakeDefault })),
};

/** The dialog that the address names. */
function OrganizationDialogs({ view }: { view: OrganizationsView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}

/** The columns of the organizations. */
function organizationColumns(view: OrganizationsView): readonly TableColumn<OrganizationRow>[] {
  return [
    {
      id: "name",
      header: t`Organization Name`,
      sortable: "name",
      card: "title",
      pinned: true,
      cell: (row) => (
        <span className={classes.name}>
          <strong>{row.name}</strong>
          {row.is_default && (
            <span className={badgeClasses.badge} style={{ "--ink": "var(--brand)", "--soft": "var(--brand-soft)" }}>
              <IconStarFilled size={11} aria-hidden="true" />
              {t`Default Organization`}
            </span>
          )}
        </span>
      ),
      text: (row) => row.name,
    },
    numberColumn("properties_count", t`Properties`, { width: 130, sortable: "properties_count", card: "main" }),
    numberColumn("units_count", t`Units`, { width: 130, sortable: "units_count", card: "main" }),
    {
      id: "view",
      header: t`View Properties`,
      width: 150,
      card: "action",
      cell: (row) => (
        <Link
          className={reportClasses.details}
          to="/admin/properties"
          search={{ organization_id: [row.id] }}
          aria-label={t`View Properties of ${row.name}`}
        >
          <Trans>View Properties</Trans>
        </Link>
      ),
      text: () => "",
    },
    editColumn(
      (row) => t`Edit ${row.name}`,
      (row) => view.open("organization", row.id),
      "action",
    ),
  ];
}
