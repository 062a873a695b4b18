import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { call } from "../../../app/api.ts";
import { confirmation } from "../list/row-dialog.tsx";
import { useProperty } from "./view/use-property.ts";

/** The confirmation dialogs of the list of properties, by their names in the URL. */
export const confirmations = {
  archive: confirmation(useProperty, {
    title: ({ name }) => t`Archive ${name}?`,
    action: t`Archive`,
    text: ({ name, units_count, organization_name }) => (
      <>
        <p>
          <Trans>
            {name} with its {plural(units_count, { one: "# unit", other: "# units" })} is hidden and left out of every
            total
            {organization_name === null ? "" : t`, for everybody at ${organization_name}, too`}. Its leaks no longer
            raise alerts.
          </Trans>
        </p>
        <p>
          <Trans>
            While it is archived, readings that its gateways send are rejected, and those that they do not send again
            are lost.
          </Trans>
        </p>
        <p>
          <Trans>
            What was measured until now stays, with its inventory, prices and repairs. It can be restored at any time.
          </Trans>
        </p>
      </>
    ),
    write: ({ id }) =>
      call("POST /v1/admin/staff/inventory/organizations/properties/{property_id}/archive", {
        params: { property_id: id },
      }),
    done: ({ name }) => ({
      title: t`Property archived`,
      message: t`${name} is hidden now. It is in the list of archived properties.`,
    }),
  }),
  restore: confirmation(useProperty, {
    title: ({ name }) => t`Restore ${name}?`,
    action: t`Restore`,
    harmless: true,
    text: ({ name, organization_name }) => (
      <p>
        <Trans>
          {name} is visible again
          {organization_name === null ? t` to IONAdmins` : t` to everyone who could see it at ${organization_name}`},
          with all its history, and counts in every total again. Readings are taken from now on; the time in between has
          a gap.
        </Trans>
      </p>
    ),
    write: ({ id }) =>
      call("POST /v1/admin/staff/inventory/organizations/properties/{property_id}/restore", {
        params: { property_id: id },
      }),
    done: ({ name }) => ({ title: t`Property restored`, message: t`${name} is in use again.` }),
  }),
};
