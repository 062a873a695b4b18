import { useQuery } from "@tanstack/react-query";
import type { CallAnswer } from "../../../../app/api.ts";
import { propertyOptions } from "../../../../app/report/filters/filter-options.ts";
import { propertiesQuery } from "../../../../app/report/report-queries.ts";
import { roleNames } from "../../../../app/role-names.ts";
import type { FilterOption } from "../../../../components/filters/filter-option.ts";
import { enumsQuery, organizationsQuery, propertiesOfQuery } from "../queries/users-query.ts";
import type { Viewer } from "../queries/viewer.ts";

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
export function useFilterOptions(viewer: Viewer, organizations: readonly number[] | undefined) {
  const own = viewer.isStaff ? undefined : viewer.organization.id;
  const all = useQuery({ ...propertiesQuery(), enabled: own === undefined });
  const theirs = useQuery({ ...propertiesOfQuery(own ?? 0), enabled: own !== undefined });
  return {
    organizations: byOption(useQuery({ ...organizationsQuery(), enabled: own === undefined }), named),
    properties:
      own === undefined ? byOption(all, (found) => propertyOptions(found, organizations)) : byOption(theirs, named),
    roles: byOption(useQuery(enumsQuery()), roles),
  };
}
