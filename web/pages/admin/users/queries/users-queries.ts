import { queryOptions } from "@tanstack/react-query";
import type { User } from "../../../../../contract/accounts/users.ts";
import { activeOrganization } from "../../../../app/active-organization.ts";
import { readAllRows } from "../../../../app/all-rows.ts";
import { call } from "../../../../app/api.ts";
import { read } from "../../../../app/query.ts";
import { propertiesQuery } from "../../../../app/report/report-queries.ts";
import { type UsersSearch, usersOrdering } from "./users-search.ts";
import type { Viewer } from "./viewer.ts";

interface UserListParams extends Pick<UsersSearch, "search" | "organization_id" | "property_id" | "role" | "ordering"> {
  page: number;
  page_size: number;
}

/** A page of users, as the viewer's own call has it. */
function listUsers(viewer: Viewer, { organization_id, ...query }: UserListParams, signal?: AbortSignal) {
  return viewer.isStaff
    ? call("GET /v1/admin/staff/organizations/users", { query: { organization_id, ...query }, signal })
    : call("GET /v1/admin/external/organizations/{organization_id}/users", {
        params: { organization_id: viewer.organization.id },
        query,
        signal,
      });
}

/** The page of users that the URL names. While another is on its way the one before stays. */
export function usersQuery(viewer: Viewer, search: UsersSearch) {
  const { page = 1, page_size = 10, ordering = usersOrdering, organization_id, property_id, role } = search;
  const params: UserListParams = {
    search: search.search,
    organization_id,
    property_id,
    role,
    ordering,
    page,
    page_size,
  };
  const subject = JSON.stringify([activeOrganization(), "users", viewer]);
  return queryOptions<Awaited<ReturnType<typeof listUsers>>, Error, Awaited<ReturnType<typeof listUsers>>>({
    queryKey: [subject, params],
    queryFn: ({ signal }) => listUsers(viewer, params, signal),
    placeholderData: (previous, query) => (query?.queryKey[0] === subject ? previous : undefined),
  });
}

/** Pages of 50 that are looked through for one user. */
const MOST_PAGES = 40;

/** One user, as no call gives one alone; null: there is none such. Those changed last are found at once. */
export function userQuery(viewer: Viewer, id: number) {
  return queryOptions<User | null>({
    queryKey: [activeOrganization(), "user", viewer, id],
    queryFn: async ({ signal }) => {
      for (let page = 1; page <= MOST_PAGES; page++) {
        const found = await listUsers(viewer, { ordering: "-modified_at", page, page_size: 50 }, signal);
        const user = found.results.find((one) => one.id === id);
        if (user !== undefined) return user;
        if (found.next === null) return null;
      }
      return null;
    },
  });
}

/** The account with an e-mail, among all that staff see; null: there is none such. */
export function accountQuery(email: string) {
  return queryOptions<User | null>({
    queryKey: [activeOrganization(), "account", email],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { search: email, page_size: 50 };
      const { results } = await call("GET /v1/admin/staff/organizations/users", { query, signal });
      return results.find((one) => one.email === email) ?? null;
    },
  });
}

/** Roles and permissions that the viewer may give. */
export function enumsQuery() {
  return read("GET /v1/admin/enums", {});
}

/** All organizations that staff manage, by name. */
export function organizationsQuery() {
  return readAllRows("organizations", {}, (query, signal) =>
    call("GET /v1/admin/staff/inventory/organizations", { query, signal }),
  );
}

/** The properties of an organization, by name. */
export function propertiesOfQuery(organization: number) {
  return read("GET /v1/organizations/{organization_id}/properties", { params: { organization_id: organization } });
}

/** What was done to users lately, newest first. */
export function changesOfUsersQuery() {
  return read("GET /v1/admin/audit-log", { query: { object_type: "user", page_size: 50 } });
}

/** All that the screen shows. */
export function usersQueries(viewer: Viewer, search: UsersSearch) {
  const own = viewer.isStaff ? undefined : viewer.organization.id;
  return {
    users: usersQuery(viewer, search),
    roles: enumsQuery(),
    organizations: { ...organizationsQuery(), enabled: own === undefined },
    /** Those of all organizations. */
    properties: { ...propertiesQuery(), enabled: own === undefined },
    propertiesOfOwn: { ...propertiesOfQuery(own ?? 0), enabled: own !== undefined },
  };
}
