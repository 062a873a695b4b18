import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OrganizationRow } from "../../../../contract/inventory/inventory.ts";
import { allRows } from "../../../app/all-rows.ts";
import { call } from "../../../app/api.ts";
import { EntryDialog } from "../../../app/form/EntryDialog.tsx";
import entryClasses from "../../../app/form/entry.module.css";
import { nameError } from "../../../app/form/rules.ts";
import { useEdit } from "../../../app/form/use-edit.tsx";
import { toast } from "../../../app/toast.ts";
import { confirmation, rowOrNewDialog } from "../list/row-dialog.tsx";
import { type FoundRow, useHeld } from "../list/use-row.ts";
import { allOrganizationsQuery, type OrganizationDialogProps, organizationsQueries } from "./organizations.ts";

const path = "/v1/admin/staff/inventory/organizations" as const;

/** Adds an organization, or renames the one that it is about. */
export default rowOrNewDialog(useOrganization, OrganizationDialog);

function OrganizationDialog(props: OrganizationDialogProps & { row?: OrganizationRow }): ReactNode {
  const { view, row: organization, opened, onClose, onDone } = props;
  const entry = useEdit({
    name: `organization ${organization?.id ?? "new"}`,
    initial: { name: organization?.name ?? "" },
    names: { name: t`Name` },
    rules: { name: nameError },
    load: async () => {
      const rows = await allRows((query) => call(`GET ${path}`, { query }));
      const found = rows.find(({ id }) => id === organization?.id);
      return found && { name: found.name };
    },
    write: ({ name }, begun) =>
      organization === undefined
        ? call(`POST ${path}`, { body: { name } })
        : call(`PATCH ${path}/{organization_id}`, {
            params: { organization_id: organization.id },
            body: { name, expected_name: begun.name },
          }),
    onDone: ({ name }) => {
      onDone();
      toast(
        organization === undefined
          ? { title: t`Organization added`, message: t`${name} is in the list. Now assign its properties.` }
          : { title: t`Organization saved`, message: t`It is called ${name} from now on.` },
      );
    },
  });
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={organization === undefined ? t`Add an organization` : t`Edit ${organization.name}`}
      entry={entry}
      save={organization === undefined ? t`Add` : t`Save`}
      secondaryActions={
        organization &&
        !organization.is_default && (
          <Button variant="subtle" onClick={() => view.open("make-default", organization.id)}>
            <Trans>Make it the default</Trans>
          </Button>
        )
      }
    >
      <TextInput
        label={t`Name`}
        data-autofocus
        autoComplete="off"
        description={entry.form.errors.name ? undefined : t`No two organizations share a name`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...entry.form.getInputProps("name")}
      />
      {organization?.is_default && (
        <p className={entryClasses.soft}>
          <Trans>
            It is the default organization: what names none belongs to it. To change that, make another one the default.
          </Trans>
        </p>
      )}
    </EntryDialog>
  );
}

/** Asks before another organization becomes the default one. */
export const MakeDefault = confirmation(useNextDefault, {
  title: ({ name }) => t`Make ${name} the default?`,
  action: t`Make it the default`,
  harmless: true,
  impossible: ({ name, is_default }) => is_default && <Trans>{name} is already the default organization.</Trans>,
  text: ({ name, before }) => (
    <p>
      <Trans>
        New properties of an inventory file that names no organization go to {name} from now on
        {before ? t`, no longer to ${before}` : ""}. Nothing that is there already moves.
      </Trans>
    </p>
  ),
  write: ({ id }) =>
    call("POST /v1/admin/staff/inventory/organizations/{organization_id}/default", {
      params: { organization_id: id },
    }),
  done: ({ name }) => ({
    title: t`Default organization changed`,
    message: t`What names no organization now belongs to ${name}.`,
  }),
});

type Dialog = Pick<OrganizationDialogProps, "view" | "of">;

/** The organization that a dialog is about, with the name of the one that is the default so far. */
function useNextDefault(dialog: Dialog): FoundRow<OrganizationRow & { before: string | undefined }> {
  const { row, ...search } = useOrganization(dialog);
  const all = useQuery(allOrganizationsQuery());
  const before = all.data?.find(({ id, is_default }) => is_default && id !== row?.id)?.name;
  return { row: row && { ...row, before }, ...search };
}

/** The organization that a dialog is about, on the page that is shown or, from a link, on any. */
function useOrganization({ view, of }: Dialog): FoundRow<OrganizationRow> {
  const shown = useQuery(organizationsQueries(view.search).organizations);
  const onPage = shown.data?.results.find(({ id }) => String(id) === of);
  const all = useQuery({ ...allOrganizationsQuery(), enabled: of !== "" && shown.isFetched && onPage === undefined });
  return {
    row: useHeld(onPage ?? all.data?.find(({ id }) => String(id) === of)),
    what: t`organization`,
    found: all.isError ? "failed" : all.data === undefined ? "coming" : "none",
    onRetry: () => void all.refetch(),
  };
}
