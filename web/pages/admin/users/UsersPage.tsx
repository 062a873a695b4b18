import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import reportClasses from "../../../app/report/report.module.css";
import { useMe } from "../../../app/use-me.ts";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { ListSearch } from "../ListSearch.tsx";
import { FramedList } from "../list/FramedList.tsx";
import { UserDialogs } from "./dialogs/UserDialogs.tsx";
import { UserFilters } from "./list/UserFilters.tsx";
import { useActiveFilters } from "./list/use-active-filters.ts";
import { userColumns } from "./list/user-columns.tsx";
import { useUsers } from "./queries/use-users.ts";
import { usersQueries } from "./queries/users-queries.ts";
import { usersOrdering } from "./queries/users-search.ts";
import { type Viewer, viewerOf } from "./queries/viewer.ts";

/** Who may see what. */
export function UsersPage(): ReactNode {
  const viewer = viewerOf(useMe());
  // What is typed into a form of one organization is nothing for another.
  if (viewer !== undefined) return <Users key={viewer.isStaff ? 0 : viewer.organization.id} viewer={viewer} />;
  return (
    <>
      <title>{t`User Management · Dripline`}</title>
      <FilterBar title={t`User Management`} />
      <EmptyState sentence={t`Choose an organization above: its users are managed here.`} />
    </>
  );
}

function Users({ viewer }: { viewer: Viewer }): ReactNode {
  const view = useUsers(viewer);
  const me = useMe();
  const users = useQuery(usersQueries(viewer, view.search).users);
  const active = useActiveFilters(view);
  const create = (
    <Button
      leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden="true" />}
      onClick={() => view.open("create")}
    >
      <Trans>Create User</Trans>
    </Button>
  );
  const isFiltered = active.length > 0;
  return (
    <div className={reportClasses.stack}>
      <title>{t`User Management · Dripline`}</title>
      <FilterBar
        title={t`User Management`}
        subtitle={viewer.isStaff ? t`Who may sign in, and what they may see` : t`Users of ${viewer.organization.name}`}
        counts={[{ label: isFiltered ? t`Users found` : t`Total Users`, value: users.data?.count ?? null }]}
        actions={create}
        primary={
          <ListSearch
            label={t`Search by name or e-mail`}
            placeholder={t`Name or e-mail`}
            found={view.search.search}
            onFind={(search) => view.setFilters({ search })}
          />
        }
        active={active}
        onReset={view.reset}
      >
        <UserFilters view={view} />
      </FilterBar>
      <FramedList
        title={t`Users`}
        subtitle={t`Click one to edit`}
        columns={userColumns(view, me)}
        list={users}
        state={view.list}
        ordering={view.search.ordering ?? usersOrdering}
        what={t`The users`}
        layoutName="users"
        hiddenAtFirst={["business_title", "permissions", "modified_at"]}
        onOpenRow={(row) => view.open("edit", row.id)}
        empty={
          isFiltered
            ? {
                sentence: t`Nobody matches this search and these filters.`,
                action: (
                  <Button variant="default" onClick={view.reset}>
                    <Trans>Reset filters</Trans>
                  </Button>
                ),
              }
            : { sentence: t`Whoever should see these properties gets an account here.`, action: create }
        }
      />
      <UserDialogs view={view} />
    </div>
  );
}
