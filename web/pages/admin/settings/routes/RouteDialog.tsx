import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { NotificationRoute } from "../../../../../contract/notifications/routes.ts";
import { allRows } from "../../../../app/all-rows.ts";
import { call } from "../../../../app/api.ts";
import { ApiError } from "../../../../app/api-error.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { changedFields } from "../../../../app/form/newer-values.ts";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { rowOrNewDialog } from "../../list/row-dialog.tsx";
import classes from "../sending/sending.module.css";
import { WhatIsSent } from "../sending/WhatIsSent.tsx";
import { sentText } from "../sending/what-is-sent.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";
import {
  formOf,
  ON_CALL,
  type RouteField,
  routeFieldOf,
  routeIn,
  routeNames,
  routeRules,
  stepsIn,
} from "./route-form.ts";
import { vendorName, whenTaken } from "./route-text.ts";
import { StepFields } from "./StepFields.tsx";
import { usePeople } from "./use-people.ts";
import { useRoute } from "./use-route.ts";

const path = "/v1/admin/organizations/{id}/notification-routes" as const;

/** Adds a route, or changes the one that it is about. */
export default rowOrNewDialog(useRoute, RouteDialog);

function RouteDialog(props: SettingsDialogProps & { row?: NotificationRoute }): ReactNode {
  const { view, row: route, opened, onClose, onDone } = props;
  const params = { id: view.organization.id };
  const people = usePeople(view, route?.people);
  const readNow = async () => {
    const rows = await allRows((query) => call(`GET ${path}`, { params, query }));
    return rows.find(({ id }) => id === route?.id);
  };
  const entry = useEdit<RouteField, NotificationRoute>({
    name: `route ${route?.id ?? "new"} of ${params.id}`,
    initial: formOf(route),
    names: routeNames,
    textOf: (field, value) => textOf(field, value, (id) => people.known.get(id)),
    rules: routeRules,
    fieldOf: routeFieldOf,
    load: async () => {
      const found = await readNow();
      return found && formOf(found);
    },
    write: async (values, begun) => {
      const body = routeIn(values);
      if (route === undefined) return call(`POST ${path}`, { params, body });
      const now = await readNow();
      if (now === undefined) throw new ApiError(404, { code: "not_found" });
      if (changedFields(begun, formOf(now)).length > 0) throw new ApiError(409, { code: "changed_meanwhile" });
      return call(`PUT ${path}/{route_id}`, {
        params: { ...params, route_id: route.id },
        body: { ...body, expected: { version: now.version } },
      });
    },
    onDone: ({ name }) => {
      onDone();
      toast(
        route === undefined
          ? { title: t`Route added`, message: t`${name} is active now.` }
          : { title: t`Route saved`, message: t`${name} is active now.` },
      );
    },
  });
  const { form } = entry;
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={route === undefined ? t`Add a route` : t`Edit ${route.name}`}
      size="large"
      entry={entry}
      save={route === undefined ? t`Add the route` : t`Save`}
      secondaryActions={
        route && (
          <Button
            variant="subtle"
            className={entryClasses.dangerous}
            onClick={() => view.open("delete-route", route.id)}
          >
            <Trans>Delete</Trans>
          </Button>
        )
      }
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <TextInput
            label={routeNames.name}
            description={form.errors.name ? undefined : t`Such as Nights, or Cedar Court`}
            inputWrapperOrder={["label", "input", "description", "error"]}
            data-autofocus
            maxLength={100}
            autoComplete="off"
            {...form.getInputProps("name")}
          />
          <WhatIsSent
            view={view}
            values={form.values}
            errors={form.errors}
            set={(field, value) => form.setFieldValue(field, value)}
            onLeave={(field) => form.validateField(field)}
            leastCost={form.getInputProps("least_cost")}
          />
        </div>
        <div className={classes.column}>
          <StepFields
            values={form.values}
            people={people}
            error={form.errors.steps}
            onChange={(steps) => form.setFieldValue("steps", steps)}
          />
          <Switch
            label={t`Also in the quiet hours of those people`}
            checked={form.values.ignores_quiet_hours === "yes"}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue("ignores_quiet_hours", checked ? "yes" : "no")
            }
          />
        </div>
      </div>
    </EntryDialog>
  );
}

/** A value of the form as people read it, where somebody else changed it. */
function textOf(field: RouteField, value: string, nameOf: (id: string) => string | undefined): string {
  if (field === "name") return value;
  if (field === "ignores_quiet_hours") return value === "yes" ? t`Yes` : t`No`;
  if (field !== "steps") return sentText(field, value);
  return stepsIn(value)
    .map(({ hours, people, vendor }) => {
      const names = vendor
        ? [vendorName(vendor)]
        : people.map((id) => (id === ON_CALL ? t`The person on call` : (nameOf(id) ?? id)));
      return `${whenTaken(Number(hours))}: ${names.join(", ")}`;
    })
    .join("; ");
}
