import { useQuery } from "@tanstack/react-query";
import type { CallAnswer } from "../../../../app/api.ts";
import { propertyOptions } from "../../../../app/report/filters/filter-options.ts";
import { roleNames } from "../../../../app/role-names.ts";
import type { FilterOption } from "../../../../components/filters/filter-option.ts";
import type { UsersView } from "../queries/use-users.ts";
import { usersQueries } from "../queries/users-queries.ts";

interface Options {
  options: FilterOption[];
  isLoading: boolean;
  isFailed: boolean;
}

interface Params<Data> {
  data: Data | undefined;
  isLoading: boolean;
  isError: boolean;
}

const byOption = <Data>(
  { data, isLoading, isError }: Params<Data>,
  options: (data: Data) => FilterOption[],
): Options => ({
  options: data === undefined ? [] : options(data),
  isLoading,
  isFailed: isError,
});

const named = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

const roles = ({ results }: CallAnswer<"GET /v1/admin/enums">) =>
  results.roles.map(({ id, name }) => ({ value: String(id), label: roleNames[name] }));

/** What the filters offer: staff all there is, an organization's admin what is of it. */
export function useFilterOptions({ viewer, search }: UsersView, organizations: readonly number[] | undefined) {
  const queries = usersQueries(viewer, search);
  const all = useQuery(queries.properties);
  const theirs = useQuery(queries.propertiesOfOwn);
  return {
    organizations: byOption(useQuery(queries.organizations), named),
    properties: viewer.isStaff
      ? byOption(all, (found) => propertyOptions(found, organizations))
      : byOption(theirs, named),
    roles: byOption(useQuery(queries.roles), roles),
  };
}
