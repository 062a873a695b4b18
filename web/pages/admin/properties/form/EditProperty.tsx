import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { PropertyRow } from "../../../../../contract/inventory.ts";
import { call } from "../../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import { toast } from "../../../../app/toast.ts";
import { NotThere } from "../../NotThere.tsx";
import { EntryDialog } from "../../property/entry/EntryDialog.tsx";
import entryClasses from "../../property/entry/entry.module.css";
import { useEntry } from "../../property/entry/use-entry.ts";
import type { PropertyDialogProps } from "../PropertiesDialogs.tsx";
import { propertyOnServer } from "../properties-query.ts";
import { useProperty } from "../use-property.ts";
import { NewerFields } from "./NewerFields.tsx";
import { PropertyFields } from "./PropertyFields.tsx";
import { propertyRules } from "./property-rules.ts";
import { changedFields, type NewerField, pick, takeNewer, valuesOf } from "./property-values.ts";

/** Changes what is known of a property. */
export default function EditProperty(props: PropertyDialogProps): ReactNode {
  const { property, ...search } = useProperty(props);
  if (property !== undefined) return <Form {...props} property={property} />;
  return <NotThere what="property" opened={props.opened} onClose={props.onClose} {...search} />;
}

/** What somebody else did to the property while its form was open. */
type Meanwhile = { is: "changed" | "loading" } | { is: "loaded"; newer: NewerField[] } | { is: "failed"; why: string };

function Form({ view, property, opened, onClose, onDone }: PropertyDialogProps & { property: PropertyRow }): ReactNode {
  // As it was when the change was begun: the list behind may be loaded anew.
  const [begun, setBegun] = useState(() => valuesOf(property));
  const [meanwhile, setMeanwhile] = useState<Meanwhile>();
  const { id } = property;
  const entry = useEntry({
    name: `property ${id}`,
    initial: begun,
    rules: propertyRules,
    write: async (values) => {
      setMeanwhile(undefined);
      const changed = changedFields(begun, values);
      try {
        return await call("PATCH /v1/admin/staff/inventory/organizations/properties/{property_id}", {
          params: { property_id: id },
          body: { ...pick(values, changed), expected: pick(begun, changed) },
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === "changed_meanwhile") setMeanwhile({ is: "changed" });
        throw error;
      }
    },
    onDone: ({ name }) => {
      onDone();
      toast({ title: "Property saved", message: `${name} is as you said, on every screen.` });
    },
  });
  const load = async () => {
    setMeanwhile({ is: "loading" });
    try {
      const now = await propertyOnServer(id);
      if (now === undefined) return setMeanwhile({ is: "failed", why: "The property is not there any more." });
      const newer = valuesOf(now);
      const { values, changed } = takeNewer(begun, newer, entry.form.getValues());
      entry.form.setValues(values);
      setBegun(newer);
      setMeanwhile({ is: "loaded", newer: changed });
    } catch (error) {
      setMeanwhile({ is: "failed", why: sentenceOf(error) });
    }
  };
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={`Edit ${property.name}`}
      entry={meanwhile === undefined || meanwhile.is === "changed" ? entry : { ...entry, failure: null }}
      save="Save"
      aside={
        property.archived_at === null ? (
          <Button variant="subtle" className={entryClasses.dangerous} onClick={() => view.open("archive", id)}>
            Archive
          </Button>
        ) : (
          <Button variant="subtle" onClick={() => view.open("restore", id)}>
            Restore
          </Button>
        )
      }
    >
      <PropertyFields
        inputOf={(field) => entry.form.getInputProps(field)}
        fixedZone={
          property.has_readings
            ? `It has readings by the days of ${begun.time_zone.replaceAll("_", " ")}, so its time zone stays.`
            : undefined
        }
      />
      {meanwhile?.is === "failed" && (
        <p className={entryClasses.failure} role="alert">
          {meanwhile.why}
        </p>
      )}
      {meanwhile?.is === "loaded" && <NewerFields newer={meanwhile.newer} />}
      {meanwhile !== undefined && meanwhile.is !== "loaded" && (
        <div>
          <Button variant="default" loading={meanwhile.is === "loading"} onClick={() => void load()}>
            Load it anew, and keep what I typed
          </Button>
        </div>
      )}
    </EntryDialog>
  );
}
