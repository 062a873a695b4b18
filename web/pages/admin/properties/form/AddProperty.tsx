import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OrganizationRow } from "../../../../../contract/inventory/inventory.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { pick } from "../../../../app/form/newer-values.ts";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { toast } from "../../../../app/toast.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { allOrganizationsQuery } from "../../organizations/organizations.ts";
import type { PropertyDialogProps } from "../view/use-properties.ts";
import { PropertyFields } from "./PropertyFields.tsx";
import { propertyRules } from "./property-rules.ts";
import { fields, noValues } from "./property-values.ts";

/** Stands for no organization in the choice of one. */
const NONE = "none";

/** Adds a property; it opens then, to be filled. */
export default function AddProperty(props: PropertyDialogProps): ReactNode {
  const organizations = useQuery(allOrganizationsQuery());
  if (organizations.data !== undefined) return <Form {...props} organizations={organizations.data} />;
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t`Add a property`}>
      {organizations.isError ? (
        <QueryFailure query={organizations} what={t`The organizations`} />
      ) : (
        <Skeleton height={360} />
      )}
    </Dialog>
  );
}

function Form({
  view,
  organizations,
  opened,
  onClose,
  onDone,
}: PropertyDialogProps & { organizations: readonly OrganizationRow[] }): ReactNode {
  const navigate = useNavigate();
  const [filtered, ...others] = view.search.organization_id ?? [];
  const wanted = others.length === 0 ? filtered : undefined;
  const first = organizations.find(({ id }) => id === wanted) ?? organizations.find(({ is_default }) => is_default);
  const entry = useEntry({
    name: "property new",
    initial: { ...noValues, organization_id: view.shown === "unassigned" || !first ? NONE : String(first.id) },
    rules: propertyRules,
    write: (values) =>
      call("POST /v1/admin/staff/inventory/organizations/properties", {
        body: {
          name: values.name,
          time_zone: values.time_zone,
          ...pick(values, fields),
          organization_id: values.organization_id === NONE ? null : Number(values.organization_id),
        },
      }),
    onDone: ({ id, name }) => {
      onDone();
      toast({ title: t`Property added`, message: t`${name} is in the list. Now add its buildings and units.` });
      void navigate({ to: "/admin/properties/$propertyId", params: { propertyId: String(id) } });
    },
  });
  const organization = entry.form.getInputProps("organization_id");
  return (
    <EntryDialog opened={opened} onClose={onClose} title={t`Add a property`} entry={entry} save={t`Add`}>
      <Select
        classNames={{ option: entryClasses.option }}
        label={t`Organization`}
        description={
          organization.error
            ? undefined
            : organization.value === NONE
              ? t`Only IONAdmins see it until it is assigned.`
              : t`Its admins see it at once.`
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
        data={[
          { value: NONE, label: t`No organization yet` },
          ...organizations.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        searchable
        limit={100}
        allowDeselect={false}
        nothingFoundMessage={t`No organizations found`}
        comboboxProps={{ returnFocus: false }}
        size="xs"
        {...organization}
        onChange={(value) => organization.onChange(value ?? NONE)}
      />
      <PropertyFields inputOf={(field) => entry.form.getInputProps(field)} />
    </EntryDialog>
  );
}
