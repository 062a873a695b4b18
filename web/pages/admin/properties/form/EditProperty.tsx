import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { PropertyRow } from "../../../../../contract/inventory/inventory.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { changedFields, pick } from "../../../../app/form/newer-values.ts";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { rowDialog } from "../../list/row-dialog.tsx";
import { propertyOnServer } from "../view/properties-queries.ts";
import type { PropertyDialogProps } from "../view/use-properties.ts";
import { useProperty } from "../view/use-property.ts";
import { PropertyFields } from "./PropertyFields.tsx";
import { propertyRules } from "./property-rules.ts";
import { type Field, fieldNames, valuesOf } from "./property-values.ts";

/** Changes what is known of a property. */
export default rowDialog(useProperty, EditProperty);

function EditProperty(props: PropertyDialogProps & { row: PropertyRow }): ReactNode {
  const { view, row: property, opened, onClose, onDone } = props;
  const { id } = property;
  const entry = useEdit<Field, PropertyRow>({
    name: `property ${id}`,
    initial: valuesOf(property),
    names: fieldNames,
    rules: propertyRules,
    load: async () => {
      const now = await propertyOnServer(id);
      return now && valuesOf(now);
    },
    write: (values, begun) => {
      const changed = changedFields(begun, values);
      return call("PATCH /v1/admin/staff/inventory/organizations/properties/{property_id}", {
        params: { property_id: id },
        body: { ...pick(values, changed), expected: pick(begun, changed) },
      });
    },
    onDone: ({ name }) => {
      onDone();
      toast({ title: t`Property saved`, message: t`${name} is updated on every screen.` });
    },
  });
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Edit ${property.name}`}
      entry={entry}
      save={t`Save`}
      secondaryActions={
        property.archived_at === null ? (
          <Button variant="subtle" className={entryClasses.dangerous} onClick={() => view.open("archive", id)}>
            <Trans>Archive</Trans>
          </Button>
        ) : (
          <Button variant="subtle" onClick={() => view.open("restore", id)}>
            <Trans>Restore</Trans>
          </Button>
        )
      }
    >
      <PropertyFields
        inputOf={(field) => entry.form.getInputProps(field)}
        fixedZone={
          property.has_readings
            ? t`It has readings by the days of ${entry.begun.time_zone.replaceAll("_", " ")}, so its time zone stays.`
            : undefined
        }
      />
    </EntryDialog>
  );
}
