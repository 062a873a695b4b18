import type { ReactNode } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { FixedChoice } from "../../../../components/filters/FixedChoice.tsx";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import { CheckList } from "./CheckList.tsx";
import classes from "./form.module.css";
import type { UserEntry } from "./use-user-form.ts";
import { tickedProperties } from "./user-form.ts";

/** The properties of whoever is not staff; an only one needs no choice. */
export function PropertyFields({ entry }: { entry: UserEntry }): ReactNode {
  const { form, properties, isStaff } = entry;
  const { role, assigned_organizations } = form.values;
  if (isStaff(role) || assigned_organizations.length === 0) return null;
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
        form.values,
        offered.map(({ id }) => id),
      )}
      onChange={(chosen) => form.setFieldValue("assigned_properties", chosen)}
      onLeave={() => form.validateField("assigned_properties")}
      error={form.errors.assigned_properties}
      hint={
        isAdmin ? "An organization admin sees every property of the organization, whichever are ticked." : undefined
      }
      isLoading={properties.isPending}
      emptyText="No properties found"
    />
  );
}
