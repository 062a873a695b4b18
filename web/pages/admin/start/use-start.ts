import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import { allOrganizationsQuery, startQueries } from "./start-queries.ts";
import type { StartSearch, StepName } from "./start-search.ts";
import { stepsOf } from "./steps.ts";

export type Start = ReturnType<typeof useStart>;

/**
 * What is set up and how far it is. Where there is only one property it is meant, so that an address without it leads on,
 * too.
 */
export function useStart() {
  const search = useSearch({ from: "/signed-in/admin/start" });
  const navigate = useNavigate({ from: "/admin/start" });
  const organizations = useQuery(startQueries(search.property_id).organizations);
  const properties = useQuery(startQueries(search.property_id).properties);
  const onlyOne = <Row>(list: { count: number; results: Row[] } | undefined) =>
    list?.count === 1 ? list.results[0] : undefined;
  const isNew = search.organization_id !== undefined || search.step === "property";
  const propertyId = search.property_id ?? (isNew ? undefined : onlyOne(properties.data)?.id);
  const setup = useQuery(startQueries(propertyId).setup);
  const chosen = useOrganization(search.organization_id, organizations.data);
  const organization = setup.data?.organization ?? chosen;
  // So that a link to it identifies the property, also once there are more.
  const isUnnamed = propertyId !== search.property_id;
  useEffect(() => {
    if (!isUnnamed) return;
    void navigate({
      search: (before) => ({ ...before, property_id: propertyId }),
      replace: true,
      resetScroll: false,
    });
  }, [isUnnamed, propertyId, navigate]);
  return {
    organizations,
    properties,
    setup,
    propertyId,
    /** The progress is not known yet. */
    isComing:
      organizations.data === undefined ||
      properties.data === undefined ||
      (propertyId !== undefined && setup.data === undefined),
    /** Where a new property goes; undefined: there is none. */
    organization: organization && { id: organization.id, name: organization.name },
    openStep: search.step,
    steps: stepsOf({ organization: organization?.name, setup: setup.data }),
    /** Goes on with something, or opens a step. */
    go: (to: StartSearch) => void navigate({ search: to, resetScroll: false }),
    /** Opens a step of the property that is set up, or with none the next one. */
    open: (step: StepName | undefined) =>
      void navigate({
        search: { organization_id: search.organization_id, property_id: propertyId, step },
        resetScroll: false,
      }),
  };
}

type Organizations = CallAnswer<"GET /v1/admin/staff/inventory/organizations">;

/** The organization of the address; where it names none the default one, or the first. */
function useOrganization(id: number | undefined, offered: Organizations | undefined) {
  const rows = offered?.results;
  const found = id === undefined ? (rows?.find(({ is_default }) => is_default) ?? rows?.[0]) : find(rows, id);
  const isBeyond = id !== undefined && offered !== undefined && found === undefined;
  const all = useQuery({ ...allOrganizationsQuery(), enabled: isBeyond });
  return found ?? find(all.data, id);
}

function find(rows: Organizations["results"] | undefined, id: number | undefined) {
  return rows?.find((row) => row.id === id);
}
