import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { FixedChoice } from "../../../../components/filters/FixedChoice.tsx";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import { propertiesOfQuery } from "../queries/users-query.ts";
import type { AccessFieldsProps } from "./access-fields.ts";
import { CheckList } from "./CheckList.tsx";
import classes from "./form.module.css";
import { tickedProperties, withAccess } from "./user-form.ts";

/** The properties of whoever is not staff; an only one needs no choice. */
export function PropertyFields({ entry, part }: AccessFieldsProps): ReactNode {
  const { form, isStaff } = entry;
  const { access, index, prefix } = part;
  const { role, assigned_organizations } = access;
  const organization = isStaff(role) ? undefined : assigned_organizations[0];
  const properties = useQuery({ ...propertiesOfQuery(organization ?? 0), enabled: organization !== undefined });
  if (organization === undefined) return null;
  if (properties.isError) {
    return (
      <div className={classes.wide}>
        <ErrorState
          inline
          message={notLoaded("The properties", properties.error)}
          onRetry={() => void properties.refetch()}
        />
      </div>
    );
  }
  const offered = properties.data ?? [];
  const [only, ...others] = offered;
  if (only !== undefined && others.length === 0) {
    return (
      <div className={classes.wide}>
        <FixedChoice name="Property" value={only.name} />
      </div>
    );
  }
  const isAdmin = role === "3";
  return (
    <CheckList
      label="Properties"
      choices={offered.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={tickedProperties(
        access,
        offered.map(({ id }) => id),
      )}
      onChange={(chosen) => entry.take(withAccess(form.values, index, { ...access, assigned_properties: chosen }))}
      onLeave={() => form.validateField(`${prefix}assigned_properties`)}
      error={form.errors[`${prefix}assigned_properties`]}
      hint={
        isAdmin ? "An organization admin sees every property of the organization, whichever are ticked." : undefined
      }
      isLoading={properties.isPending}
      emptyText="No properties found"
    />
  );
}
